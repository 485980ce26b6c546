// Property: batches in any order of time, split in any way over segments, compactions, merges and restarts, give the
// same answers as a simple list of their readings.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { good, type Reading } from '../../core/data-type.ts'
import type { Database } from '../../db/pool.ts'
import { testDatabase } from '../../testkit/database.ts'
import {
  batchOf,
  dayMs,
  emptyHistory,
  expectSame,
  type HistoryWorld,
  historyWorld,
  monday,
  type OneDevice,
  outbox,
  type Point,
} from '../../testkit/history.ts'
import { anyValue, readingsOf } from '../../testkit/series.ts'
import { compactorConnection, createLocalCompactor } from './compactor.ts'

let database: Database

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.stop())

const columnIds = [1, 2, 3]
/** Two devices of two organisations; the first device was served by two gateways, one after the other. */
const owners = [
  { orgId: 1, equipmentId: 5, gatewayIds: [7, 15] },
  { orgId: 2, equipmentId: 6, gatewayIds: [23] },
]
const scopes: OneDevice[] = owners.map((owner) => ({ ...owner, columnIds }))

type Act = { do: 'land'; gateway: number; points: Point[] } | { do: 'again' | 'turn' | 'night' | 'restart' | 'look' }
const anyPoint: fc.Arbitrary<Point> = fc.record({
  columnId: fc.constantFrom(...columnIds),
  // Times around midnights, with many equal ones.
  at: fc
    .tuple(fc.constantFrom(-8, -1, 0, 1, 2), fc.integer({ min: -20, max: 20 }))
    .map(([day, step]) => monday + day * dayMs + step * 250),
  value: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }) }, anyValue),
  code: fc.constantFrom(good, good, good, 1, -7),
})
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('land' as const),
      gateway: fc.constantFrom(7, 15, 23),
      points: fc.array(anyPoint, { maxLength: 40 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.constantFrom('again', 'turn', 'night', 'restart', 'look').map((name) => ({ do: name }) as Act),
  },
)

const isNumber = ({ value, code }: Reading) =>
  code === good && (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))

async function expectAnswers(world: HistoryWorld, scope: OneDevice): Promise<void> {
  const { reader, memory } = world
  await expectSame(reader, memory, scope)
  const span = { from: monday - 3000, to: monday + dayMs + 1000 }
  const inSpan = columnIds.map((columnId) => memory.column(scope, columnId, span.from, span.to))
  expect(await reader.count({ ...scope, ...span })).toEqual(
    inSpan.map((readings, i) => ({ columnId: columnIds[i], n: readings.length })),
  )
  const last = await reader.at({ ...scope, at: span.to, lookbackMs: span.to - span.from })
  expect(last.data).toEqual(
    inSpan.map((readings, i) => {
      const reading = readings.at(-1)
      return reading ? { columnId: columnIds[i], ...reading } : null
    }),
  )
  await expectBuckets(world, scope)
  for (const order of ['ascending', 'descending'] as const) {
    const found: Reading[][] = columnIds.map(() => [])
    for await (const { data } of reader.scan({ ...scope, ...span, order })) {
      for (const [i, series] of data.columns.entries()) {
        const readings = readingsOf(series)
        if (order === 'ascending') found[i]!.push(...readings)
        else found[i]!.unshift(...readings)
      }
    }
    expect(found).toEqual(inSpan)
  }
}

async function expectBuckets({ reader, memory }: HistoryWorld, scope: OneDevice): Promise<void> {
  // The edges form buckets of a week, of hours and of a second.
  const edges = [-9 * dayMs, -dayMs, -3000, 0, 1000, 3_600_000, dayMs, 2 * dayMs, 9 * dayMs].map((at) => monday + at)
  const { data } = await reader.aggregate({ ...scope, edges })
  for (const [i, columnId] of columnIds.entries()) {
    for (const [bucket, from] of edges.slice(0, -1).entries()) {
      const readings = memory.column(scope, columnId, from, edges[bucket + 1]! - 1)
      const numbers = readings.filter(isNumber).map(({ value }) => Number(value))
      const found = data[i]!
      expect(found.n[bucket]).toBe(readings.length)
      expect(found.min[bucket]).toBe(numbers.length > 0 ? Math.min(...numbers) : Number.NaN)
      expect(found.max[bucket]).toBe(numbers.length > 0 ? Math.max(...numbers) : Number.NaN)
      expect(found.first[bucket]).toBe(numbers[0] ?? Number.NaN)
      expect(found.last[bucket]).toBe(numbers.at(-1) ?? Number.NaN)
      if (numbers.length > 0) expect(found.good[bucket]).toBe(numbers.length)
    }
  }
}

const compactor = () => createLocalCompactor(() => compactorConnection(database.url))

/** The actions on a historian, and the last number of each gateway. */
type Course = { world: HistoryWorld; seqs: Map<number, number> }

async function land({ world, seqs }: Course, gateway: number, some: readonly Point[]): Promise<void> {
  // Only one gateway serves a device at a time, so that readings of two gateways never have the same time.
  const points = some.map((point) => ({ ...point, at: point.at + (gateway === 15 ? 1 : 0) }))
  const owner = owners.find(({ gatewayIds }) => gatewayIds.includes(gateway))!
  const seq = (seqs.get(gateway) ?? 0) + 1
  expect(world.land({ ...outbox(gateway), seq }, points, owner)).toBe('taken')
  seqs.set(gateway, seq)
  // Between gateways the order of arrival is the order of commits, so each commit must finish first.
  await world.historian.settled()
}

async function perform(course: Course, act: Act): Promise<void> {
  const { world, seqs } = course
  switch (act.do) {
    case 'land':
      return land(course, act.gateway, act.points)
    case 'again':
      for (const [gatewayId, seq] of seqs)
        expect(world.historian.land(batchOf({ ...outbox(gatewayId), seq }, owners[0]!, []))).toBe('known')
      return
    case 'restart':
      await world.takeOver({ compactor: compactor() })
      return
    case 'look':
      for (const scope of scopes) await expectSame(world.reader, world.memory, scope)
      return
    default:
      if (act.do === 'night') world.clock.now += dayMs
      await world.historian.turn()
  }
}

test('any history gives the same answers as a list of all taken batches', async () => {
  const any = fc.asyncProperty(fc.array(anyAct, { minLength: 4, maxLength: 24 }), async (acts) => {
    const world = await historyWorld(database, { compactor: compactor(), pace: { upkeepMs: 20 } })
    const course = { world, seqs: new Map<number, number>() }
    try {
      for (const act of acts) await perform(course, act)
      for (const scope of scopes) await expectAnswers(world, scope)
      await world.historian.turn()
      for (const scope of scopes) await expectAnswers(world, scope)
    } finally {
      await world.stop()
      await emptyHistory(database)
    }
  })
  await fc.assert(any, { numRuns: 25, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false })
}, 120_000)
