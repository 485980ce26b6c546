// The path of a record: over real MQTT into a real PostgreSQL, acknowledged, and read over HTTP.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ColumnId } from '../../../contract/fields.ts'
import { testDatabase } from '../../../testkit/database.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { fakeGateway } from '../../../testkit/gateway.ts'
import { addReport, removeReport } from '../../../testkit/reports.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device, liveSite, type Site, settled } from '../../../testkit/site.ts'
import { watch } from '../../../testkit/watch.ts'
import { monitorToken } from '../../device/live/contract.ts'
import { bindGateway, unbindGateway } from '../../gateway/binding/contract.ts'
import { startSync } from '../../gateway/gateway/contract.ts'
import { queryHistory } from './contract.ts'

const hour = 3600_000
let server: TestServer
let number = 0
const sites: Site[] = []
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  for (const { box } of sites) await box[Symbol.asyncDispose]()
  await server.stop()
})

/** A device whose gateway stores level, pump, name and total. */
async function stored() {
  number += 1
  const site = await liveSite(server, `Station ${number}`)
  sites.push(site)
  const { columnIds } = await addReport(server.admin, site.equipmentId, { columns: ['Level', 'Pump', 'Name', 'Total'] })
  const [level, pump, name, total] = columnIds as [ColumnId, ColumnId, ColumnId, ColumnId]
  return { site, box: site.box, level, pump, name, total }
}

const acked = (box: Site['box'], seq: number) => eventually(() => expect(box.acked()).toBe(seq))

/** The stored readings of a column, as [time, value] and bad codes. */
async function kept(site: Site, column: number, from = Date.now() - 24 * hour, of: TestServer = server) {
  const input = { equipmentId: site.equipmentId, columnIds: [column], from, to: Date.now() + hour }
  const { series, holes } = await of.admin.call(queryHistory, { ...input, points: 200_000 })
  const { times = [], values = [], bad = [], total = 0 } = series[0] ?? {}
  return { rows: times.map((at, i) => [from + at, values[i]]), bad, total, holes }
}
const values = async (site: Site, column: number) => (await kept(site, column)).rows.map(([, value]) => value)

test('is acknowledged once it is committed, and every kind of value is read back unchanged', async () => {
  const { site, box, level, pump, name, total } = await stored()
  const at = Date.now() - 5000
  const seq = await box.record(
    { [level]: -1.25, [pump]: true, [name]: '批次 7', [total]: '18446744073709551615' },
    { at },
  )
  await box.record({ [level]: null, [pump]: false }, { at: at + 1000, codes: [1714, 200] })
  expect(seq).toBe(1)
  await acked(box, 2)
  expect(await kept(site, level)).toMatchObject({
    rows: [
      [at, -1.25],
      [at + 1000, null],
    ],
    bad: [[1, 1714]],
  })
  expect((await kept(site, pump)).rows).toEqual([
    [at, true],
    [at + 1000, false],
  ])
  expect((await kept(site, name)).rows).toEqual([[at, '批次 7']])
  expect((await kept(site, total)).rows).toEqual([[at, '18446744073709551615']])
})

test('updates the last value without viewers, and is not published', async () => {
  const { site, box, level } = await stored()
  const token = await server.admin.call(monitorToken, { equipmentId: site.equipmentId })
  const socket = await watch(server.url, token)
  await eventually(() => {
    socket.send('ping')
    expect(socket.messages.length).toBeGreaterThan(0)
  })
  const at = Date.now()
  await box.record({ [level]: 7.5 }, { at })
  await acked(box, 1)
  expect(server.platform.live.get(site.equipmentId, site.id('Level'))).toMatchObject({ value: 7.5, at })
  await box.live({ [site.id('Level')]: 8 })
  await eventually(() => expect(socket.messages.some(({ type }) => type === 'signalVal')).toBe(true))
  const published = socket.messages.flatMap((message) => (message.type === 'signalVal' ? message.values : []))
  expect(published).toEqual([8])
  socket.close()
})

test('sent again is acknowledged again and stored once', async () => {
  const { site, box, level } = await stored()
  await box.record({ [level]: 1 })
  await acked(box, 1)
  const before = box.acks.length
  for (let i = 0; i < 3; i += 1) await box.record({ [level]: 1 }, { seq: 1 })
  await eventually(() => expect(box.acks.length).toBeGreaterThan(before))
  await box.record({ [level]: 2 })
  await acked(box, 2)
  expect(await values(site, level)).toEqual([1, 2])
})

test('after a missing number is refused, and the gateway gets the number from which to send again', async () => {
  const { site, box, level } = await stored()
  await box.record({ [level]: 1 })
  await acked(box, 1)
  for (const seq of [3, 4]) await box.record({ [level]: seq }, { seq })
  await eventually(() => expect(box.acks.at(-1)).toMatchObject({ seq: 1, again: true }))
  for (const seq of [2, 3, 4]) await box.record({ [level]: seq }, { seq })
  await acked(box, 4)
  expect(await values(site, level)).toEqual([1, 2, 3, 4])
})

test('another lane and another outbox have their own numbers', async () => {
  const { site, box, level } = await stored()
  await box.record({ [level]: 1 })
  await box.record({ [level]: 2 }, { lane: 'event' })
  await acked(box, 1)
  await eventually(() => expect(box.acked('event')).toBe(1))
  box.epoch = 'feedfacefeedface'
  await box.record({ [level]: 3 })
  await acked(box, 1)
  expect((await values(site, level)).toSorted()).toEqual([1, 2, 3])
})

test('a gap is acknowledged and its reason is shown', async () => {
  const { site, box, level } = await stored()
  await box.record({ [level]: 1 })
  const fromAt = Date.now() - 2 * hour
  await box.gap(5, { fromAt, toAt: fromAt + hour, points: 37 })
  await box.record({ [level]: 2 })
  await acked(box, 7)
  expect(await kept(site, level)).toMatchObject({
    total: 2,
    holes: [{ from: fromAt, to: fromAt + hour, points: 37, reason: 'full' }],
  })
})

describe('a record without an owner', () => {
  const quarantined = () =>
    server.platform.db.selectFrom('historyQuarantine').selectAll().orderBy('id', 'desc').executeTakeFirst()

  test.each([
    ['of another gateway’s binding', 'foreignBinding', (other: Site) => ({ ...other.box.bound })],
    ['of another device’s column', 'foreignColumn', () => ({})],
    ['before 1970', 'before1970', () => ({ at: -1 })],
    ['that breaks the contract', 'malformed', () => ({ configHash: 'short' })],
  ])('%s goes to quarantine, is counted, acknowledged, and in no history', async (_, reason, change) => {
    const [mine, other] = [await stored(), await stored()]
    const column = reason === 'foreignColumn' ? other.level : mine.level
    await mine.box.record({ [column]: 666 }, change(other.site) as object)
    await mine.box.record({ [mine.level]: 1 })
    await acked(mine.box, 2)
    expect(await quarantined()).toMatchObject({ reason, gatewayId: mine.site.gatewayId, seq: 1 })
    expect([await values(mine.site, mine.level), await values(other.site, other.level)]).toEqual([[1], []])
    expect(await server.metrics.text()).toMatch(new RegExp(`rejected_total\\{reason="${reason}"\\} [1-9]`))
    expect(await server.metrics.text()).toMatch(/gatehouse_history_quarantined_total [1-9]/)
  })
})

test('a backlog goes to the device that was bound when it was recorded', async () => {
  const { site, box, level } = await stored()
  const { sn, code, equipmentId } = site
  const taken = { ...box.bound! }
  await server.admin.call(unbindGateway, { equipmentId })
  const nextId = await device(server.admin, 'Next owner')
  await server.admin.call(bindGateway, { equipmentId: nextId, sn, code })
  const { uuid } = await server.admin.call(startSync, { id: site.gatewayId })
  await settled(server.admin, uuid)
  expect(box.bound?.equipmentId).toBe(nextId)
  const owner = { equipmentId: taken.equipmentId, bindingId: taken.bindingId }
  await box.record({ [level]: 5 }, owner)
  // Under the new binding the column belongs to another device.
  await box.record({ [level]: 6 })
  await acked(box, 2)
  expect(await values(site, level)).toEqual([5])
  const next = { equipmentId: nextId, columnIds: [level], from: 0, to: hour }
  expect((await server.admin.ask(queryHistory, next)).code).toBe(10002)
})

test('a wrong clock: times are shifted to the time of receipt, and marked', async () => {
  const { site, box, level } = await stored()
  const ahead = Date.now() + 100 * hour
  await box.record({ [level]: 3 }, { at: ahead - hour, sentAt: ahead })
  await acked(box, 1)
  const { rows, bad } = await kept(site, level)
  expect(bad).toEqual([[0, 1723]])
  expect(Math.abs((rows[0]![0] as number) - (Date.now() - hour))).toBeLessThan(60_000)
  await box.record({ [level]: 4 }, { times: [10 * hour] })
  await acked(box, 2)
  expect((await kept(site, level)).bad).toHaveLength(2)
})

test('a new column is known immediately, and still after its report was removed', async () => {
  const { site, box } = await stored()
  const later = await addReport(server.admin, site.equipmentId, { name: 'Later', columns: ['Setpoint'] })
  await removeReport(server.admin, site.equipmentId, later.reportId)
  await box.record({ [later.columnIds[0]!]: 4 })
  await acked(box, 1)
  expect(await values(site, later.columnIds[0]!)).toEqual([4])
})

test('a restarted server has the last acknowledged number', async () => {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-history-'))
  const first = await testServer({ database }, { dataDir })
  const site = await liveSite(first, 'Restarted')
  const { columnIds } = await addReport(first.admin, site.equipmentId, { columns: ['Level'] })
  const [level] = columnIds as [ColumnId]
  for (const value of [1, 2, 3]) await site.box.record({ [level]: value })
  await acked(site.box, 3)
  const { bound, epoch, boxId } = site.box
  await first.stop()

  const second = await testServer({ database }, { dataDir })
  const box = fakeGateway({ port: second.mqttPort, sn: site.sn, secret: site.secret, boxId })
  Object.assign(box, { bound, epoch })
  await box.connect()
  for (const seq of [2, 3, 4]) await box.record({ [level]: seq }, { seq })
  await acked(box, 4)
  expect((await kept(site, level, undefined, second)).rows.map(([, value]) => value)).toEqual([1, 2, 3, 4])
  await box[Symbol.asyncDispose]()
  await second.stop()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})
