// APIs that programs of external accounts may use, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { callerOf, type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { userInfo } from '../login/contract.ts'
import {
  addApiKey,
  authoriseApi,
  cancelApi,
  queryApis,
  queryAuthExternal,
  queryKeyRights,
  queryUnAuthExternal,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 10_000, callsPerMinute: 100_000 })
})
afterAll(() => server.stop())

const held: readonly Permission[] = ['monitor:view', 'history:view', 'history:export']
let names = 0
let customer: Person
beforeEach(async () => {
  names += 1
  customer = await person(server, `customer${names}`, { auths: held }, 'external')
})

const authorise = (api: Permission, accountIds = [customer.accountId], who = server.admin) =>
  who.ask(authoriseApi, { api, accountIds })
const cancel = (api: Permission, accountIds = [customer.accountId]) => server.admin.ask(cancelApi, { api, accountIds })
const codeOf = async (asked: Promise<{ code: number }>) => (await asked).code
const namesOf = async (api: Permission) =>
  (await server.admin.call(queryAuthExternal, { api })).map(({ loginname }) => loginname)
const authsOf = async (key: string) =>
  (await callerOf(server.url, '', key).call(userInfo, {})).auths.filter((each) => each.includes(':')).sort()
const keyWith = (...auths: Permission[]) => customer.ask(addApiKey, { name: `Key ${auths}`, auths })

test('the list contains all permissions of external accounts, and no others', async () => {
  const apis = (await server.admin.call(queryApis, {})).map(({ api }) => api).sort()
  const ofAlarms = ['alarm:acknowledge', 'alarm:export', 'alarm:shelve', 'alarm:view']
  const ofScreens = [
    ...['monitor_designer_menu_alarm', 'monitor_equipinfo_menu_alarm'],
    ...['monitor_multi_designer_alarm', 'monitor_multi_designer_repair'],
  ]
  expect(apis).toEqual([...ofAlarms, 'history:export', 'history:view', 'monitor:view', ...ofScreens, 'signal:write'])
})

describe('an external account', () => {
  test('creates keys with authorised APIs only, while other accounts need no authorisation', async () => {
    expect(await customer.call(queryKeyRights, {})).toEqual([])
    expect(await codeOf(keyWith('monitor:view'))).toBe(1125)
    expect(await codeOf(authorise('history:view'))).toBe(200)
    expect((await customer.call(queryKeyRights, {})).toSorted()).toEqual(['history:view', 'monitor:view'])
    expect(await codeOf(keyWith('history:export'))).toBe(1125)
    expect(await codeOf(keyWith('history:view'))).toBe(200)
    const internal = await person(server, `internal${names}`, { auths: ['history:view'] })
    expect(await codeOf(internal.ask(addApiKey, { name: 'Own', auths: ['history:view'] }))).toBe(200)
  })

  test('gains no permission by it', async () => {
    await authorise('signal:write')
    expect(await customer.call(queryKeyRights, {})).toEqual(['monitor:view'])
  })

  test('loses a withdrawn API in its keys immediately, and regains it', async () => {
    await authorise('history:export')
    const { data } = await keyWith('history:export')
    const { key } = data!
    expect(await authsOf(key)).toEqual(['history:export', 'history:view', 'monitor:view'])
    expect(await codeOf(cancel('history:view'))).toBe(200)
    expect(await authsOf(key)).toEqual(['monitor:view'])
    await authorise('history:export')
    expect(await authsOf(key)).toEqual(['history:export', 'history:view', 'monitor:view'])
    expect((await server.admin.call(queryApis, {})).find(({ api }) => api === 'history:export')).toMatchObject({
      keys: 1,
    })
  })
})

describe('authorising', () => {
  test('moves an account from one list to the other, and is logged', async () => {
    const mine = `customer${names}`
    const left = async () => {
      const asked = { api: 'monitor:view', keyword: mine } as const
      return (await server.admin.call(queryUnAuthExternal, asked)).rows.map(({ loginname }) => loginname)
    }
    expect([await namesOf('monitor:view'), await left()].map((each) => each.includes(mine))).toEqual([false, true])
    await authorise('monitor:view')
    expect([await namesOf('monitor:view'), await left()].map((each) => each.includes(mine))).toEqual([true, false])
    await cancel('monitor:view')
    expect([await namesOf('monitor:view'), await left()].map((each) => each.includes(mine))).toEqual([false, true])
    const { rows } = await server.admin.call(queryOperations, {})
    expect(rows.slice(0, 2)).toMatchObject([
      { act: 'apiWithdrawn', before: { accounts: [mine] } },
      { act: 'apiAuthorised', after: { apis: ['monitor:view'], accounts: [mine] } },
    ])
  })

  test('twice is refused, and so is withdrawing a missing one; nothing changes', async () => {
    expect(await codeOf(cancel('monitor:view'))).toBe(1124)
    await authorise('monitor:view')
    expect(await codeOf(authorise('monitor:view'))).toBe(1122)
  })

  test('is limited to APIs and external accounts of the organisation', async () => {
    const internal = await person(server, `staff${names}`)
    expect(await codeOf(authorise('monitor:view', [customer.accountId, internal.accountId]))).toBe(1121)
    expect(await namesOf('monitor:view')).not.toContain(`customer${names}`)
    expect(await authorise('account:edit')).toMatchObject({ code: 10001, data: { field: 'api' } })
    const other = await server.otherCompany()
    expect(await codeOf(authorise('monitor:view', [customer.accountId], other))).toBe(10002)
    expect((await other.call(queryUnAuthExternal, { api: 'monitor:view' })).total).toBe(0)
  })

  test('is refused for permissions that the caller lacks', async () => {
    const clerk = await person(server, `clerk${names}`, { auths: ['api:edit'], dataRange: 'all' })
    expect(await codeOf(authorise('signal:write', [customer.accountId], clerk))).toBe(1125)
    const viewer = await person(server, `viewer${names}`, { auths: ['api:view'] })
    expect(await codeOf(authorise('monitor:view', [customer.accountId], viewer))).toBe(90002)
  })

  test('an API is limited to 50 accounts', async () => {
    const ids = [customer.accountId]
    const { db, now } = server.platform
    await db.deleteFrom('apiGrant').execute()
    for (let i = 0; i < limits.authorisedAccounts; i += 1) {
      const row = { orgId: 1, loginname: `many${i}`, name: 'Many', passwordHash: '-', roleType: 'external' } as const
      const made = db.insertInto('account').values({ ...row, createdAt: now() } as never)
      ids.push((await made.returning('id').executeTakeFirstOrThrow()).id)
    }
    expect(await codeOf(authorise('signal:write', ids.slice(1)))).toBe(200)
    expect(await codeOf(authorise('signal:write'))).toBe(1123)
  })
})
