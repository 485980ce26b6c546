import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlarmId, AlarmRuleId, EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { wallOf } from '../../../core/zone.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { addGroup } from '../../device/group/contract.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { userInfo } from '../../people/login/contract.ts'
import { alarmInfo, countAlarms, exportAlarms, isReleaseByAlarmId, queryAlarms, shelveAlarms } from './contract.ts'

const clock = { at: Date.UTC(2026, 10, 21, 8) }
const minutes = 60_000
const hours = 60 * minutes
let server: TestServer
let db: TestServer['platform']['db']
let intake: EquipmentId
let hall: EquipmentId
const rules: Record<string, AlarmRuleId> = {}
const ids: Record<string, AlarmId> = {}

beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000, callsPerMinute: 10_000, now: () => clock.at })
  db = server.platform.db
  intake = await device(server.admin, 'Intake station 1')
  hall = await device(server.admin, 'Treatment hall A')
  const ruleOf = async (name: string, level: 'severe' | 'important' | 'normal', equipmentId: EquipmentId) => {
    rules[name] = await alarmRule(db, { name, level, equipmentId })
    return rules[name]
  }
  const ago = (ms: number) => clock.at - ms
  const well = await ruleOf('Well level', 'severe', intake)
  ids.well = await alarm(db, { ruleId: well, raisedAt: ago(5 * minutes) })
  // Chattering: three alarms were cleared without acknowledgement, one is still active.
  const filter = await ruleOf('Filter', 'normal', hall)
  for (const at of [20, 15, 10])
    await alarm(db, { ruleId: filter, raisedAt: ago(at * minutes), clearedAt: ago((at - 1) * minutes) })
  ids.filter = await alarm(db, { ruleId: filter, raisedAt: ago(6 * minutes) })
  const pump = await ruleOf('Pump', 'important', hall)
  ids.pump = await alarm(db, { ruleId: pump, raisedAt: ago(2 * minutes), clearedAt: ago(minutes) })
  const gateway = await ruleOf('Gateway', 'severe', intake)
  const seen = { acknowledgedAt: ago(2 * hours), acknowledgedName: 'Wang Fang', comment: 'No mains' }
  ids.gateway = await alarm(db, { ruleId: gateway, raisedAt: ago(2 * hours), ...seen })
  const over = await ruleOf('Over', 'severe', intake)
  const ended = { clearedAt: ago(3 * hours), acknowledgedAt: ago(3 * hours), acknowledgedName: 'Li Wei' }
  ids.over = await alarm(db, { ruleId: over, raisedAt: ago(4 * hours), ...ended })
  ids.older = await alarm(db, { ruleId: over, raisedAt: ago(40 * hours), ...ended, clearedAt: ago(39 * hours) })
})
afterAll(() => server.stop())

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const list = (input: Parameters<Caller['call']>[1] = {}, caller = server.admin) =>
  caller.call(queryAlarms, input as never)

describe('the list of open alarms', () => {
  test('has one row per rule: not acknowledged first, then by severity, then newest', async () => {
    const { total, rows } = await list()
    expect(names(rows)).toEqual(['Well level', 'Pump', 'Filter', 'Gateway'])
    expect(total).toBe(4)
  })

  test('shows a chattering rule as one row with the number of alarms and the first one', async () => {
    const { rows } = await list({ keyword: 'filter' })
    expect(rows).toMatchObject([
      { id: ids.filter, state: 'active', count: 4, firstAt: clock.at - 20 * minutes, raisedAt: clock.at - 6 * minutes },
    ])
  })

  test('is paged by rules', async () => {
    const page = (pageNo: number) => list({ pageNo, pageSize: 3 })
    expect(names((await page(1)).rows)).toEqual(['Well level', 'Pump', 'Filter'])
    expect(names((await page(2)).rows)).toEqual(['Gateway'])
    expect((await page(3)).rows).toEqual([])
  })

  test('says what the alarm is, and who acknowledged it', async () => {
    const { rows } = await list({ ruleId: rules.Gateway })
    expect(rows).toMatchObject([
      {
        ...{ equipmentName: 'Intake station 1', zone: null },
        kind: 'limit',
        level: 'severe',
        value: 4.82,
        unit: 'm',
        decimals: 2,
        limitText: '> 4.5',
        state: 'active',
        acknowledgedName: 'Wang Fang',
        comment: 'No mains',
        shelf: null,
        isLatched: false,
      },
    ])
  })
})

test('an alarm’s current state is known while its gateway is online; that of a platform alarm always', async () => {
  const at = await device(server.admin, 'Heard')
  const ruleId = await alarmRule(db, { equipmentId: at, name: 'Heard high' })
  const offline = await alarmRule(db, { equipmentId: at, name: 'Heard offline', condition: { kind: 'offline' } })
  const ofRule = await alarm(db, { ruleId, raisedAt: clock.at })
  const ofPlatform = await alarm(db, { ruleId: offline, raisedAt: clock.at, value: null })
  const heard = async (alarmId: AlarmId) => (await server.admin.call(alarmInfo, { alarmId })).isHeard
  expect([await heard(ofRule), await heard(ofPlatform)]).toEqual([false, true])
  const ownGateway = db.selectFrom('binding').select('gatewayId').where('equipmentId', '=', at)
  await db.updateTable('gateway').set({ state: 'online' }).where('id', 'in', ownGateway).execute()
  expect([await heard(ofRule), await heard(ofPlatform)]).toEqual([true, true])
  await db.deleteFrom('alarm').where('equipmentId', '=', at).execute()
})

describe('views and counts', () => {
  test('each view counts its rows under the same filter', async () => {
    expect((await list()).counts).toEqual({ open: 4, unacknowledged: 3, shelved: 0, cleared: 5 })
    expect((await list({ equipmentId: intake })).counts).toEqual({ open: 2, unacknowledged: 1, shelved: 0, cleared: 1 })
    for (const view of ['unacknowledged', 'cleared'] as const) {
      const { total, rows, counts } = await list({ view, pageSize: 50 })
      expect([view, total, rows.length]).toEqual([view, counts[view], counts[view]])
    }
  })

  test('cleared alarms are those of the last day, newest first; the history has all', async () => {
    expect((await list({ view: 'cleared' })).rows.map(({ id }) => id)[0]).toBe(ids.pump)
    const { total, rows } = await list({ view: 'history', pageSize: 50 })
    expect(total).toBe(9)
    const raised = rows.map(({ raisedAt }) => raisedAt)
    expect(raised).toEqual([...raised].sort((a, b) => b - a))
    expect(rows.at(-1)).toMatchObject({ id: ids.older, state: 'cleared', count: 1 })
  })

  test.each([
    [{ levels: ['severe' as const] }, ['Well level', 'Gateway']],
    [{ kinds: ['offline' as const] }, []],
    [{ keyword: 'treatment' }, ['Pump', 'Filter']],
    [{ keyword: '100%' }, []],
    [{ from: clock.at - 3 * minutes }, ['Pump']],
    [{ to: clock.at - hours }, ['Gateway']],
  ])('a filter narrows: %j', async (filter, expected) => {
    expect(names((await list(filter)).rows)).toEqual(expected)
  })

  test('a group includes the devices of its subgroups', async () => {
    const above = await server.admin.call(addGroup, { name: 'Waterworks', parentId: null })
    const below = await server.admin.call(addGroup, { name: 'Intake', parentId: above.id })
    await db.updateTable('equipment').set({ groupId: below.id }).where('id', '=', intake).execute()
    for (const { id } of [above, below])
      expect(names((await list({ groupId: id })).rows)).toEqual(['Well level', 'Gateway'])
  })

  test('a range of more than 30 days is refused', async () => {
    const codeTo = async (to: number) => (await server.admin.ask(queryAlarms, { view: 'history', from: 0, to })).code
    expect([await codeTo(30 * 24 * hours), await codeTo(30 * 24 * hours + 1)]).toEqual([200, 10009])
  })

  test('an end before the start is refused, and pages of the history beyond the limit are empty', async () => {
    expect((await server.admin.ask(queryAlarms, { from: 2, to: 1 })).code).toBe(10010)
    expect((await list({ view: 'history', pageNo: limits.alarmsCounted, pageSize: 200 })).rows).toEqual([])
  })
})

test('the counts are per rule, with the loudest unacknowledged severity', async () => {
  const of = (equipmentId: EquipmentId | null) => server.admin.call(countAlarms, { equipmentId })
  const newestAt = clock.at - 2 * minutes
  const active = { severe: 2, important: 0, normal: 1 }
  const all = { severe: 2, important: 1, normal: 1, active, unacknowledged: 3, loudest: 'severe', newestAt }
  expect(await of(null)).toEqual(all)
  expect(await of(hall)).toEqual({
    severe: 0,
    important: 1,
    normal: 1,
    active: { severe: 0, important: 0, normal: 1 },
    unacknowledged: 2,
    loudest: 'important',
    newestAt,
  })
  const quiet = await device(server.admin, 'Quiet')
  const none = { severe: 0, important: 0, normal: 0 }
  expect(await of(quiet)).toEqual({ ...none, active: none, unacknowledged: 0, loudest: null, newestAt: null })
})

test('one alarm with its notes, its advice and its median duration', async () => {
  const condition = { kind: 'limit', signalId: 1 as never, is: 'above', limit: 20, deadBand: undefined } as const
  const ruleId = await alarmRule(db, {
    equipmentId: hall,
    name: 'Pressure',
    level: 'normal',
    condition,
    advice: 'Open the vent.',
    setPointIds: [7 as never],
  })
  const at = (days: number) => clock.at - days * 24 * hours
  const seen = (days: number, stoodMs: number) => ({
    ruleId,
    raisedAt: at(days),
    clearedAt: at(days) + stoodMs,
    acknowledgedAt: at(days),
  })
  await alarm(db, seen(40, 99 * minutes))
  for (const [days, stood] of [
    [9, 10],
    [8, 20],
    [7, 60],
  ] as const)
    await alarm(db, seen(days, stood * minutes))
  const last = await alarm(db, seen(6, 30 * minutes))
  const info = await server.admin.call(alarmInfo, { alarmId: last })
  expect(info).toMatchObject({ id: last, advice: 'Open the vent.', setPointIds: [7], limit: 20, columnId: null })
  expect(info.limits).toContainEqual({ limit: 20, name: 'Pressure' })
  expect(info.notes.map(({ act }) => act)).toEqual(['cleared', 'raised'])
  expect(info.same.map(({ raisedAt }) => raisedAt)).toEqual([at(6), at(7), at(8), at(9)])
  expect(info.medianMs).toBe(25 * minutes)
})

test('the limits beside a curve are those of all enabled rules of the variable', async () => {
  const at = await device(server.admin, 'Limits')
  const above = (name: string, limit: number, signalId = 77) =>
    alarmRule(db, {
      equipmentId: at,
      name,
      condition: { kind: 'limit', signalId: signalId as never, is: 'above', limit, deadBand: undefined },
    })
  const high = await above('High', 4.5)
  await above('Very high', 5.2)
  await above('Of another variable', 9, 78)
  const off = await above('Off', 6)
  const removed = await above('Removed', 7)
  await db.updateTable('alarmRule').set({ enabled: false }).where('id', '=', off).execute()
  await db.updateTable('alarmRule').set({ removedAt: 5 }).where('id', '=', removed).execute()
  const alarmId = await alarm(db, { ruleId: high, raisedAt: clock.at, clearedAt: clock.at, acknowledgedAt: clock.at })
  expect((await server.admin.call(alarmInfo, { alarmId })).limits).toEqual([
    { limit: 4.5, name: 'High' },
    { limit: 5.2, name: 'Very high' },
  ])
})

test('an acknowledged alarm counts as resolved', async () => {
  const is = (alarmId: AlarmId | undefined) => server.admin.call(isReleaseByAlarmId, { alarmId: alarmId! })
  expect([await is(ids.gateway), await is(ids.well), await is(ids.over)]).toEqual([true, false, true])
})

describe('an account that sees only some devices', () => {
  let viewer: Caller
  beforeAll(async () => {
    viewer = await person(server, 'viewer', { auths: ['alarm:view', 'alarm:export', 'alarm:shelve', 'signal:write'] })
    await server.admin.call(addGrant, { equipmentId: hall, loginname: 'viewer', mayWrite: false })
  })

  test('gets alarms, counts and statistics only for those devices', async () => {
    const { rows, counts } = await list({}, viewer)
    expect(names(rows)).toEqual(['Pump', 'Filter'])
    expect(counts).toEqual({ open: 2, unacknowledged: 2, shelved: 0, cleared: 4 })
    expect(await viewer.call(countAlarms, {})).toMatchObject({ severe: 0, important: 1, normal: 1 })
    const text = await (await viewer.raw(exportAlarms.path, sent({ view: 'history', format: 'csv' }))).text()
    expect(text).toContain('Filter')
    expect(text).not.toContain('Well level')
  })

  test('cannot open alarms of other devices, nor shelve alarms of devices that it may only view', async () => {
    expect((await viewer.ask(alarmInfo, { alarmId: ids.well! })).code).toBe(10002)
    expect((await viewer.ask(queryAlarms, { equipmentId: intake })).code).toBe(1101)
    expect((await viewer.ask(shelveAlarms, { alarmIds: [ids.pump!], minutes: 5, reason: 'x' })).code).toBe(90007)
    expect((await viewer.ask(shelveAlarms, { alarmIds: [ids.well!, ids.pump!], minutes: 5, reason: 'x' })).code).toBe(
      10002,
    )
    expect((await viewer.call(alarmInfo, { alarmId: ids.pump! })).setPointIds).toEqual([])
  })
})

describe('alarms of several devices', () => {
  const of = async (equipmentIds: EquipmentId[], more: object = {}) =>
    names((await list({ view: 'history', keyword: 'e', equipmentIds, ...more })).rows)

  test('are listed newest first; an empty list of devices means all', async () => {
    const both = await of([intake, hall])
    expect(both.slice(0, 2)).toEqual(['Pump', 'Well level'])
    expect(both).toContain('Gateway')
    expect(await of([])).toEqual(both)
    expect(await of([hall])).not.toContain('Gateway')
    expect(await of([intake], { equipmentId: intake })).toEqual(await of([intake]))
    expect(await of([intake], { equipmentId: hall })).toEqual([])
  })

  test('are counted over the same devices', async () => {
    const { total, counts } = await list({ equipmentIds: [hall] })
    expect([total, counts]).toEqual([2, { open: 2, unacknowledged: 2, shelved: 0, cleared: 4 }])
  })

  test('are refused if the caller cannot see one of the devices, also in the export', async () => {
    const looker = await person(server, 'looker', { auths: ['alarm:view', 'alarm:export'] })
    await server.admin.call(addGrant, { equipmentId: hall, loginname: 'looker', mayWrite: false })
    expect((await looker.ask(queryAlarms, { equipmentIds: [hall] })).code).toBe(200)
    expect((await looker.ask(queryAlarms, { equipmentIds: [hall, intake] })).code).toBe(1101)
    const input = { equipmentIds: [hall, intake], format: 'csv' as const }
    expect((await looker.ask(exportAlarms, input)).code).toBe(1101)
    const text = await (await looker.raw(exportAlarms.path, sent({ ...input, equipmentIds: [hall] }))).text()
    expect(text).toContain('Filter')
    expect(text).not.toContain('Gateway')
  })

  test('are limited to a hundred devices', async () => {
    const many = Array.from({ length: limits.alarmDevices + 1 }, () => hall)
    expect(await server.admin.ask(queryAlarms, { equipmentIds: many })).toMatchObject({
      code: 10001,
      data: { field: 'equipmentIds' },
    })
  })
})

test('another company sees nothing', async () => {
  const other = await server.otherCompany()
  expect(await list({ view: 'history' }, other)).toMatchObject({ total: 0, rows: [], counts: { open: 0, cleared: 0 } })
  expect(await list({ ruleId: rules.Pump }, other)).toMatchObject({ total: 0, rows: [] })
  expect((await other.ask(alarmInfo, { alarmId: ids.well! })).code).toBe(10002)
})

const sent = (input: object, language = 'en') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'accept-language': language },
  body: JSON.stringify(input),
})

describe('the export', () => {
  test('has one row per alarm in the language of the caller, and escapes formulas', async () => {
    const ruleId = await alarmRule(db, { equipmentId: intake, name: '=1+1', level: 'normal' })
    const id = await alarm(db, {
      ruleId,
      raisedAt: clock.at - 50 * hours,
      clearedAt: clock.at - 49 * hours,
      value: '@x',
      comment: '+cmd',
      acknowledgedAt: 1,
    })
    const response = await server.admin.raw(
      exportAlarms.path,
      sent({ view: 'history', ruleId, format: 'csv' }, 'zh-cn'),
    )
    expect(response.headers.get('content-type')).toContain('text/csv')
    const [head, row] = (await response.text()).replace('\uFEFF', '').split('\r\n')
    expect(head).toBe(
      '序号,级别,类型,设备,变量,报警,报警内容,报警值,单位,限值,状态,触发时间（Asia/Shanghai）,恢复时间（Asia/Shanghai）,确认时间（Asia/Shanghai）,确认人,备注',
    )
    expect(row).toContain(`${id},一般,限值,Intake station 1,,"'=1+1","'=1+1","'@x",m,> 4.5,已恢复,`)
    expect(row).toContain(`"'+cmd"`)
  })

  test('is a workbook with times in the zone of the caller, and writes formulas as text', async () => {
    const ruleId = await alarmRule(db, { equipmentId: intake, name: '=2+2', level: 'severe' })
    const raisedAt = clock.at - 60 * hours
    const id = await alarm(db, { ruleId, raisedAt, clearedAt: raisedAt + hours })
    const response = await server.admin.raw(exportAlarms.path, sent({ view: 'history', ruleId, format: 'xlsx' }))
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    expect(response.headers.get('content-disposition')).toContain('.xlsx')
    const book = new excel.Workbook()
    await book.xlsx.load(await response.arrayBuffer())
    const sheet = book.getWorksheet('alarms 1')!
    expect(sheet.rowCount).toBe(2)
    const [headings, row] = [1, 2].map((n) => sheet.getRow(n).values as unknown[])
    const cells = Object.fromEntries(headings!.flatMap((heading, c) => [[heading, row![c] ?? null]]))
    expect(cells).toMatchObject({
      'No.': id,
      Alarm: '=2+2',
      Value: 4.82,
      Severity: 'Severe',
      'Acknowledged (Asia/Shanghai)': null,
    })
    const { zone } = await server.admin.call(userInfo, {})
    expect(cells[`Raised (${zone})`]).toEqual(new Date(wallOf(zone, raisedAt)))
    expect(cells[`Cleared (${zone})`]).toEqual(new Date(wallOf(zone, raisedAt + hours)))
  })

  test('of several portions neither loses nor repeats a row', async () => {
    const ruleId = await alarmRule(db, { equipmentId: hall, name: 'Many', level: 'normal' })
    const one = await alarm(db, { ruleId, raisedAt: 1000, clearedAt: 2000, acknowledgedAt: 3000 })
    const {
      id: _,
      occurrence: __,
      isOpen: ___,
      ...row
    } = await db.selectFrom('alarm').selectAll().where('id', '=', one).executeTakeFirstOrThrow()
    const more = Array.from({ length: 1100 }, (_, at) => ({
      ...row,
      value: null,
      occurrence: `many-${at}`,
      raisedAt: 1000 + Math.floor(at / 7),
    }))
    await db.insertInto('alarm').values(more).execute()
    const file = await server.admin.raw(exportAlarms.path, sent({ view: 'history', ruleId, format: 'csv' }))
    const lines = (await file.text()).trim().split('\r\n').slice(1)
    const numbers = lines.map((line) => line.split(',')[0])
    expect(numbers).toHaveLength(1101)
    expect(new Set(numbers).size).toBe(1101)
  })
})
