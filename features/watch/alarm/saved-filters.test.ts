import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { deleteAlarmFilter, queryAlarmFilters, saveAlarmFilter, shelveAlarms } from './contract.ts'

const clock = { at: Date.UTC(2026, 10, 21, 8) }
const minutes = 60_000
const hours = 60 * minutes
let server: TestServer
let db: TestServer['platform']['db']
let intake: EquipmentId
let hall: EquipmentId
let colleague: Caller
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, now: () => clock.at })
  db = server.platform.db
  intake = await device(server.admin, 'Intake station 1')
  hall = await device(server.admin, 'Treatment hall A')
  colleague = await person(server, 'colleague', { auths: ['alarm:acknowledge'], dataRange: 'all' })
})
afterAll(() => server.stop())

describe('saved filters', () => {
  test('list the user’s own and the shared ones, each with its number of rows', async () => {
    const rule = (name: string, level: 'severe' | 'normal', equipmentId: EquipmentId) =>
      alarmRule(db, { name, level, equipmentId })
    const [well, pressure] = [await rule('Well', 'severe', intake), await rule('Pressure', 'normal', hall)]
    for (const at of [5, 4]) await alarm(db, { ruleId: well, raisedAt: clock.at - at * minutes })
    const shelved = await alarm(db, { ruleId: pressure, raisedAt: clock.at })
    await alarm(db, { ruleId: pressure, raisedAt: clock.at - hours, clearedAt: clock.at - minutes, acknowledgedAt: 1 })
    await server.admin.call(shelveAlarms, { alarmIds: [shelved], minutes: 60, reason: 'x' })
    const save = (name: string, filter: object, isShared = false) =>
      server.admin.call(saveAlarmFilter, { name, isShared, ...filter })
    await save('Severe', { levels: ['severe'] }, true)
    await save('Intake', { equipmentId: intake, view: 'unacknowledged' })
    await save('Silent', { view: 'shelved' })
    await save('Yesterday', { view: 'cleared' })
    await save('All', { view: 'history' })
    const own = await server.admin.call(queryAlarmFilters, {})
    expect(own.map(({ name, count, isOwn }) => [name, count, isOwn])).toEqual([
      ['All', null, true],
      ['Intake', 1, true],
      ['Severe', 1, true],
      ['Silent', 1, true],
      ['Yesterday', 1, true],
    ])
    expect(own[1]?.filter).toMatchObject({ view: 'unacknowledged', equipmentId: intake })
    expect((await colleague.call(queryAlarmFilters, {})).map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ['Severe', false],
    ])
  })

  test('can be deleted only by the account that created them', async () => {
    const [shared] = await colleague.call(queryAlarmFilters, {})
    expect((await colleague.ask(deleteAlarmFilter, { id: shared!.id })).code).toBe(10002)
    await server.admin.call(deleteAlarmFilter, { id: shared!.id })
    expect(await colleague.call(queryAlarmFilters, {})).toEqual([])
  })

  test('have a maximum number, and cannot name a device that the user cannot see', async () => {
    const other = await server.otherCompany()
    expect((await other.ask(saveAlarmFilter, { name: 'x', equipmentId: intake })).code).toBe(1101)
    const save = () => colleague.ask(saveAlarmFilter, { name: 'x' })
    for (let count = 0; count < limits.namedAlarmFilters; count++) expect((await save()).code).toBe(200)
    expect((await save()).code).toBe(1706)
    expect((await colleague.ask(saveAlarmFilter, { name: 'x', isShared: true })).code).toBe(200)
  })
})
