// Ten-minute trends after a restart of the platform, over HTTP: a gateway stored readings in the historian before.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ColumnId } from '../../../contract/fields.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { addReport } from '../../../testkit/reports.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { liveSite, type Site } from '../../../testkit/site.ts'
import { queryLiveSignals, queryTrends } from '../../device/live/contract.ts'

const minute = 60_000
const clock = { at: Date.UTC(2026, 2, 10, 12) }
const start = clock.at
let server: TestServer
let site: Site
let other: Caller
let dataDir: string
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-'))
  const first = await testServer({ now: () => clock.at, database }, { dataDir })
  site = await liveSite(first, 'Pump station')
  const { columnIds: periodic } = await addReport(first.admin, site.equipmentId, {
    name: 'Minutes',
    columns: ['Level', 'Name'],
  })
  const { columnIds: changes } = await addReport(first.admin, site.equipmentId, {
    name: 'Changes',
    mode: 'change',
    columns: ['Pump', 'Setpoint'],
  })
  const [level, name] = periodic as [ColumnId, ColumnId]
  const [pump, setpoint] = changes as [ColumnId, ColumnId]
  await site.box.record({ [setpoint]: 40 }, { at: start - 3 * 24 * 60 * minute })
  await site.box.record({ [pump]: false }, { at: start - 120 * minute })
  for (let m = 20; m > 5; m -= 1) await site.box.record({ [level]: m, [name]: '12' }, { at: start - m * minute })
  await site.box.record({ [pump]: true }, { at: start - 4 * minute })
  await eventually(() => expect(site.box.acked()).toBe(18))
  await site.box[Symbol.asyncDispose]()
  await first.stop()
  server = await testServer({ now: () => clock.at, database }, { dataDir })
  other = await server.otherCompany()
})
afterAll(async () => {
  await server.stop()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const trends = async () => {
  const answer = await server.admin.call(queryTrends, { equipmentId: site.equipmentId })
  const of = (name: string) => answer.find(({ id }) => (id as number) === site.id(name))?.trend
  return { answer, of }
}

test('with empty memory, stored values fill them: minutes as steps, and gaps where nothing was stored', async () => {
  const signals = await server.admin.call(queryLiveSignals, { equipmentId: site.equipmentId })
  expect(signals.map(({ trend }) => trend)).toEqual([[], [], [], [], []])
  const { answer, of } = await trends()
  expect(answer.map(({ id }) => id as number).sort()).toEqual(['Level', 'Pump', 'Setpoint'].map(site.id).sort())
  const level = of('Level')!
  expect(new Set(level.map(([, value]) => value))).toEqual(new Set([10, 9, 8, 7, 6]))
  expect(level.at(0)).toEqual([start - 10 * minute, 10])
  expect(level.at(-1)![0]).toBeLessThanOrEqual(start - 3.5 * minute)
})

test('a value stored on change holds up to the last contact of the gateway', async () => {
  const before = await trends()
  const away = before.of('Setpoint')!
  expect(away.length).toBeGreaterThan(0)
  clock.at += 5 * minute
  const later = await trends()
  expect(later.of('Setpoint')!.at(-1)![0]).toBeLessThanOrEqual(start + 10_000)
  clock.at -= 5 * minute
})

test('with the gateway online it holds up to now', async () => {
  const box = fakeGateway({
    port: server.mqttPort,
    sn: site.sn,
    secret: site.secret,
    boxId: site.box.boxId,
    now: () => clock.at,
  })
  await box.connect()
  await eventually(async () => {
    const { of } = await trends()
    const pump = of('Pump')!
    expect(of('Setpoint')).toEqual(Array.from({ length: 60 }, (_, i) => [start - (60 - i) * 10_000, 40]))
    expect(pump.map(([, value]) => value)).toEqual(Array.from({ length: 60 }, (_, i) => (i < 36 ? 0 : 1)))
  })
  await box[Symbol.asyncDispose]()
})

test('another company gets nothing of them', async () => {
  expect((await other.ask(queryTrends, { equipmentId: site.equipmentId })).code).toBe(1101)
})
