import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { testDatabase } from '../../testkit/database.ts'
import { createHistorian } from './historian.ts'
import type { Committed, Historian, LandBatch } from './history.ts'

const start = Date.UTC(2026, 10, 2, 8)
let database: Database
let historian: Historian
let committed: Committed[]
let log: string[]

const place = { gatewayId: 7, sn: 'A7', epoch: '00000000000000aa', lane: 1 } as const
const scope = { orgId: 1, equipmentId: 5, gatewayIds: [7], columnIds: [1, 2] }
const span = { from: start, to: start + 3_600_000 }

const batch = (seq: number, change: Partial<LandBatch> = {}): LandBatch => ({
  ...place,
  seq,
  orgId: 1,
  equipmentId: 5,
  ids: [1, 2],
  times: [start + seq * 1000, start + seq * 1000],
  values: [seq, seq / 4],
  codes: null,
  ...change,
})

beforeEach(async () => {
  database = await testDatabase()
  committed = []
  log = []
  historian = createHistorian({
    database,
    now: () => start + 7_200_000,
    log: (line) => log.push(line),
    onCommitted: (places) => committed.push(...places),
    pace: { lingerMs: 1 },
  })
  await historian.start()
})

afterEach(async () => {
  await historian.stop()
  await database.stop()
})

const curve = async () => {
  const { data } = await historian.curves({ ...scope, ...span, points: 1000, reduce: 'minmax' })
  return data.map(({ series }) => [...series.values])
}

describe('what was landed', () => {
  test('is committed, told and read at once, then from chunks', async () => {
    expect([1, 2, 3].map((seq) => historian.land(batch(seq)))).toEqual(['taken', 'taken', 'taken'])
    await historian.settled()
    expect(committed.at(-1)).toEqual({ ...place, seq: 3 })
    expect(historian.committed(place)).toBe(3)
    const values = [
      [1, 2, 3],
      [0.25, 0.5, 0.75],
    ]
    expect(await curve()).toEqual(values)
    await historian.turn()
    expect(historian.counters()).toMatchObject({ compactedPoints: 6, chunksWritten: 2, sealedSegments: 0 })
    expect(await curve()).toEqual(values)
    expect(log).toEqual([])
  })
})
