import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { accountIdOf, alarmOf, firstOrg, storeMessages } from '../../../testkit/messages.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { site } from '../../../testkit/site.ts'
import { setActing } from '../../people/acting/contract.ts'
import { addGrant, deleteGrant } from '../../people/grant/contract.ts'
import { putMessages } from '../open/message-put.ts'
import {
  deleteMessages,
  equipDetail,
  expireById,
  ignoreMessage,
  markAlarmsAsRead,
  markAllAsRead,
  markAsRead,
  messageInfo,
  type NewMessage,
  queryDialogs,
  queryMessages,
  queryUnreadCount,
} from './contract.ts'

const clock = { at: Date.UTC(2026, 4, 1) }
const dayMs = 24 * 3600_000
let server: TestServer
let li: Caller
let wang: Caller
let liId: AccountId
let wangId: AccountId
let pump: EquipmentId
beforeAll(async () => {
  server = await testServer({ now: () => clock.at, loginsPerMinute: 1000 })
  for (const loginname of ['li', 'wang']) await server.addAccount({ loginname, roleType: 'admin' })
  li = await server.as('li', adminPassword)
  wang = await server.as('wang', adminPassword)
  liId = await accountIdOf(server, 'li')
  wangId = await accountIdOf(server, 'wang')
  pump = (await site(server, 'Pump')).equipmentId
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.platform.db.deleteFrom('message').execute()
})

const all = (who: Caller, more: object = {}) => who.call(queryMessages, { pageSize: 200, ...more })
const titles = async (who: Caller, more: object = {}) => (await all(who, more)).rows.map(({ title }) => title)
const unread = (who: Caller) => who.call(queryUnreadCount, {})
const alarm = (alarmId: number, more: Partial<NewMessage> = {}) => alarmOf(pump, alarmId, { to: [liId], ...more })
const notice = (dataId: number, more: Partial<NewMessage> = {}): NewMessage => ({
  ...{ orgId: firstOrg, to: [liId], type: 'notice', equipType: 'public', dataId },
  ...{ title: { en: 'Maintenance', 'zh-cn': '维护' }, note: { en: 'Tonight', 'zh-cn': '今晚' } },
  ...more,
})

describe('creating messages', () => {
  test('creates one for each account, also when repeated', async () => {
    const news = alarm(1, { to: [liId, wangId, liId] })
    await storeMessages(server, news)
    await storeMessages(server, news, news)
    expect((await all(li)).rows).toEqual([
      {
        id: expect.any(Number),
        type: 'alarm',
        equipType: 'eg',
        dataId: pump,
        alarmId: 1,
        alarmBroadcastTimes: 1,
        dataStatus: null,
        status: 'unread',
        title: news.title,
        note: news.note,
        imgUrl: null,
        gmtCreate: clock.at,
      },
    ])
    expect(await unread(wang)).toBe(1)
  })

  test('makes the message of an alarm unread and new when it is announced again', async () => {
    await storeMessages(server, alarm(1), alarm(2, { title: 'Another' }))
    await li.call(markAllAsRead, {})
    clock.at += 1000
    await storeMessages(server, alarm(1, { broadcastTimes: 2, note: 'Still high' }))
    await storeMessages(server, alarm(1, { broadcastTimes: 1, note: 'late' }))
    const [first, second] = (await all(li)).rows
    expect(first).toMatchObject({ alarmId: 1, note: 'Still high', alarmBroadcastTimes: 2, status: 'unread' })
    expect(first?.gmtCreate).toBe(clock.at)
    expect(second).toMatchObject({ alarmId: 2, status: 'read' })
  })

  test('creates a separate message for each state of an order', async () => {
    const order = { type: 'order', equipType: 'repair', dataId: 5, alarmId: 0 } as const
    for (const dataStatus of ['sended', 'accepted', 'sended'])
      await storeMessages(server, alarm(0, { ...order, dataStatus }))
    expect((await all(li)).rows.map(({ dataStatus }) => dataStatus).sort()).toEqual(['accepted', 'sended'])
  })

  test('omits accounts that are removed or disabled', async () => {
    await server.addAccount({ loginname: 'asleep', disabled: true })
    const asleep = await accountIdOf(server, 'asleep')
    await storeMessages(server, alarm(1, { to: [asleep, 999_999 as AccountId, liId] }))
    const rows = await server.platform.db.selectFrom('message').select('accountId').execute()
    expect(rows).toEqual([{ accountId: liId }])
  })

  test('leaves nothing behind if the transaction fails', async () => {
    const { platform } = server
    const work = platform.db.transaction().execute(async (inner) => {
      await putMessages(platform, [alarm(1)], inner)
      throw new Error('undone')
    })
    await expect(work).rejects.toThrow('undone')
    expect(await unread(li)).toBe(0)
  })

  test('truncates a text that is too long, so that the message is not lost', async () => {
    await storeMessages(server, alarm(1, { title: 'x'.repeat(1000), note: '水'.repeat(5000) }))
    const [row] = (await all(li)).rows
    expect([row?.title.length, row?.note.length]).toEqual([limits.messageTitleLength, limits.messageNoteLength])
  })

  test('needs one statement for many messages and accounts', async () => {
    const news = Array.from({ length: 300 }, (_, i) => alarm(i + 1, { to: [liId, wangId], title: `Alarm ${i}` }))
    await storeMessages(server, ...news)
    expect([await unread(li), await unread(wang)]).toEqual([300, 300])
  })
})

describe('the list', () => {
  test('is sorted newest first, ten a page, and filtered by state and type', async () => {
    for (let i = 1; i <= 12; i += 1) {
      clock.at += 1000
      await storeMessages(server, alarm(i, { title: `Alarm ${i}` }))
    }
    await storeMessages(server, notice(1))
    const first = await li.call(queryMessages, {})
    expect([first.total, first.rows.length]).toEqual([13, limits.pageSize])
    expect(first.rows.slice(0, 2).map(({ title }) => title)).toEqual(['Maintenance', 'Alarm 12'])
    expect((await li.call(queryMessages, { pageNo: 2 })).rows.map(({ title }) => title)).toEqual([
      'Alarm 3',
      'Alarm 2',
      'Alarm 1',
    ])
    await li.call(markAsRead, { ids: first.rows.slice(0, 3).map(({ id }) => id) })
    expect((await all(li, { status: 'read' })).total).toBe(3)
    expect((await all(li, { status: 'unread' })).total).toBe(10)
    expect(await titles(li, { type: 'notice' })).toEqual(['Maintenance'])
    expect(await titles(li, { type: 'notice', status: 'unread' })).toEqual([])
  })

  test('is in the language of the caller', async () => {
    await storeMessages(server, notice(1))
    expect((await li.ask(queryMessages, {}, 'zh-cn')).data?.rows[0]).toMatchObject({ title: '维护', note: '今晚' })
  })

  test.each([
    ['a type', { type: 'letter' }, 'type'],
    ['a state', { status: 'new' }, 'status'],
    ['a page', { pageNo: 0 }, 'pageNo'],
  ])('refuses unknown %s', async (_, input, field) => {
    expect(await li.ask(queryMessages, input as never)).toMatchObject({ code: 10001, data: { field } })
  })
})

describe('reading', () => {
  test('marks one, the selected ones, those of a type, or all', async () => {
    await storeMessages(server, alarm(1), alarm(2), alarm(3), notice(1), notice(2))
    const [one, two, three] = (await all(li, { type: 'alarm' })).rows
    await li.call(markAsRead, { ids: [one!.id] })
    expect(await unread(li)).toBe(4)
    await li.call(markAsRead, { ids: [two!.id, three!.id, one!.id] })
    expect(await unread(li)).toBe(2)
    await storeMessages(server, alarm(4))
    await li.call(markAllAsRead, { type: 'notice' })
    expect(await unread(li)).toBe(1)
    await li.call(markAllAsRead, {})
    expect(await unread(li)).toBe(0)
    expect((await all(li)).total).toBe(6)
  })

  test('marks the alarms of one device, and none of its other messages', async () => {
    const other = (await site(server, 'Well')).equipmentId
    await storeMessages(server, alarm(1), alarm(2), alarmOf(other, 3, { to: [liId] }), notice(pump))
    await li.call(markAlarmsAsRead, { equipmentId: pump })
    expect((await all(li, { status: 'unread' })).rows.map(({ type, dataId }) => [type, dataId]).sort()).toEqual(
      [
        ['alarm', other],
        ['notice', pump],
      ].sort(),
    )
  })

  test('deletes the selected messages', async () => {
    await storeMessages(server, alarm(1), alarm(2))
    const [first] = (await all(li)).rows
    await li.call(deleteMessages, { ids: [first!.id] })
    await li.call(deleteMessages, { ids: [first!.id] })
    expect((await all(li)).rows.map(({ id }) => id)).not.toContain(first!.id)
    expect((await all(li)).total).toBe(1)
  })

  test('finds a message by its id, and the newest about an object', async () => {
    await storeMessages(server, alarm(1, { title: 'Old' }))
    clock.at += 1000
    await storeMessages(server, alarm(2, { title: 'New' }))
    const old = (await all(li)).rows.find(({ title }) => title === 'Old')!
    expect(await li.call(messageInfo, { id: old.id })).toEqual(old)
    expect(await li.call(messageInfo, { type: 'alarm', equipType: 'eg', dataId: pump })).toMatchObject({ title: 'New' })
    const card = { type: 'expire', equipType: 'card', dataId: 9, alarmId: 0, title: 'Card expires' } as const
    await storeMessages(server, alarm(0, card))
    expect(await li.call(expireById, { equipType: 'card', dataId: 9 })).toMatchObject({ title: 'Card expires' })
    expect((await li.ask(expireById, { equipType: 'api', dataId: 9 })).code).toBe(10002)
  })
})

describe('dialogs', () => {
  const dialogs = async (who: Caller) => (await who.call(queryDialogs, {})).map(({ dataId }) => dataId)

  test('are shown for unread expiries and announcements, oldest first, until read or ignored', async () => {
    const card = { type: 'expire', equipType: 'card', alarmId: 0 } as const
    await storeMessages(server, alarm(1), notice(1))
    clock.at += 1000
    await storeMessages(server, alarm(0, { ...card, dataId: 2 }), notice(3))
    expect(await dialogs(li)).toEqual([1, 2, 3])
    const [first, second] = await li.call(queryDialogs, {})
    await li.call(ignoreMessage, { id: first!.id })
    await li.call(markAsRead, { ids: [second!.id] })
    expect(await dialogs(li)).toEqual([3])
    expect(await li.call(messageInfo, { id: first!.id })).toMatchObject({ status: 'read' })
  })
})

describe('messages of another account', () => {
  test('are in no list and have no id, and cannot be read, marked or deleted', async () => {
    await storeMessages(server, alarm(1), notice(2))
    const ids = (await all(li)).rows.map(({ id }) => id)
    const other = await server.otherCompany()
    for (const who of [wang, other]) {
      expect(await all(who)).toEqual({ total: 0, rows: [] })
      expect(await unread(who)).toBe(0)
      expect(await who.call(queryDialogs, {})).toEqual([])
      expect((await who.ask(messageInfo, { id: ids[0]! })).code).toBe(10002)
      expect((await who.ask(messageInfo, { type: 'notice', equipType: 'public', dataId: 2 })).code).toBe(10002)
      expect((await who.ask(ignoreMessage, { id: ids[1]! })).code).toBe(10002)
      await who.call(markAsRead, { ids })
      await who.call(markAllAsRead, {})
      await who.call(deleteMessages, { ids })
    }
    await wang.call(markAlarmsAsRead, { equipmentId: pump })
    expect((await other.ask(markAlarmsAsRead, { equipmentId: pump })).code).toBe(1101)
    expect((await all(li, { status: 'unread' })).rows.map(({ id }) => id)).toEqual(ids)
    expect(await li.call(queryDialogs, {})).toHaveLength(1)
  })

  test('messages of a withdrawn device are hidden, and visible again when it is authorised again', async () => {
    const viewer = await person(server, 'viewer', { auths: ['monitor:view'] })
    const given = await server.admin.call(addGrant, { equipmentId: pump, loginname: 'viewer' })
    await storeMessages(server, alarm(1, { to: [viewer.accountId] }), notice(1, { to: [viewer.accountId] }))
    expect(await unread(viewer)).toBe(2)
    await server.admin.call(deleteGrant, { id: given.id })
    expect(await titles(viewer)).toEqual(['Maintenance'])
    expect(await unread(viewer)).toBe(1)
    await viewer.call(markAllAsRead, {})
    await server.admin.call(addGrant, { equipmentId: pump, loginname: 'viewer' })
    expect((await all(viewer, { status: 'unread' })).rows).toMatchObject([{ type: 'alarm' }])
  })

  test('a guest has the messages of the company in which it acts', async () => {
    const other = await server.otherCompany()
    const otherId = await accountIdOf(server, 'other')
    await server.admin.call(addGrant, { equipmentId: pump, loginname: 'other', mayWrite: false })
    await storeMessages(server, alarm(1, { to: [otherId] }))
    expect(await unread(other)).toBe(0)
    const guest = await server.as('other', adminPassword)
    await guest.call(setActing, { orgId: firstOrg })
    expect((await all(guest)).rows).toMatchObject([{ alarmId: 1, dataId: pump }])
  })
})

test('a message about a device shows its details, by JSON and by form', async () => {
  expect(await server.admin.call(equipDetail, { equipmentId: pump })).toMatchObject({
    equipmentId: pump,
    equipName: 'Pump',
    state: expect.any(String),
  })
  const response = await server.admin.raw(equipDetail.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `equipmentId=${pump}`,
  })
  expect(await response.json()).toMatchObject({ code: 200, data: { equipName: 'Pump' } })
  const other = await server.otherCompany()
  expect((await other.ask(equipDetail, { equipmentId: pump })).code).toBe(1101)
})

// This test is the last one, because it moves the clock beyond the end of every session.
describe('an account keeps', () => {
  /** Creates messages, one per millisecond; optionally marks every other one as read. */
  async function fill(count: number, isAnyRead: boolean): Promise<void> {
    await storeMessages(server, ...Array.from({ length: count }, (_, i) => alarm(i + 1)))
    await sql`update message set created_at = alarm_id,
      read_at = case when ${isAnyRead} and alarm_id % 2 = 1 then 1 end`.execute(server.platform.db)
  }
  const kept = async () =>
    (await server.platform.db.selectFrom('message').select('alarmId').orderBy('alarmId').execute()).map(
      ({ alarmId }) => alarmId,
    )
  const atMost = limits.messagesPerAccount

  test('a limited number: beyond it the oldest read ones are removed', async () => {
    clock.at = 0
    await fill(atMost + 20, true)
    await server.turn()
    const left = await kept()
    expect(left).toHaveLength(atMost + 10)
    expect(left.filter((id) => id <= 20)).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])
    clock.at = Date.UTC(2026, 4, 1)
  })

  test('twice as many, if none was read', async () => {
    clock.at = 0
    await fill(atMost * 2 + 5, false)
    await server.turn()
    const left = await kept()
    expect([left.length, left[0]]).toEqual([atMost * 2, 6])
    clock.at = Date.UTC(2026, 4, 1)
  })

  test('none longer than a number of days', async () => {
    await storeMessages(server, alarm(1))
    clock.at += limits.messageDays * dayMs
    await server.turn()
    expect(await kept()).toEqual([1])
    clock.at += 1
    await server.turn()
    expect(await kept()).toEqual([])
  })
})
