// Tracks over HTTP, from stored variables and from positions reported by gateways.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { ColumnId } from '../../../contract/fields.ts'
import type { GatewayConfig } from '../../../contract/gateway-config.ts'
import { rule } from '../../../testkit/alarm-config.ts'
import { toldByBox } from '../../../testkit/box-told.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site, settled } from '../../../testkit/site.ts'
import { saveAlarmRules } from '../../device/alarm-rules/contract.ts'
import { queryConfig } from '../../device/config/contract.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { startSync } from '../../gateway/gateway/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryAllForMap } from '../../project/monitor/contract.ts'
import { queryTrack, saveTrackSettings, trackSettings } from './contract.ts'
import { fenceEvents, fixEveryMs, fixesOf, fixKeptMs } from './rules.ts'
import { forgetFixes } from './store.ts'

const minute = 60_000
let server: TestServer
const sites: Site[] = []
let number = 0
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  for (const { box } of sites) await box[Symbol.asyncDispose]()
  await server.stop()
})

const drafts = [
  { name: 'Lon', title: 'Longitude', address: '40001', dataType: 'float64', unit: '°' },
  { name: 'Lat', title: 'Latitude', address: '40005', dataType: 'float64', unit: '°' },
  { name: 'Plate', title: 'Plate', address: '40100', dataType: 'string', length: 10 },
  { name: 'Order', title: 'Order', address: '40200', dataType: 'int16', access: 'w' },
] as const

async function vehicle() {
  number += 1
  const site = await liveSite(server, `Vehicle ${number}`, server.admin, drafts as never)
  sites.push(site)
  return site
}

async function moving() {
  const site = await vehicle()
  const { columnIds } = await addReport(server.admin, site.equipmentId, { columns: ['Lon', 'Lat'] })
  const [longitude, latitude] = columnIds as [ColumnId, ColumnId]
  const { equipmentId } = site
  await server.admin.call(saveTrackSettings, {
    ...{ equipmentId, source: 'signals', longitudeId: site.id('Lon'), latitudeId: site.id('Lat') },
  })
  const tell = async (rows: readonly (readonly [at: number, lon: number | null, lat: number | null])[]) => {
    let seq = 0
    for (const [at, x, y] of rows)
      seq = await site.box.record(
        { [longitude]: x, [latitude]: y },
        { at, codes: [x === null ? 1714 : 200, y === null ? 1714 : 200] },
      )
    await eventually(() => expect(site.box.acked()).toBe(seq))
  }
  return { site, tell }
}

const asked = (site: Pick<Site, 'equipmentId'>, change: Partial<InputOf<typeof queryTrack>> = {}) => ({
  ...{ equipmentId: site.equipmentId, from: Date.now() - 120 * minute, to: Date.now() },
  ...change,
})

test('consists of two stored variables, with stretches, stops and distance', async () => {
  const { site, tell } = await moving()
  const begun = Date.now() - 60 * minute
  const at = (index: number) => begun + index * minute
  const rows = [
    // A kilometre north per minute, ten minutes at one place, a bad reading, another kilometre.
    ...[0, 1, 2, 3].map((i) => [at(i), 121.47, 31.2 + i * 0.009] as const),
    ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((i) => [at(i), 121.47, 31.227] as const),
    [at(14), 121.47, null] as const,
    ...[15, 16].map((i) => [at(i), 121.47, 31.3 + i * 0.009] as const),
  ]
  await tell(rows)
  const from = begun - minute
  const track = await server.admin.call(queryTrack, asked(site, { from }))
  expect(track).toMatchObject({ zone: 'Asia/Shanghai', source: 'signals', isStored: true, total: 16, stopCount: 1 })
  expect(track.starts).toEqual([0, 14])
  expect(track.times[0]).toBe(minute)
  expect(track.stops).toMatchObject([{ from: at(3), to: at(13) }])
  expect(track.drivenM).toBeGreaterThan(3900)
  expect(track.drivenM).toBeLessThan(4100)
  expect(track.speeds[0]).toBeNull()
  expect(track.speeds[1]).toBeCloseTo(60, -1)
  const few = await server.admin.call(queryTrack, asked(site, { from, points: 5 }))
  expect(few.times.length).toBeLessThanOrEqual(5)
  expect(few).toMatchObject({ total: 16, drivenM: track.drivenM })
  expect((await server.admin.call(queryTrack, asked(site, { stopMinutes: 15 }))).stops).toEqual([])
  expect((await server.admin.call(queryTrack, asked(site, { to: begun - 1 }))).total).toBe(0)
})

test('breaks where the gateway lost readings', async () => {
  const { site, tell } = await moving()
  const begun = Date.now() - 30 * minute
  await tell([
    [begun, 8, 47],
    [begun + minute, 8.001, 47],
  ])
  await site.box.gap(3, { fromAt: begun + minute + 5000, toAt: begun + minute + 9000 })
  await tell([[begun + 2 * minute, 8.002, 47]])
  const track = await server.admin.call(queryTrack, asked(site))
  expect(track.holes).toHaveLength(1)
  expect(track.starts).toEqual([0, 2])
})

describe('settings', () => {
  test('accept readable numeric variables, and are logged', async () => {
    const site = await vehicle()
    const { equipmentId } = site
    const none = await server.admin.call(trackSettings, { equipmentId })
    expect(none).toMatchObject({ source: null, longitudeId: null, latitudeId: null })
    expect(none.signals.map(({ title }) => title)).toEqual(['Longitude', 'Latitude'])
    expect(await server.admin.call(queryTrack, asked(site))).toMatchObject({ source: null, isStored: false, total: 0 })
    const signals = { longitudeId: site.id('Lon'), latitudeId: site.id('Lat') }
    await server.admin.call(saveTrackSettings, { equipmentId, source: 'signals', ...signals })
    expect(await server.admin.call(trackSettings, { equipmentId })).toMatchObject({ source: 'signals', ...signals })
    expect((await server.admin.call(queryOperations, {})).rows[0]).toMatchObject({
      ...{
        act: 'setTrack',
        before: { positions: null },
        after: { positions: 'signals', longitude: 'Longitude', latitude: 'Latitude' },
      },
    })
    // No report stores the variables of the position yet.
    expect(await server.admin.call(queryTrack, asked(site))).toMatchObject({ source: 'signals', isStored: false })
    await server.admin.call(saveTrackSettings, { equipmentId, source: 'gateway', ...signals })
    expect(await server.admin.call(trackSettings, { equipmentId })).toMatchObject({
      ...{ source: 'gateway', longitudeId: null, latitudeId: null },
    })
    await server.admin.call(saveTrackSettings, { equipmentId, source: null })
    expect(await server.admin.call(trackSettings, { equipmentId })).toMatchObject({ source: null })
  })

  test.each([
    ['no longitude', { latitudeId: 'Lat' }, 'longitudeId'],
    ['the same variable twice', { longitudeId: 'Lon', latitudeId: 'Lon' }, 'latitudeId'],
    ['a text', { longitudeId: 'Lon', latitudeId: 'Plate' }, 'latitudeId'],
    ['a variable that is only written', { longitudeId: 'Order', latitudeId: 'Lat' }, 'longitudeId'],
  ])('refuse %s', async (_, named, field) => {
    const site = await vehicle()
    const ids = Object.fromEntries(Object.entries(named).map(([key, name]) => [key, site.id(name)]))
    const input = { equipmentId: site.equipmentId, source: 'signals' as const, ...ids }
    expect(await server.admin.ask(saveTrackSettings, input)).toMatchObject({ code: 10_001, data: { field } })
  })

  test('refuse a variable of another device', async () => {
    const [own, other] = [await vehicle(), await vehicle()]
    const input = { longitudeId: own.id('Lon'), latitudeId: other.id('Lat') }
    const { code } = await server.admin.ask(saveTrackSettings, {
      ...{ equipmentId: own.equipmentId, source: 'signals', ...input },
    })
    expect(code).toBe(10_001)
  })
})

describe('positions reported by the gateway', () => {
  const located = (at: number, longitude = 121, latitude = 31) => ({
    isOn: true,
    left: 3,
    fix: { at, longitude, latitude, accuracyM: 300 },
  })

  test('are points without a way between them', async () => {
    const site = await vehicle()
    const { equipmentId, box } = site
    await server.admin.call(saveTrackSettings, { equipmentId, source: 'gateway' })
    const bound = Date.now()
    const tell = (location: ReturnType<typeof located>) =>
      box.say('box', { at: Date.now(), box: { ...toldByBox, location } })
    const fixes = () =>
      server.platform.db.selectFrom('gatewayFix').selectAll().where('equipmentId', '=', equipmentId).execute()
    await tell(located(bound + 1))
    await eventually(async () => expect(await fixes()).toHaveLength(1))
    // A repeated position is stored once, and another one soon after it is skipped.
    await tell(located(bound + 1))
    await tell(located(bound + 2000, 122))
    await tell(located(bound - 90 * minute, 120))
    const track = await server.admin.call(queryTrack, asked(site, { to: Date.now() + minute }))
    expect(track).toMatchObject({ source: 'gateway', isStored: true, total: 1, longitudes: [121], drivenM: 0 })
    expect(await fixes()).toMatchObject([{ accuracyM: 300 }])
    await forgetFixes(server.platform.db, bound + 2)
    expect(await fixes()).toEqual([])
  })

  test.each([
    ['a good one', {}, 1],
    ['without a fix', { longitude: 0, latitude: 0 }, 0],
    ['of a clock that is far ahead', { at: 3_600_000 }, 0],
    ['of last month', { at: -30 * 24 * 3_600_000 }, 0],
  ])('%s', (_, change, count) => {
    const now = 1_800_000_000_000
    const { at = 0, ...rest } = change as { at?: number }
    const fix = { ...located(now + at).fix, ...rest }
    const box = { location: { isOn: true, left: 1, fix } }
    expect(fixesOf([{ sn: 'A', box, at: now }])).toHaveLength(count)
  })

  test('keep only the last one per gateway in a batch', () => {
    const told = [1000, 2000].map((at) => ({ sn: 'A', box: { location: located(at) }, at: 5000 }))
    expect(fixesOf(told)).toMatchObject([{ at: 2000 }])
    expect(fixEveryMs).toBeLessThan(fixKeptMs)
  })
})

test('geofences of alarm rules are included, with entering and leaving', async () => {
  const { site, tell } = await moving()
  const { equipmentId, box } = site
  const area = { kind: 'circle', longitude: 121.47, latitude: 31.2, radiusM: 500 } as const
  const condition = {
    kind: 'fence',
    longitudeId: site.id('Lon'),
    latitudeId: site.id('Lat'),
    is: 'outside',
    area,
  } as const
  const { version } = await server.admin.call(queryConfig, { equipmentId })
  const yard = { name: 'Yard', level: 'important', condition } as const
  const saved = await server.admin.call(saveAlarmRules, { equipmentId, version, save: [yard], remove: [] })
  const { uuid } = await server.admin.call(startSync, { id: site.gatewayId })
  expect(await settled(server.admin, uuid)).toMatchObject({ status: 'success' })
  const sent = box.commands.findLast(({ kind }) => kind === 'configure')
  const { alarms } = (sent as { bound: { config: GatewayConfig } }).bound.config
  expect(alarms).toMatchObject([{ fence: { is: 'outside', area } }])
  const left = Date.now()
  const back = left + 2000
  await tell([[left - minute, 121.47, 31.2]])
  const alarm = { ruleId: alarms![0]!.id, alarm: 'a'.repeat(16) }
  await box.event([{ ...alarm, kind: 'raised', t: left }])
  await box.event([{ ...alarm, kind: 'cleared', t: back }])
  const track = () => server.admin.call(queryTrack, asked(site, { to: left + minute }))
  await eventually(async () => expect((await track()).events).toHaveLength(2))
  expect(await track()).toMatchObject({
    fences: [{ name: 'Yard', is: 'outside', area }],
    events: [
      { name: 'Yard', is: 'left', isRaised: true },
      { name: 'Yard', is: 'entered', isRaised: false },
    ],
  })
  expect(saved.config.alarms[0]?.condition).toEqual(condition)
  const viewer = await person(server, 'track-viewer', { auths: ['history:view'], dataRange: 'all' })
  expect(await viewer.call(queryTrack, asked(site))).toMatchObject({ fences: [], events: [], total: 1 })
})

test('an alarm raised before the span has only its end; with an alarm, a device that must stay outside enters', () => {
  const spec = (is: 'outside' | 'inside') =>
    rule(1, {
      condition: {
        kind: 'fence',
        longitudeId: 1,
        latitudeId: 2,
        is,
        area: { kind: 'circle', ...{ longitude: 1, latitude: 1 }, radiusM: 9 },
      },
    })
  const alarms = [
    { id: 2, name: 'Pit', raisedAt: 60, clearedAt: null, spec: spec('inside') },
    { id: 1, name: 'Yard', raisedAt: 10, clearedAt: 70, spec: spec('outside') },
  ]
  expect(fenceEvents(alarms, { from: 50, to: 100 })).toEqual([
    { alarmId: 2, name: 'Pit', at: 60, is: 'entered', isRaised: true },
    { alarmId: 1, name: 'Yard', at: 70, is: 'entered', isRaised: false },
  ])
})

test('the map marks devices that have a track', async () => {
  const place = { longitude: 8, latitude: 47 }
  const { id: equipmentId } = await server.admin.call(addEquipment, { name: 'On the map', ...place })
  const onMap = async () => (await server.admin.call(queryAllForMap, { keyword: 'On the map' }))[0]?.hasTrack
  expect(await onMap()).toBe(false)
  await server.admin.call(saveTrackSettings, { equipmentId, source: 'gateway' })
  expect(await onMap()).toBe(true)
})

test('another company gets nothing', async () => {
  const other = await server.otherCompany()
  const equipmentId = await device(server.admin, 'Ours')
  for (const endpoint of [trackSettings, queryTrack, saveTrackSettings] as const) {
    const { code } = await other.ask(endpoint, { ...asked({ equipmentId }), source: null } as never)
    expect(code).toBe(1101)
  }
})
