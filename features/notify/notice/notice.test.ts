import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { listen } from '../../../testkit/watch.ts'
import { messageToken, queryDialogs, queryMessages, queryUnreadCount } from '../../platform/message/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import {
  addNotice,
  deleteNotice,
  editNotice,
  type NoticeId,
  noticeDetail,
  noticeStates,
  publishNotice,
  queryNotices,
  withdrawNotice,
} from './contract.ts'
import { noticeCan, stateOf } from './rules.ts'

const clock = { at: Date.UTC(2026, 4, 1) }
let server: TestServer
let staff: Caller
let li: Caller
let other: Caller
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
  staff = await person(server, 'staff', { auths: ['notice:edit'] }, 'operation')
  await server.addAccount({ loginname: 'li', roleType: 'internal' })
  li = await server.as('li', adminPassword)
  other = await server.otherCompany()
})
afterAll(() => server.stop())
beforeEach(async () => {
  // First, because it waits for the job's own clock, which may be sending the announcement of the test before.
  await server.platform.db.deleteFrom('notice').execute()
  await server.platform.db.deleteFrom('message').execute()
})

const words = { title: '系统维护', titleEn: 'Maintenance', body: '今晚 22 点。', bodyEn: 'Tonight at 22:00.' }
const write = async () => (await staff.call(addNotice, words)).id
const row = async (id: NoticeId) => (await staff.call(queryNotices, {})).rows.find((each) => each.id === id)
const told = async (who: Caller) => (await who.call(queryMessages, {})).rows.map(({ title }) => title)
const detail = (id: NoticeId, language: 'en' | 'zh-cn' = 'en') => server.nobody.ask(noticeDetail, { id }, language)

describe('the states of an announcement', () => {
  it.each([
    [{ publishAt: null, withdrawnAt: null, toldAt: null }, 'draft'],
    [{ publishAt: 11, withdrawnAt: null, toldAt: null }, 'due'],
    [{ publishAt: 10, withdrawnAt: null, toldAt: null }, 'telling'],
    [{ publishAt: 10, withdrawnAt: null, toldAt: 10 }, 'out'],
    [{ publishAt: 10, withdrawnAt: 10, toldAt: 10 }, 'withdrawn'],
    [{ publishAt: 11, withdrawnAt: 10, toldAt: null }, 'withdrawn'],
  ] as const)('%j at 10 is %s', (standing, state) => expect(stateOf(standing, 10)).toBe(state))

  it.each([
    ['edit', ['draft', 'due']],
    ['publish', ['draft', 'due']],
    ['withdraw', ['due', 'telling', 'out']],
    ['delete', ['draft']],
  ] as const)('%s is possible for %j', (act, states) => {
    expect(noticeStates.filter((state) => noticeCan(state, act))).toEqual(states)
  })
})

test('a draft is visible to no account by any call', async () => {
  const id = await write()
  await server.turn()
  expect([await told(li), await told(other)]).toEqual([[], []])
  expect((await detail(id)).code).toBe(10002)
  expect(await row(id)).toMatchObject({ ...words, state: 'draft', author: 'staff', told: 0 })
})

test('a published one reaches every account of every company once, in its language, and open pages live', async () => {
  await server.addAccount({ loginname: 'asleep', disabled: true })
  const socket = await listen(server.url, await li.call(messageToken, {}))
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.length).toBeGreaterThan(0)
  })
  const id = await write()
  await staff.call(publishNotice, { id })
  for (let i = 0; i < 3; i += 1) await server.turn()
  expect([await told(li), await told(other), await told(server.admin)]).toEqual(Array(3).fill(['Maintenance']))
  const [message] = (await li.ask(queryMessages, {}, 'zh-cn')).data!.rows
  expect(message).toMatchObject({
    title: words.title,
    note: words.body,
    type: 'notice',
    equipType: 'public',
    dataId: id,
  })
  await eventually(() => expect(socket.messages.at(-1)).toMatchObject({ type: 'message', message: { dataId: id } }))
  expect((await li.call(queryDialogs, {})).map(({ dataId }) => dataId)).toEqual([id])
  const { count } = await server.platform.db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow()
  expect(await row(id)).toMatchObject({ state: 'out', told: Number(count) })
  socket.close()
})

test('a published one can be read without login by its link, in either language', async () => {
  const id = await write()
  await staff.call(publishNotice, { id })
  expect((await detail(id)).data).toEqual({ id, title: 'Maintenance', body: words.bodyEn, publishedAt: clock.at })
  expect((await detail(id, 'zh-cn')).data).toMatchObject({ title: words.title, body: words.body })
})

test('a scheduled one waits for its time, and can be edited until then', async () => {
  const id = await write()
  const at = clock.at + 3600_000
  await staff.call(publishNotice, { id, at })
  await server.turn()
  expect([await told(li), (await row(id))?.state, (await detail(id)).code]).toEqual([[], 'due', 10002])
  await staff.call(editNotice, { id, ...words, titleEn: 'Maintenance moved' })
  clock.at = at
  await server.turn()
  expect(await told(li)).toEqual(['Maintenance moved'])
  expect((await staff.ask(editNotice, { id, ...words })).code).toBe(10008)
  expect((await staff.ask(publishNotice, { id })).code).toBe(10008)
})

test('a withdrawn one is removed from all accounts, and its link ends', async () => {
  const id = await write()
  await staff.call(publishNotice, { id })
  await server.turn()
  expect(await li.call(queryUnreadCount, {})).toBe(1)
  await staff.call(withdrawNotice, { id })
  await server.turn()
  expect([await told(li), await told(other), (await detail(id)).code]).toEqual([[], [], 10002])
  expect((await row(id))?.state).toBe('withdrawn')
  expect((await staff.ask(withdrawNotice, { id })).code).toBe(10008)
})

test('only a draft can be deleted', async () => {
  const [draft, out] = [await write(), await write()]
  await staff.call(publishNotice, { id: out })
  await staff.call(deleteNotice, { id: draft })
  expect((await staff.ask(deleteNotice, { id: out })).code).toBe(10008)
  expect((await staff.ask(deleteNotice, { id: draft })).code).toBe(10002)
  expect(await row(draft)).toBeUndefined()
})

test('thousands of accounts are served in batches; after a restart each has it exactly once', async () => {
  const { db } = server.platform
  const many = limits.noticeBatch * 2 + 50
  await sql`insert into account (org_id, loginname, password_hash, role_type, name, created_at)
    select 1, 'crowd-' || i, '', 'internal', '', 0 from generate_series(1, ${many}) as i`.execute(db)
  const id = await write()
  await staff.call(publishNotice, { id })
  await db.updateTable('notice').set({ toldTo: sql`(select min(id) + 9 from account)` }).execute()
  await server.turn()
  const counted = () =>
    db
      .selectFrom('message')
      .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.count<number>('accountId').distinct().as('accounts')])
      .executeTakeFirstOrThrow()
  const { rows, accounts } = await counted()
  expect(rows).toBe(accounts)
  // A batch that was written but not marked is written again, to the same accounts.
  await db.updateTable('notice').set({ toldTo: sql`0`, toldAt: null }).execute()
  // The platform's own job may already be sending some notices; this run then leaves those to the job.
  const turned = (is: () => Promise<void>) =>
    eventually(async () => {
      await server.turn()
      await is()
    })
  const living = await db
    .selectFrom('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('disabled', '=', false)
    .executeTakeFirstOrThrow()
  await turned(async () => expect(await counted()).toEqual({ rows: living.count, accounts: living.count }))
  await staff.call(withdrawNotice, { id })
  await turned(async () => expect((await counted()).rows).toBe(0))
  await sql`delete from account where loginname like 'crowd-%'`.execute(db)
})

test('acts of the staff are logged', async () => {
  const id = await write()
  await staff.call(publishNotice, { id })
  await staff.call(withdrawNotice, { id })
  const { rows } = await server.admin.call(queryOperations, {})
  expect(rows.slice(0, 3).map(({ act, objectType, objectId }) => [act, objectType, objectId])).toEqual([
    ['withdrawNotice', 'notice', id],
    ['publishNotice', 'notice', id],
    ['add', 'notice', id],
  ])
})

test('only staff of the platform can write one', async () => {
  const id = await write()
  for (const who of [li, other]) {
    expect((await who.ask(addNotice, words)).code).toBe(90002)
    expect((await who.ask(publishNotice, { id })).code).toBe(90002)
    expect((await who.ask(queryNotices, {})).code).toBe(90002)
  }
  expect((await staff.ask(addNotice, { ...words, titleEn: ' ' })).code).toBe(10001)
})
