// Messages about expiring API keys, over HTTP and a real database, with a test clock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { deleteMessages, queryMessages } from '../../platform/message/contract.ts'
import { saveUserConfig } from '../../platform/user-config/contract.ts'
import { addApiKey } from './contract.ts'

const dayMs = 24 * 3_600_000
const clock = { at: Date.UTC(2026, 2, 1, 4) }
let server: TestServer
let owner: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
  await server.platform.db.updateTable('organisation').set({ zone: 'Asia/Shanghai' }).execute()
  await server.addAccount({ loginname: 'bridges', roleType: 'admin' })
  owner = await server.as('bridges', adminPassword)
})
afterAll(() => server.stop())

const told = async (who: Caller) => (await who.call(queryMessages, { type: 'expire', pageSize: 100 })).rows

test('only the account of an API key gets a message before expiry, once, in both languages', async () => {
  const add = (name: string, days: number | null) =>
    owner.call(addApiKey, {
      ...{ name, auths: ['monitor:view'] },
      expiresAt: days === null ? null : clock.at + days * dayMs,
    })
  await add('Soon', 60)
  await add('Later', 90)
  await add('Never', null)
  await add('Short', 2)
  await server.turn()
  expect(await told(owner)).toEqual([])
  clock.at += 60 * dayMs - limits.expiryNoticeMs
  owner = await server.as('bridges', adminPassword)
  await server.turn()
  await server.turn()
  const rows = await told(owner)
  expect(rows).toMatchObject([
    {
      ...{ type: 'expire', equipType: 'api', title: 'API key expires soon' },
      note: 'The API key “Soon” expires on 2026-04-30 12:00:00 (UTC+8). Programs that use it stop working then: add another key before.',
    },
  ])
  const { data } = await owner.ask(queryMessages, { type: 'expire' }, 'zh-cn')
  expect(data?.rows[0]?.note).toContain('API 密钥“Soon”将于 2026-04-30 12:00:00 (UTC+8) 到期')
  expect(await told(await server.as('admin', adminPassword))).toEqual([])
  await owner.call(deleteMessages, { ids: rows.map(({ id }) => id) })
  await server.turn()
  expect(await told(owner)).toEqual([])
})

test('the message shows the time in the account’s own zone', async () => {
  await owner.call(saveUserConfig, { settings: { ownZone: 'America/New_York' } })
  await owner.call(addApiKey, { name: 'Abroad', auths: ['monitor:view'], expiresAt: clock.at + dayMs })
  clock.at += dayMs / 2
  owner = await server.as('bridges', adminPassword)
  await server.turn()
  const rows = await told(owner)
  expect(rows.map(({ note }) => note)).toEqual([expect.stringContaining('expires on 2026-04-17 00:00:00 (UTC−4)')])
  await owner.call(saveUserConfig, { settings: { ownZone: null } })
  await owner.call(deleteMessages, { ids: rows.map(({ id }) => id) })
})

test('a key is announced once if its account has settings in two organisations', async () => {
  const { db } = server.platform
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('loginname', '=', 'bridges')
    .executeTakeFirstOrThrow()
  await server.otherCompany()
  const { orgId } = await db
    .selectFrom('account')
    .select('orgId')
    .where('loginname', '=', 'other')
    .executeTakeFirstOrThrow()
  await owner.call(saveUserConfig, { settings: { ownZone: 'America/New_York' } })
  const elsewhere = { orgId, accountId: id, settings: JSON.stringify({ ownZone: 'Europe/Paris' }) }
  await db.insertInto('userConfig').values(elsewhere).execute()
  await owner.call(addApiKey, { name: 'Guest', auths: ['monitor:view'], expiresAt: clock.at + dayMs })
  clock.at += dayMs / 2
  owner = await server.as('bridges', adminPassword)
  await server.turn()
  const rows = await told(owner)
  expect(rows.map(({ note }) => note)).toEqual([expect.stringMatching(/“Guest” expires on .* \(UTC−4\)/)])
  await owner.call(saveUserConfig, { settings: { ownZone: null } })
  await owner.call(deleteMessages, { ids: rows.map(({ id }) => id) })
})

test('a key with a short life is announced in its second half', async () => {
  await owner.call(addApiKey, { name: 'Brief', auths: ['monitor:view'], expiresAt: clock.at + 2 * dayMs })
  await server.turn()
  expect(await told(owner)).toEqual([])
  clock.at += dayMs
  owner = await server.as('bridges', adminPassword)
  await server.turn()
  expect((await told(owner)).map(({ note }) => note)).toEqual([expect.stringContaining('“Brief”')])
})
