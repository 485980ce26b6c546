// Readers while segments are compacted, emptied and merged: no reading is missing and none is doubled.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { testDatabase } from '../../testkit/database.ts'
import { type HistoryWorld, historyWorld, monday, outbox, owner } from '../../testkit/history.ts'

const scope = { ...owner, gatewayIds: [7], columnIds: [1] }
const span = { from: monday, to: monday + 1_000_000_000 }
const rounds = 60

let database: Database
let world: HistoryWorld

beforeAll(async () => {
  database = await testDatabase()
  world = await historyWorld(database, { pace: { truncateLockMs: 10 } })
})
afterAll(async () => {
  await world.stop()
  await database.stop()
})

test('readers see every reading once while the compactor empties and merges', async () => {
  let landed = 0
  let isDone = false
  const seen: number[] = []

  async function read(): Promise<void> {
    while (!isDone) {
      const least = world.historian.committed(outbox(7))
      const { data, damaged } = await world.historian.curves({ ...scope, ...span, points: 100_000, reduce: 'latest' })
      expect(damaged).toEqual([])
      const values = [...data[0]!.series.values]
      // The values are all numbers from 1, each once, at least up to the last commit before the query.
      expect(values).toEqual(values.map((_, i) => i + 1))
      expect(values.length).toBeGreaterThanOrEqual(least)
      seen.push(values.length)
      const [counted] = await world.historian.count({ ...scope, ...span })
      expect(counted!.n).toBeGreaterThanOrEqual(values.length)
    }
  }

  async function write(): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < 20; i++) {
        landed += 1
        const points = [{ columnId: 1, at: monday + landed * 1000, value: landed }]
        expect(world.land({ ...outbox(7), seq: landed }, points)).toBe('taken')
      }
      await world.historian.turn()
    }
    isDone = true
  }

  const writing = write().finally(() => {
    isDone = true
  })
  await Promise.all([writing, read(), read(), read()])
  expect(seen.length).toBeGreaterThan(10)
  expect(world.historian.counters().compactedPoints).toBe(landed)
  expect(world.historian.counters().mergedChunks).toBeGreaterThan(rounds / 2)
}, 120_000)
