// Compares how a record and a live value pass through the pipeline step.
import { expect, test, vi } from 'vitest'
import { EquipmentId, GatewayId } from '../../contract/fields.ts'
import type { LandBatch, Landing } from '../history/history.ts'
import type { LiveBatch, RecordBatch } from './batch.ts'
import { LiveTable } from './live-table.ts'
import { pipeline, run } from './pipeline.ts'

const now = 1_800_000_000_000
const pump = EquipmentId.parse(5)
const readings = { sn: 'SN', orgId: 2, equipmentId: pump, receivedAt: now }
const live = (at: number, value: number): LiveBatch => ({
  kind: 'live',
  ...readings,
  ids: [101],
  values: [value],
  times: [at],
  codes: [200],
})
const record: RecordBatch = {
  kind: 'record',
  ...readings,
  gatewayId: GatewayId.parse(1),
  epoch: '0123456789abcdef',
  lane: 1,
  seq: 9,
  columnIds: [11, 12, 13],
  ids: [101, 102, 0],
  values: [1, 2, 3],
  times: [now - 10, now + 60_000, now],
  codes: [200, 200, 200],
  isGood: true,
}

function world(landing: Landing = 'taken') {
  const table = new LiveTable(() => now)
  const landed: LandBatch[] = []
  const send = vi.fn()
  const onLanding = vi.fn()
  const judged = vi.fn()
  const steps = pipeline({
    live: table,
    watchers: { send, isWatched: () => true },
    historian: {
      land(batch) {
        landed.push(batch)
        return landing
      },
    },
    onLanding,
    judging: { take: judged },
    mvarJudging: { take: () => undefined },
  })
  return { table, landed, send, onLanding, judged, say: (batch: LiveBatch | RecordBatch) => run(steps, batch) }
}

test('a record is stored whole, and not published', async () => {
  const { say, landed, send, onLanding } = world()
  await say(live(now, 7))
  expect([send.mock.calls.length, landed.length]).toEqual([1, 0])
  await say(record)
  expect(send).toHaveBeenCalledOnce()
  const { gatewayId, sn, epoch, lane, seq, orgId, equipmentId, columnIds: ids, times, values } = record
  expect(landed).toEqual([{ gatewayId, sn, epoch, lane, seq, orgId, equipmentId, ids, times, values, codes: null }])
  expect(onLanding).toHaveBeenCalledWith(record, 'taken')
})

test('rules receive accepted values, and every record', async () => {
  const { say, judged } = world()
  await say(live(now, 7))
  await say(live(now - 1, 8))
  await say(record)
  expect(judged.mock.calls.map(([batch]) => (batch as LiveBatch | RecordBatch).values)).toEqual([[7], [1, 2, 3]])
})

test('codes are included if one is not good', async () => {
  const { say, landed } = world()
  await say({ ...record, codes: [200, 1714, 200], isGood: false })
  expect(landed[0]?.codes).toEqual([200, 1714, 200])
})

test('a newer record replaces the last value, a summary or an older one does not', async () => {
  const { say, table } = world()
  await say(live(now, 7))
  await say(record)
  expect(table.get(pump, 101)).toMatchObject({ value: 7, at: now })
  expect(table.get(pump, 0)).toBeUndefined()
  // A time ahead of its receipt would block every correct value until then.
  expect(table.get(pump, 102)).toMatchObject({ value: 2, at: now })
})

test('every outcome is reported', async () => {
  for (const landing of ['known', 'ahead', 'full'] as const) {
    const { say, onLanding } = world(landing)
    await say(record)
    expect(onLanding).toHaveBeenCalledWith(record, landing)
  }
})
