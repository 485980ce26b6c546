// Accounts that registered themselves and wait for approval: marked in the list, and rejected.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { externalCalls, rejectAccount } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** An external account as its registration leaves it. */
async function registered(loginname: string) {
  await server.addAccount({ loginname, roleType: 'external' })
  const { db, now } = server.platform
  const waiting = { disabled: true, waitsSince: now() }
  await db.updateTable('account').set(waiting).where('loginname', '=', loginname).execute()
  return (await server.admin.call(externalCalls.query, { keyword: loginname })).rows[0]!
}

test('a waiting account is marked and can be rejected; an approved one cannot', async () => {
  const { admin } = server
  const [unwanted, approved] = [await registered('unwanted'), await registered('approved')]
  expect(unwanted).toMatchObject({ isWaiting: true, disabled: true })
  await admin.call(externalCalls.enable, { id: approved.id })
  await admin.call(externalCalls.disable, { id: approved.id })
  expect(await admin.call(externalCalls.info, { id: approved.id })).toMatchObject({ isWaiting: false, disabled: true })
  expect((await admin.ask(rejectAccount, { id: approved.id })).code).toBe(1019)
  await admin.call(rejectAccount, { id: unwanted.id })
  expect((await admin.call(externalCalls.query, { keyword: 'unwanted' })).total).toBe(0)
  expect((await admin.ask(rejectAccount, { id: unwanted.id })).code).toBe(10002)
  const { rows } = await admin.call(queryOperations, { act: 'reject', keyword: 'unwanted' })
  expect(rows).toHaveLength(1)
})
