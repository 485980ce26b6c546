// Sessions of an account over HTTP: listed and ended by their owner only.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device, site } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { monitorToken } from '../../device/live/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { setActing } from '../acting/contract.ts'
import { userInfo } from '../login/contract.ts'
import { endOtherSessions, endSession, querySessions } from './contract.ts'

const clock = { at: Date.UTC(2026, 2, 1) }
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

let names = 0
let name = ''
let one: Caller
let two: Caller
beforeEach(async () => {
  names += 1
  name = `person${names}`
  await server.addAccount({ loginname: name, roleType: 'admin' })
  one = await server.as(name, adminPassword)
  clock.at += 60_000
  two = await server.as(name, adminPassword)
})

const codeOf = async (who: Caller) => (await who.ask(userInfo, {})).code
const otherOf = async (who: Caller) => (await who.call(querySessions, {})).find(({ isCurrent }) => !isCurrent)!
const lastOperation = async () => (await server.admin.call(queryOperations, { keyword: name })).rows[0]

test('an account sees its sessions, the calling one first, without tokens or hashes', async () => {
  const sessions = await one.call(querySessions, {})
  expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(sessions[0]).toEqual({
    id: expect.any(String),
    agent: { program: 'node', system: null, isPhone: false },
    ip: '127.0.0.1',
    createdAt: clock.at - 60_000,
    seenAt: clock.at - 60_000,
    isCurrent: true,
  })
})

test('idle sessions that have expired are not listed', async () => {
  clock.at += limits.sessionIdleMs - 600_000
  expect([await codeOf(one), await codeOf(server.admin)]).toEqual([200, 200])
  clock.at += 601_000
  expect(await one.call(querySessions, {})).toHaveLength(1)
})

test('ending one closes its sockets, and is logged', async () => {
  const { equipmentId } = await site(server, `Watched ${name}`)
  const socket = await watch(server.url, await two.call(monitorToken, { equipmentId }))
  await eventually(() => expect(server.cloud.hub.counts().sockets).toBe(1))
  await one.call(endSession, { id: (await otherOf(one)).id })
  expect([await codeOf(one), await codeOf(two)]).toEqual([200, 1006])
  await eventually(() => expect(socket.closed).toBe(4401))
  expect(await lastOperation()).toMatchObject({ act: 'sessionEnded', loginname: name, before: { ip: '127.0.0.1' } })
})

test('signing out everywhere keeps the calling session', async () => {
  const three = await server.as(name, adminPassword)
  expect(await two.call(endOtherSessions, {})).toEqual({ count: 2 })
  expect([await codeOf(one), await codeOf(two), await codeOf(three)]).toEqual([1006, 200, 1006])
  expect(await lastOperation()).toMatchObject({ act: 'otherSessionsEnded', before: { count: 2 } })
  expect(await two.call(endOtherSessions, {})).toEqual({ count: 0 })
})

test('an account cannot end sessions of another, not even as administrator', async () => {
  const { id } = await otherOf(one)
  expect(await server.admin.ask(endSession, { id })).toMatchObject({ code: 10002, data: { field: 'id' } })
  await server.admin.call(endOtherSessions, {})
  expect([await codeOf(one), await codeOf(two)]).toEqual([200, 200])
})

test('a guest of another company sees and ends its own', async () => {
  const { db } = server.platform
  const other = await server.otherCompany()
  const { accountId } = await server.platform.db
    .selectFrom('account')
    .select('id as accountId')
    .where('loginname', '=', 'other')
    .executeTakeFirstOrThrow()
  const equipmentId = await device(server.admin, 'Shared')
  await db
    .insertInto('accessGrant')
    .values({ orgId: 1 as OrgId, accountId, equipmentId, createdAt: 1 })
    .execute()
  await other.call(setActing, { orgId: 1 as OrgId })
  const second = await server.as('other', adminPassword)
  await other.call(endSession, { id: (await otherOf(other)).id })
  expect(await codeOf(second)).toBe(1006)
  expect(await other.call(querySessions, {})).toMatchObject([{ isCurrent: true }])
})
