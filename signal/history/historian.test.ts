import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { eventually } from '../../testkit/eventually.ts'
import {
  batchOf,
  createMemory,
  dayMs,
  emptyHistory,
  expectSame,
  gapOf,
  type HistoryWorld,
  historyWorld,
  monday,
  outbox,
  ownedDatabase,
  owner,
  type Point,
  quarantineOf,
} from '../../testkit/history.ts'
import { Historian } from './historian.ts'

let database: Database
let world: HistoryWorld

const scope = { ...owner, gatewayIds: [7], columnIds: [1, 2] }
/** Only connections to this database: the server also has those of other tests. */
const ownReaders = "from pg_stat_activity where datname = current_database() and application_name = 'gatehouse reader'"
const first = monday + 8 * 3_600_000
const span = { from: first, to: first + dayMs }
const place = outbox(7)

const points = (seq: number): Point[] => [
  { columnId: 1, at: first + seq * 1000, value: seq },
  { columnId: 2, at: first + seq * 1000, value: seq / 4, code: seq % 3 ? 200 : 7 },
]

const land = (seq: number, what = points(seq)) => world.land({ ...place, seq }, what)

beforeAll(async () => {
  database = await ownedDatabase()
})
afterAll(() => database.stop())
beforeEach(async () => {
  world = await historyWorld(database)
})
afterEach(async () => {
  await world.stop()
  await emptyHistory(database)
})

describe('a landed batch', () => {
  test('is committed, reported and readable immediately, then from chunks, then from the day’s chunk', async () => {
    for (const seq of [1, 2, 3]) expect(land(seq)).toBe('taken')
    expect(world.historian.committed(place)).toBe(0)
    await world.historian.settled()
    expect(world.committed.at(-1)).toEqual({ ...place, seq: 3 })
    expect(world.historian.committed(place)).toBe(3)
    await world.expectSame(scope)
    await world.historian.turn()
    expect(world.historian.counters()).toMatchObject({
      landedBatches: 3,
      landedPoints: 6,
      compactedPoints: 6,
      chunksWritten: 2,
      sealedSegments: 0,
      pendingBytes: 0,
      strayChunks: 0,
    })
    await world.expectSame(scope)
    world.clock.now += dayMs
    land(4)
    await world.historian.turn()
    const { rows } = await database.pool.query('select level, n from history_chunk order by column_id')
    expect(rows).toEqual([
      { level: 2, n: 4 },
      { level: 2, n: 4 },
    ])
    await world.expectSame(scope)
    expect(world.log).toEqual([])
  })

  test('follows the numbers: a repeated number is known, one after a missing number is ahead', async () => {
    expect(land(2)).toBe('ahead')
    expect(land(1)).toBe('taken')
    expect(land(1)).toBe('known')
    expect(land(2)).toBe('taken')
    await world.historian.settled()
    expect(land(2)).toBe('known')
    expect(world.historian.counters()).toMatchObject({ knownBatches: 2, aheadBatches: 1, landedBatches: 2 })
    expect(world.historian.land(batchOf({ ...outbox(7, 'ff'.repeat(8)), seq: 1 }, owner, []))).toBe('taken')
    expect(world.historian.land(batchOf({ ...place, lane: 0, seq: 1 }, owner, []))).toBe('taken')
    await world.expectSame(scope)
  })

  test('survives a restart before and after the compaction of its segment', async () => {
    for (const seq of [1, 2, 3]) land(seq)
    await world.historian.settled()
    await world.takeOver()
    expect(world.historian.committed(place)).toBe(3)
    expect([land(3), land(5), land(4)]).toEqual(['known', 'ahead', 'taken'])
    await world.historian.turn()
    await world.takeOver()
    expect([land(4), land(6), land(5)]).toEqual(['known', 'ahead', 'taken'])
    await world.historian.settled()
    await world.expectSame(scope)
  })

  test('keeps every kind of value, missing values, and any quality', async () => {
    const values = [1.5, null, true, 'x', '9007199254740993', '', -0, Number.MAX_VALUE, 'ünï\ud800']
    const what = values.map((value, i) => ({ columnId: 1, at: first + i, value, code: i % 2 ? 200 : -3 }))
    land(1, what)
    for (const turns of [0, 1]) {
      if (turns) await world.historian.turn()
      await world.historian.settled()
      await world.expectSame({ ...scope, columnIds: [1] })
    }
  })

  test('may span days and weeks, also long ago, and late readings join their day', async () => {
    const far = [-300, -40, -8, -1, 0, 1].map((day) => ({ columnId: 1, at: monday + day * dayMs - 1, value: day }))
    land(1, far)
    await world.historian.turn()
    land(2, far.map((point) => ({ ...point, at: point.at - 500 })).reverse())
    await world.expectSame({ ...scope, columnIds: [1] })
    world.clock.now = monday + 2 * dayMs
    await world.historian.turn()
    await world.expectSame({ ...scope, columnIds: [1] })
    const { rows } = await database.pool.query('select distinct level from history_chunk where t0 > $1', [
      monday - 60 * dayMs,
    ])
    expect(rows).toEqual([{ level: 2 }])
  })

  test('is refused as a whole when too much waits', async () => {
    await world.takeOver({ pace: { pendingBytes: 100, lingerMs: 50 } })
    const landings = [1, 2, 3, 4, 5].map((seq) => land(seq))
    expect(landings.filter((landing) => landing !== 'taken' && landing !== 'ahead')).toEqual(['full'])
    await world.historian.settled()
    expect(land(landings.indexOf('full') + 1)).toBe('taken')
    await world.historian.settled()
    await world.expectSame(scope)
  })
})

describe('a gap', () => {
  test('counts for all numbers that it covers and is stored with its reason', async () => {
    land(1)
    expect(world.historian.drop(gapOf({ ...place, seq: 9 }, owner, 3))).toBe('ahead')
    expect(world.historian.drop(gapOf({ ...place, seq: 9 }, owner, 1))).toBe('taken')
    expect(world.historian.drop(gapOf({ ...place, seq: 9 }, owner, 1))).toBe('known')
    expect(land(10)).toBe('taken')
    await world.historian.settled()
    expect(world.log).toEqual([])
    const { rows } = await database.pool.query('select from_seq, to_seq, points, reason from history_gap')
    expect(rows).toEqual([{ from_seq: 2, to_seq: 9, points: 10, reason: 'full' }])
    await world.historian.turn()
    await world.takeOver()
    expect(world.historian.committed(place)).toBe(10)
    await world.expectSame(scope)
  })
})

describe('a message without an owner', () => {
  test('is stored as received, and its number is committed', async () => {
    expect(world.historian.quarantine(quarantineOf({ ...place, seq: 1 }, 'what?'))).toBe('taken')
    expect(world.historian.quarantine({ ...quarantineOf({ ...place, seq: 5 }, 'gap'), from: 2 })).toBe('taken')
    expect(land(6)).toBe('taken')
    await world.historian.settled()
    expect(world.committed.at(-1)).toEqual({ ...place, seq: 6 })
    const { rows } = await database.pool.query('select seq, reason, payload from history_quarantine order by seq')
    expect(rows).toEqual([
      { seq: 1, reason: 'nobody’s', payload: Buffer.from('what?') },
      { seq: 5, reason: 'nobody’s', payload: Buffer.from('gap') },
    ])
    expect(world.historian.counters()).toMatchObject({ quarantined: 2, landedBatches: 1 })
  })

  test('may have any content', async () => {
    expect(world.historian.land({ ...batchOf({ ...place, seq: 1 }, owner, points(1)), times: [Number.NaN, -1] })).toBe(
      'taken',
    )
    expect(land(2)).toBe('taken')
    await world.historian.settled()
    const { rows } = await database.pool.query('select payload from history_quarantine')
    expect(JSON.parse(rows[0].payload.toString())).toMatchObject({ ids: [1, 2], times: [null, -1] })
    await world.expectSame(scope)
  })
})

describe('two organisations', () => {
  const stranger = { orgId: 2, equipmentId: 5 }

  test('never see each other’s readings, whatever ids they request', async () => {
    land(1)
    world.historian.land(batchOf({ ...outbox(15), seq: 1 }, { orgId: 2, equipmentId: 6 }, points(1)))
    const forged = [
      { ...scope, ...stranger },
      { ...scope, equipmentId: 6 },
      { ...scope, orgId: 2, equipmentId: 6, gatewayIds: [7] },
      { ...scope, gatewayIds: [15] },
    ]
    for (const turns of [0, 1]) {
      if (turns) await world.historian.turn()
      await world.historian.settled()
      for (const asked of forged) {
        await expectSame(world.historian, createMemory(), asked)
        expect((await world.historian.count({ ...asked, ...span })).map(({ n }) => n)).toEqual([0, 0])
        const { data } = await world.historian.aggregate({ ...asked, edges: [first, first + dayMs] })
        expect(data.map(({ n }) => n[0])).toEqual([0, 0])
        expect((await world.historian.at({ ...asked, at: span.to, lookbackMs: dayMs })).data).toEqual([null, null])
      }
      await world.expectSame(scope)
    }
  })
})

describe('before it has started', () => {
  test('answers queries and takes no messages', async () => {
    land(1)
    await world.historian.settled()
    const idle = new Historian({
      database,
      now: () => monday,
      log: () => undefined,
      onCommitted: () => undefined,
    })
    expect(idle.land(batchOf({ ...place, seq: 2 }, owner, points(2)))).toBe('full')
    await expectSame(idle, world.memory, scope)
    await idle.stop()
    await expect(idle.count({ ...scope, ...span })).rejects.toThrow('stopped')
  })
})

describe('a query', () => {
  test('that is aborted ends, and the next is answered', async () => {
    land(1)
    await world.historian.settled()
    const blocker = await database.pool.connect()
    await blocker.query('begin')
    await blocker.query('lock table history_landing_3 in access exclusive mode')
    const aborter = new AbortController()
    const asked = world.historian.count({ ...scope, ...span }, { signal: aborter.signal })
    const waiting = `select ${ownReaders} and wait_event_type = 'Lock'`
    await eventually(async () => expect((await database.pool.query(waiting)).rowCount).toBe(1))
    aborter.abort(new Error('given up'))
    await expect(asked).rejects.toThrow('given up')
    await eventually(async () => expect((await database.pool.query(waiting)).rowCount).toBe(0))
    await blocker.query('rollback')
    blocker.release()
    await world.expectSame(scope)
    await expect(
      world.historian.count({ ...scope, ...span }, { signal: AbortSignal.abort(new Error('no')) }),
    ).rejects.toThrow('no')
  })

  test('is repeated on a new connection when its connection breaks', async () => {
    land(1)
    await expectSame(world.historian, createMemory(), { ...scope, columnIds: [] })
    await world.historian.settled()
    await world.expectSame(scope)
    await database.pool.query(`select pg_terminate_backend(pid) ${ownReaders}`)
    await eventually(() => world.expectSame(scope))
  })
})

test('a rarely stored column is searched further back where it has no recent reading', async () => {
  const at = monday + 4 * dayMs
  world.clock.now = at
  const days = (columnId: number, ...back: number[]) =>
    back.map((day): Point => ({ columnId, at: at - day * dayMs, value: day }))
  land(1, [...days(1, 3.5, 3, 40), ...days(2, 3), ...days(3, 0.5, 2)])
  const asked = { ...scope, columnIds: [1, 2, 3], at, lookbackMs: dayMs }
  for (const turns of [0, 1]) {
    if (turns) await world.historian.turn()
    await world.historian.settled()
    const found = async (rare: { columnIds: number[]; lookbackMs: number }) =>
      (await world.historian.at({ ...asked, rare })).data.map((reading) => reading?.value ?? null)
    expect(await found({ columnIds: [1, 3], lookbackMs: 31 * dayMs })).toEqual([3, null, 0.5])
    expect(await found({ columnIds: [2], lookbackMs: 2 * dayMs })).toEqual([null, null, 0.5])
  }
})

test('several devices are read in one question, each by its own columns and gateways', async () => {
  const other = { ...outbox(8), seq: 1 }
  land(1)
  world.historian.land(batchOf(other, { orgId: 1, equipmentId: 6 }, [{ columnId: 9, at: first + 5000, value: 90 }]))
  const both = { orgId: 1, equipmentId: [scope.equipmentId, 6], gatewayIds: [7, 8], columnIds: [1, 9] }
  const values = async (asked: typeof both) => {
    const { data } = await world.historian.at({ ...asked, at: span.to, lookbackMs: dayMs })
    return data.map((reading) => reading?.value ?? null)
  }
  for (const turns of [0, 1]) {
    if (turns) await world.historian.turn()
    await world.historian.settled()
    expect(await values(both)).toEqual([1, 90])
    expect(await values({ ...both, equipmentId: [6] })).toEqual([null, 90])
    expect(await values({ ...both, gatewayIds: [7] })).toEqual([1, null])
    const counts = await world.historian.count({ ...both, ...span })
    expect(counts.map(({ n }) => n)).toEqual([1, 1])
  }
})
