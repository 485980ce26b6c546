// Tests that the end of a session permanently ends everything that depends on it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { monitorToken } from '../../features/device/live/contract.ts'
import { drawRandom } from '../../features/people/device-lock/contract.ts'
import { userInfo } from '../../features/people/login/contract.ts'
import { messageToken } from '../../features/platform/message/contract.ts'
import { eventually } from '../../testkit/eventually.ts'
import { adminPassword, type TestServer, testServer } from '../../testkit/server.ts'
import { site } from '../../testkit/site.ts'
import { watch } from '../../testkit/watch.ts'

let server: TestServer
let equipmentId = 0
beforeAll(async () => {
  server = await testServer()
  equipmentId = (await site(server, 'Watched')).equipmentId
})
afterAll(() => server.stop())

const accounts = () => server.platform.db.updateTable('account')

test.each([
  ['disabled', { disabled: true }, { disabled: false }],
  ['given another role', { roleType: 'internal' }, { roleType: 'admin' }],
  ['given another password', { passwordHash: 'another' }, {}],
] as const)(
  'an account that is %s loses sessions, sockets and tokens, and gets none of them back',
  async (how, change, back) => {
    const loginname = `person-${how.replaceAll(' ', '-')}`
    await server.addAccount({ loginname, roleType: 'admin' })
    const [one, two] = [await server.as(loginname, adminPassword), await server.as(loginname, adminPassword)]
    const socket = await watch(server.url, await one.call(monitorToken, { equipmentId }))
    const token = await two.call(monitorToken, { equipmentId })
    await eventually(() => expect(server.cloud.hub.counts().sockets).toBe(1))
    await accounts().set(change).where('loginname', '=', loginname).execute()
    if (Object.keys(back).length > 0) await accounts().set(back).where('loginname', '=', loginname).execute()
    // The platform's own timer detects it within five seconds, without help from the test.
    await eventually(() => expect(socket.closed).toBe(4401))
    expect([(await one.ask(userInfo, {})).code, (await two.ask(userInfo, {})).code]).toEqual([1006, 1006])
    const late = await watch(server.url, token)
    await eventually(() => expect(late.closed).toBe(4401))
  },
)

test('a change that does not concern its rights ends nothing', async () => {
  await server.addAccount({ loginname: 'renamed', roleType: 'admin' })
  const person = await server.as('renamed', adminPassword)
  await accounts().set({ name: 'New name', disabled: false }).where('loginname', '=', 'renamed').execute()
  expect((await person.ask(userInfo, {})).code).toBe(200)
})

test.each([messageToken, drawRandom])(
  'a session that ends while $path adds a row of it answers that it is over',
  async (endpoint) => {
    const loginname = `late_${endpoint.path.replaceAll('/', '_')}`
    await server.addAccount({ loginname })
    const person = await server.as(loginname, adminPassword)
    const { userId } = await person.call(userInfo, {})
    const { db } = server.platform
    const ended = await db.transaction().execute(async (ending) => {
      await ending.deleteFrom('session').where('accountId', '=', userId).execute()
      const asked = person.ask(endpoint as typeof messageToken, {})
      await eventually(async () => {
        const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
        expect(rows[0]!.waiting).toBe(1)
      })
      return { asked }
    })
    expect((await ended.asked).code).toBe(1006)
  },
)
