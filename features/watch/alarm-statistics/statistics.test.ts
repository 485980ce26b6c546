import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlarmRuleId, EquipmentId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { addGroup } from '../../device/group/contract.ts'
import { alarmStatistics } from './contract.ts'

const minutes = 60_000
const hours = 60 * minutes
let server: TestServer
let db: TestServer['platform']['db']
let intake: EquipmentId
let hall: EquipmentId
const to = Date.UTC(2026, 5, 2)
const from = to - 24 * hours
beforeAll(async () => {
  server = await testServer()
  db = server.platform.db
  intake = await device(server.admin, 'Intake station 1')
  hall = await device(server.admin, 'Treatment hall A')
  const chatters = await alarmRule(db, { equipmentId: hall, name: 'Filter', level: 'normal' })
  const calm = await alarmRule(db, { equipmentId: intake, name: 'Level', level: 'severe' })
  const raise = (ruleId: AlarmRuleId, at: number, stood: number | null) =>
    alarm(db, { ruleId, raisedAt: at, clearedAt: stood === null ? null : at + stood })
  // Four alarms within ten minutes count as chattering, three do not.
  for (const at of [0, 3, 6, 9]) await raise(chatters, from + 5 * hours + at * minutes, minutes)
  for (const at of [0, 3, 6]) await raise(calm, from + 7 * hours + at * minutes, 2 * minutes)
  await raise(calm, from - 3 * hours, null)
  await raise(calm, to, null)
})
afterAll(() => server.stop())

const of = (input: object) => server.admin.call(alarmStatistics, { from, to, ...input })

test('statistics count by hour, peak, chattering rules, long active alarms and severity', async () => {
  const { perHour, ...figures } = await of({})
  expect(perHour).toHaveLength(24)
  expect([perHour[5], perHour[7]]).toEqual([4, 3])
  expect(figures).toMatchObject({ total: 7, chattering: 1, standing: 1, mix: { severe: 3, important: 0, normal: 4 } })
  expect(figures.peak).toEqual({ count: 4, from: from + 5 * hours })
})

test('statistics list the most frequent and the longest alarms', async () => {
  const { mostFrequent, longest } = await of({})
  expect(mostFrequent.map(({ name, count, activeMs }) => [name, count, activeMs])).toEqual([
    ['Filter', 4, 4 * minutes],
    ['Level', 3, 6 * minutes],
  ])
  expect(longest[0]).toMatchObject({ name: 'Level', raisedAt: from - 3 * hours, clearedAt: null })
  expect(longest).toHaveLength(8)
})

test('statistics cover the devices in a group and its subgroups', async () => {
  const above = await server.admin.call(addGroup, { name: 'Plant', parentId: null })
  const below = await server.admin.call(addGroup, { name: 'Hall', parentId: above.id })
  await db.updateTable('equipment').set({ groupId: below.id }).where('id', '=', hall).execute()
  const { mostFrequent, ...figures } = await of({ groupId: above.id })
  expect(figures).toMatchObject({ total: 4, chattering: 1, standing: 0, peak: { count: 4 } })
  expect(mostFrequent.map(({ name, level, equipmentName }) => [name, level, equipmentName])).toEqual([
    ['Filter', 'normal', 'Treatment hall A'],
  ])
  expect(figures.longest.map(({ name }) => name)).toEqual(Array(4).fill('Filter'))
})

test('statistics count a rule as chattering at four alarms in less than ten minutes, not at exactly ten', async () => {
  const day = from + 240 * hours
  const ruleId = await alarmRule(db, { equipmentId: hall, name: 'Screen' })
  const chattering = async () => (await of({ from: day, to: day + 24 * hours })).chattering
  for (const at of [0, 1, 2, 10])
    await alarm(db, { ruleId, raisedAt: day + at * minutes, clearedAt: day + 11 * minutes })
  expect(await chattering()).toBe(0)
  await alarm(db, { ruleId, raisedAt: day + 11 * minutes - 1, clearedAt: day + 12 * minutes })
  expect(await chattering()).toBe(1)
})

test('statistics cover one device, and are empty without alarms', async () => {
  expect(await of({ equipmentId: hall })).toMatchObject({ total: 4, standing: 0 })
  const quiet = await of({ from: from - 48 * hours, to: from - 24 * hours })
  expect(quiet).toMatchObject({ total: 0, peak: null, chattering: 0, mostFrequent: [], longest: [] })
})

test('statistics cover at most thirty days', async () => {
  const ask = (input: { from: number; to: number }) => server.admin.ask(alarmStatistics, input)
  expect((await ask({ from: to, to: from })).code).toBe(10010)
  expect((await ask({ from: to - 31 * 24 * hours, to })).code).toBe(10009)
})
