import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlarmId, AlarmRuleId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import {
  acknowledgeAlarms,
  alarmInfo,
  commentAlarms,
  countAlarms,
  queryAlarms,
  resetAlarms,
  shelveAlarms,
  takeOutOfService,
  unshelveAlarms,
} from './contract.ts'
import { endShelves, forgetOld } from './upkeep-store.ts'

const start = Date.UTC(2026, 10, 21, 8)
const clock = { at: start }
const minutes = 60_000
let server: TestServer
let db: TestServer['platform']['db']
let equipmentId: EquipmentId
let ruleId: AlarmRuleId
let other: AlarmRuleId
let colleague: Caller

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  db = server.platform.db
  equipmentId = await device(server.admin, 'Intake station 1')
  colleague = await person(server, 'colleague', { auths: ['alarm:acknowledge', 'alarm:shelve'], dataRange: 'all' })
})
afterAll(() => server.stop())

beforeEach(async () => {
  clock.at = start
  await db.deleteFrom('alarmRule').execute()
  ruleId = await alarmRule(db, { equipmentId, name: 'Well level' })
  other = await alarmRule(db, { equipmentId, name: 'Pump tripped' })
})

const raised = (given: Partial<Parameters<typeof alarm>[1]> = {}) =>
  alarm(db, { ruleId, raisedAt: start - 5000, ...given })
const info = (alarmId: AlarmId) => server.admin.call(alarmInfo, { alarmId })
const views = async () => (await server.admin.call(queryAlarms, {})).counts
const lastLine = async () => (await server.admin.call(queryOperations, { objectType: 'alarm' })).rows[0]

describe('acknowledging', () => {
  test('records the account and the comment, and keeps active alarms in the list', async () => {
    const id = await raised()
    expect(await colleague.call(acknowledgeAlarms, { alarmIds: [id], comment: 'Seen at the panel' })).toEqual({
      done: 1,
    })
    const { state, acknowledgedAt, acknowledgedName, comment, notes } = await info(id)
    expect({ state, acknowledgedAt, acknowledgedName, comment }).toEqual({
      ...{ state: 'active', acknowledgedAt: start, acknowledgedName: 'colleague', comment: 'Seen at the panel' },
    })
    expect(notes[0]).toEqual({ at: start, act: 'acknowledged', accountName: 'colleague', text: 'Seen at the panel' })
    expect(await views()).toMatchObject({ open: 1, unacknowledged: 0 })
  })

  test('does not acknowledge alarms raised after the acknowledged one', async () => {
    const [seen, unseen] = [await raised({ clearedAt: start - 100 }), await raised()]
    expect(await server.admin.call(acknowledgeAlarms, { alarmIds: [seen] })).toEqual({ done: 1 })
    expect((await info(seen)).acknowledgedAt).toBe(start)
    expect((await info(unseen)).acknowledgedAt).toBeNull()
  })

  test('closes a cleared alarm and all older open alarms of its rule', async () => {
    const [first, second] = [await raised({ clearedAt: start - 100 }), await raised({ clearedAt: start - 50 })]
    const rest = await alarm(db, { ruleId: other, raisedAt: start - 10 })
    expect(await server.admin.call(acknowledgeAlarms, { alarmIds: [second] })).toEqual({ done: 2 })
    expect((await info(first)).acknowledgedAt).toBe(start)
    expect(await views()).toMatchObject({ open: 1, unacknowledged: 1 })
    expect((await info(rest)).acknowledgedAt).toBeNull()
  })

  test('by two users at the same time acknowledges each alarm once', async () => {
    const rules = await Promise.all(
      Array.from({ length: 12 }, (_, at) => alarmRule(db, { equipmentId, name: `Rule ${at}` })),
    )
    const ids: AlarmId[] = []
    for (const each of rules) ids.push(await alarm(db, { ruleId: each, raisedAt: start - 5000 }))
    const [mine, theirs] = await Promise.all([
      server.admin.call(acknowledgeAlarms, { alarmIds: ids.slice(0, 9), comment: 'mine' }),
      colleague.call(acknowledgeAlarms, { alarmIds: [...ids].reverse().slice(0, 9), comment: 'theirs' }),
    ])
    expect(mine.done + theirs.done).toBe(12)
    for (const id of ids) {
      const { notes, acknowledgedName, comment } = await info(id)
      const acts = notes.filter(({ act }) => act === 'acknowledged')
      expect(acts).toHaveLength(1)
      expect(acts[0]).toMatchObject({ accountName: acknowledgedName, text: comment })
    }
  })

  test('a second time changes nothing', async () => {
    const id = await raised()
    await server.admin.call(acknowledgeAlarms, { alarmIds: [id], comment: 'first' })
    clock.at += 1000
    expect(await colleague.call(acknowledgeAlarms, { alarmIds: [id], comment: 'second' })).toEqual({ done: 0 })
    expect(await info(id)).toMatchObject({ acknowledgedAt: start, comment: 'first' })
  })

  test('accepts a limited number of alarms, and only existing ones', async () => {
    const id = await raised()
    const ask = (alarmIds: AlarmId[], comment?: string) => server.admin.ask(acknowledgeAlarms, { alarmIds, comment })
    expect((await ask([])).code).toBe(10001)
    expect((await ask(new Array<AlarmId>(limits.alarmsAtOnce + 1).fill(id))).code).toBe(10001)
    expect((await ask([id], 'x'.repeat(limits.alarmCommentLength + 1))).code).toBe(10001)
    expect((await ask([id, 999_999 as AlarmId])).code).toBe(10002)
    expect((await info(id)).acknowledgedAt).toBeNull()
    expect(await server.admin.call(acknowledgeAlarms, { alarmIds: [id, id] })).toEqual({ done: 1 })
  })

  test('writes one line to the operation log, with the alarms and the comment', async () => {
    const ids = [await raised(), await alarm(db, { ruleId: other, raisedAt: start })]
    await server.admin.call(acknowledgeAlarms, { alarmIds: ids, comment: 'Known' })
    expect(await lastLine()).toMatchObject({
      ...{ act: 'acknowledgeAlarm', objectType: 'alarm', objectId: null, result: 'success' },
      objectName: 'Well level (Intake station 1) +1',
      after: { comment: 'Known', count: 2, names: 'Well level (Intake station 1), Pump tripped (Intake station 1)' },
    })
  })
})

test('a comment can be added without acknowledging', async () => {
  const id = await raised()
  for (const comment of ['Rake runs by hand', 'Still so'])
    await colleague.call(commentAlarms, { alarmIds: [id], comment })
  const { comment, acknowledgedAt, notes } = await info(id)
  expect([comment, acknowledgedAt]).toEqual(['Still so', null])
  expect(notes.map(({ act, text }) => [act, text]).slice(0, 2)).toEqual([
    ['commented', 'Still so'],
    ['commented', 'Rake runs by hand'],
  ])
  expect(await lastLine()).toMatchObject({
    act: 'commentAlarm',
    objectId: id,
    objectName: 'Well level (Intake station 1)',
  })
})

describe('a latched alarm', () => {
  test('stays open after it was cleared and acknowledged, until it is reset', async () => {
    const id = await raised({ latched: true, clearedAt: start - 100 })
    await server.admin.call(acknowledgeAlarms, { alarmIds: [id] })
    expect(await info(id)).toMatchObject({ state: 'latched', isLatched: true })
    expect(await views()).toMatchObject({ open: 1, unacknowledged: 0, cleared: 1 })
    expect(await colleague.call(resetAlarms, { alarmIds: [id], comment: 'Checked' })).toEqual({ done: 1 })
    expect(await info(id)).toMatchObject({ state: 'cleared', acknowledgedName: 'admin', comment: 'Checked' })
    expect(await views()).toMatchObject({ open: 0, cleared: 1 })
    expect((await info(id)).notes[0]).toMatchObject({ act: 'reset', accountName: 'colleague' })
  })

  test('is acknowledged by the account that resets it', async () => {
    const id = await raised({ latched: true, clearedAt: start - 100 })
    await colleague.call(resetAlarms, { alarmIds: [id] })
    expect(await info(id)).toMatchObject({ state: 'cleared', acknowledgedName: 'colleague' })
  })

  test('cannot be reset while its condition holds; an alarm that is not latched cannot be reset', async () => {
    const holds = await raised({ latched: true })
    const plain = await alarm(db, { ruleId: other, raisedAt: start - 100, clearedAt: start - 50 })
    expect(await server.admin.call(resetAlarms, { alarmIds: [holds, plain] })).toEqual({ done: 0 })
    expect(await views()).toMatchObject({ open: 2, unacknowledged: 2 })
  })
})

describe('shelving', () => {
  const shelve = (ids: AlarmId[], minutesLong = 60, who = server.admin) =>
    who.call(shelveAlarms, { alarmIds: ids, minutes: minutesLong, reason: 'Rake is being repaired' })

  test('silences the rule for a time, including alarms that it raises meanwhile', async () => {
    const id = await raised()
    expect(await shelve([id])).toEqual({ done: 1 })
    await raised({ raisedAt: start })
    expect(await views()).toMatchObject({ open: 0, unacknowledged: 0, shelved: 1 })
    expect(await server.admin.call(countAlarms, {})).toMatchObject({ important: 0, loudest: null })
    const { rows } = await server.admin.call(queryAlarms, { view: 'shelved' })
    const shelf = {
      kind: 'shelved',
      until: start + 60 * minutes,
      reason: 'Rake is being repaired',
      accountName: 'admin',
      at: start,
    }
    expect(rows).toMatchObject([{ shelf, count: 2, raisedAt: start }])
    expect(await lastLine()).toMatchObject({
      act: 'shelveAlarm',
      after: { until: shelf.until, reason: shelf.reason, count: 1 },
    })
  })

  test('ends exactly after its time, and adds a note to the alarm', async () => {
    const id = await raised()
    await shelve([id], 5)
    clock.at += 5 * minutes
    expect(await views()).toMatchObject({ open: 1, shelved: 0 })
    expect((await info(id)).shelf).toBeNull()
    await server.turn()
    expect((await info(id)).notes[0]).toEqual({ at: clock.at, act: 'unshelved', accountName: null, text: null })
    expect(await db.selectFrom('alarmShelf').selectAll().execute()).toEqual([])
    expect(await endShelves(db, clock.at)).toBe(0)
  })

  test('can be ended by hand, and shelving again sets a new time', async () => {
    const id = await raised()
    await shelve([id], 5)
    await shelve([id], 600, colleague)
    expect((await info(id)).shelf).toMatchObject({ until: start + 600 * minutes, accountName: 'colleague' })
    expect(await server.admin.call(unshelveAlarms, { alarmIds: [id] })).toEqual({ done: 1 })
    expect(await server.admin.call(unshelveAlarms, { alarmIds: [id] })).toEqual({ done: 0 })
    expect(await views()).toMatchObject({ open: 1, shelved: 0 })
    expect((await info(id)).notes.map(({ act }) => act)).toEqual(['unshelved', 'shelved', 'shelved', 'raised'])
  })

  test('by two users at the same time creates one shelf', async () => {
    const id = await raised()
    await Promise.all([shelve([id], 5), shelve([id], 10, colleague)])
    expect(await db.selectFrom('alarmShelf').selectAll().execute()).toHaveLength(1)
  })

  test('has a maximum time and needs a reason', async () => {
    const alarmIds = [await raised()]
    const ask = (minutesLong: number, reason: string) =>
      server.admin.ask(shelveAlarms, { alarmIds, minutes: minutesLong, reason })
    const most = limits.shelveDays * 24 * 60
    for (const [long, reason] of [
      [0, 'x'],
      [most + 1, 'x'],
      [5, ' '],
    ] as const)
      expect((await ask(long, reason)).code).toBe(10001)
    expect((await ask(most, 'x')).code).toBe(200)
  })

  test('out of service lasts until it is ended, and shelving does not shorten it', async () => {
    const id = await raised()
    await server.admin.call(takeOutOfService, { alarmIds: [id], reason: 'Sensor is gone' })
    expect(await shelve([id], 5)).toEqual({ done: 0 })
    expect(await endShelves(db, start + 90 * 24 * 3600_000)).toBe(0)
    expect((await info(id)).shelf).toMatchObject({ kind: 'outOfService', until: null })
    expect(await colleague.call(unshelveAlarms, { alarmIds: [id] })).toEqual({ done: 1 })
    expect((await info(id)).notes[0]).toMatchObject({ act: 'inService', accountName: 'colleague' })
    expect(await lastLine()).toMatchObject({ act: 'unshelveAlarm' })
  })
})

describe('accounts without the permission', () => {
  test('cannot acknowledge or shelve', async () => {
    const id = await raised()
    const viewer = await person(server, 'viewer', { auths: ['alarm:view'], dataRange: 'all' })
    expect((await viewer.ask(acknowledgeAlarms, { alarmIds: [id] })).code).toBe(90002)
    expect((await viewer.ask(shelveAlarms, { alarmIds: [id], minutes: 1, reason: 'x' })).code).toBe(90002)
    const others = await server.otherCompany()
    for (const endpoint of [acknowledgeAlarms, resetAlarms, unshelveAlarms])
      expect((await others.ask(endpoint, { alarmIds: [id] })).code).toBe(10002)
    expect(await views()).toMatchObject({ open: 1, unacknowledged: 1 })
  })
})

test('alarms older than the history of the organisation are deleted, except open and shelved ones', async () => {
  const day = 24 * 3600_000
  const { historyDays } = await db
    .selectFrom('organisation')
    .select('historyDays')
    .where('id', '=', 1 as never)
    .executeTakeFirstOrThrow()
  const old = start - (historyDays + 1) * day
  const over = { raisedAt: old, clearedAt: old + 1000, acknowledgedAt: old + 2000 }
  const gone = await raised(over)
  const kept = [await raised({ raisedAt: old }), await raised({ ...over, raisedAt: old + 2 * day })]
  const silent = await alarm(db, { ruleId: other, ...over })
  await server.admin.call(takeOutOfService, { alarmIds: [silent], reason: 'Sensor is gone' })
  expect(await forgetOld(db, start)).toBe(1)
  const left = await db.selectFrom('alarm').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([...kept, silent])
  expect(await db.selectFrom('alarmNote').selectAll().where('alarmId', '=', gone).execute()).toEqual([])
})
