// Confirming the password, and the calls that a session may make before the account has chosen one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { renewGatewaySecret } from '../../gateway/registry/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryMonitored } from '../../project/monitor/contract.ts'
import { confirmPassword, loginCode, userInfo } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

const later = () => {
  clock.at += limits.confirmedMs + 1
}

describe('a call that asks for the password again', () => {
  const renew = (who: Caller) => who.ask(renewGatewaySecret, { id: 1 as never })

  test('succeeds within ten minutes of the confirmation, and is refused with 1011 later', async () => {
    const admin = await server.as('admin', adminPassword)
    expect((await renew(admin)).code).toBe(10002)
    later()
    expect((await renew(admin)).code).toBe(1011)
    await admin.call(confirmPassword, { password: adminPassword })
    expect((await renew(admin)).code).toBe(10002)
    later()
    expect((await renew(admin)).code).toBe(1011)
  })

  test('wrong passwords are answered with 1024 and logged, and the fifth ends the session', async () => {
    const admin = await server.as('admin', adminPassword)
    later()
    for (let i = 1; i < limits.confirmTries; i++)
      expect((await admin.ask(confirmPassword, { password: 'wrong' })).code).toBe(1024)
    expect((await renew(admin)).code).toBe(1011)
    expect((await admin.ask(confirmPassword, { password: 'wrong' })).code).toBe(1006)
    expect((await admin.ask(userInfo, {})).code).toBe(1006)
    const { rows } = await server.admin.call(queryOperations, { act: 'loginFailed' })
    expect(rows.filter(({ code }) => code === 1024)).toHaveLength(limits.confirmTries)
  })

  test('many wrong passwords in parallel get no more than five tries', async () => {
    const admin = await server.as('admin', adminPassword)
    later()
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await admin.ask(confirmPassword, { password: 'wrong' })).code),
    )
    expect(codes.filter((code) => code === 1024).length).toBeLessThan(limits.confirmTries)
    expect((await admin.ask(confirmPassword, { password: adminPassword })).code).toBe(1006)
  })

  test('a password confirms only its own session', async () => {
    const [one, two] = [await server.as('admin', adminPassword), await server.as('admin', adminPassword)]
    later()
    await one.call(confirmPassword, { password: adminPassword })
    expect((await renew(two)).code).toBe(1011)
  })
})

test('an account that must choose a password can do nothing else', async () => {
  await server.addAccount({ loginname: 'newcomer', roleType: 'internal' })
  const change = { changePassword: true }
  await server.platform.db.updateTable('account').set(change).where('loginname', '=', 'newcomer').execute()
  const person = await server.as('newcomer', adminPassword)
  expect(await person.call(userInfo, {})).toMatchObject({ changePassword: true })
  expect((await person.ask(queryMonitored, {})).code).toBe(1012)
})

test('a code with a ticket that was never issued opens no session', async () => {
  const { code, data } = await server.nobody.ask(loginCode, { ticket: 'A'.repeat(43), code: '000000' })
  expect(code).not.toBe(200)
  expect(data ?? null).toBeNull()
})
