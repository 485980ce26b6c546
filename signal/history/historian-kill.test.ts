// A kill between any two statements: every acknowledged batch is stored exactly once. [DESIGN 9 Exactly once]
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/pool.ts'
import { breakable, breakablePool, type Fault, faultAt } from '../../testkit/breaking.ts'
import { until } from '../../testkit/eventually.ts'
import {
  batchOf,
  dayMs,
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
import { compactorConnection, createLocalCompactor } from './compactor.ts'

const scope = { ...owner, gatewayIds: [7, 8], columnIds: [1, 2, 3] }
let database: Database
let world: HistoryWorld
const seqs = new Map<number, number>()

beforeAll(async () => {
  database = await ownedDatabase()
  world = await historyWorld(database, { compactor: inThisThread() })
})
const inThisThread = () => createLocalCompactor(() => compactorConnection(database.url))

afterAll(async () => {
  await world.stop()
  await database.stop()
})

const nextPlace = (gatewayId: number) => ({ ...outbox(gatewayId), seq: (seqs.get(gatewayId) ?? 0) + 1 })

/** A few batches of two gateways over two days, some of them late. */
function land(count: number): void {
  for (let i = 0; i < count; i++) {
    const place = nextPlace(7 + (i % 2))
    const at = monday + 3_600_000 * 23 + place.seq * 600_000
    const points: Point[] = [
      { columnId: 1, at, value: place.seq },
      { columnId: 2 + (i % 2), at: at - (i % 3) * dayMs, value: `text ${place.seq}` },
    ]
    expect(world.land(place, points)).toBe('taken')
    seqs.set(place.gatewayId, place.seq)
  }
}

/** The next writer sees every acknowledged batch as committed, and nothing else. */
async function expectExact(): Promise<void> {
  for (const [gatewayId, seq] of seqs) expect(world.historian.committed(outbox(gatewayId))).toBe(seq)
  await expectSame(world.reader, world.memory, scope)
}

/** A fault at each statement in turn, until a run ends without one. */
async function atEachStatement(when: Fault['when'], run: (fault: Fault) => Promise<void>): Promise<number> {
  for (let at = 0; ; at++) {
    const fault = faultAt(at, when)
    await run(fault)
    if (!fault.isHit) return at
  }
}

test.each(['before', 'after'] as const)(
  'of the compactor, %s the statement: compaction, merging and the nightly work',
  async (when) => {
    const statements = await atEachStatement(when, async (fault) => {
      const open = async () => breakable(await compactorConnection(database.url), fault)
      world.clock.now = monday + 40 * 3_600_000
      await world.takeOver({ compactor: createLocalCompactor(open) })
      land(4)
      const turned = world.historian.turn().catch((error: unknown) => error)
      await world.historian.settled()
      await turned
      await world.takeOver({ compactor: inThisThread() })
      await expectExact()
      await world.historian.turn()
      await expectExact()
    })
    expect(statements).toBeGreaterThan(30)
  },
  120_000,
)

const losses = async () => {
  const { rows } = await database.pool.query<{ gaps: number; quarantined: number }>(
    'select (select count(*)::int from history_gap) as gaps, (select count(*)::int from history_quarantine) as quarantined',
  )
  return rows[0]!
}

/** A gap and a message without an owner, in one commit with the batches. */
function lose(): void {
  const gap = nextPlace(7)
  world.historian.drop(gapOf({ ...gap, seq: gap.seq + 2 }, owner, gap.seq))
  seqs.set(7, gap.seq + 2)
  const message = nextPlace(8)
  world.historian.quarantine(quarantineOf(message, 'what?'))
  seqs.set(8, message.seq)
}

test.each(['before', 'after'] as const)(
  'of the landing connection, %s the statement: repeated, committed once',
  async (when) => {
    const statements = await atEachStatement(when, async (fault) => {
      const found = await losses()
      await takeOverWith(fault)
      land(3)
      lose()
      await world.historian.settled()
      await expectExact()
      expect(await losses()).toEqual({ gaps: found.gaps + 1, quarantined: found.quarantined + 1 })
    })
    expect(statements).toBeGreaterThan(0)
    await world.takeOver({ compactor: inThisThread() })
    await expectExact()
  },
)

/**
 * Lets another historian take over. The statements before it do not count towards the number at which the fault
 * happens.
 */
async function takeOverWith(fault: Fault, isDead?: () => boolean): Promise<void> {
  const at = fault.at
  fault.at = Number.POSITIVE_INFINITY
  const pool = breakablePool(database.pool, fault, isDead)
  await world.takeOver({ database: { url: database.url, pool }, compactor: inThisThread(), pace: { upkeepMs: 20 } })
  fault.at = at
  fault.count = 0
}

test.each(['before', 'after'] as const)(
  'of the landing process, %s the statement: unacknowledged batches are sent again and stored once',
  async (when) => {
    const statements = await atEachStatement(when, async (fault) => {
      await takeOverWith(fault, () => fault.isHit)
      const start = new Map(seqs)
      const told = () => world.committed.filter(({ gatewayId }) => gatewayId === 7).at(-1)?.seq ?? 0
      const places = [1, 2, 3].map((step) => ({ ...outbox(7), seq: start.get(7)! + step }))
      const batches = places.map((place) =>
        batchOf(place, owner, [{ columnId: 3, at: monday + place.seq * 1000, value: place.seq }]),
      )
      for (const batch of batches) world.historian.land(batch)
      const dead = world.historian
      await (fault.at === 0 ? until(() => fault.isHit || undefined) : dead.settled())
      const acknowledged = told()
      await world.takeOver({ compactor: inThisThread(), pace: { upkeepMs: 20 } })
      expect(world.historian.committed(outbox(7))).toBeGreaterThanOrEqual(acknowledged)
      for (const batch of batches) expect(world.historian.land(batch)).not.toBe('ahead')
      await world.historian.settled()
      for (const { seq } of places) world.memory.keep(owner, [{ columnId: 3, at: monday + seq * 1000, value: seq }])
      seqs.set(7, places.at(-1)!.seq)
      await expectExact()
      await dead.stop()
    })
    expect(statements).toBeGreaterThan(0)
  },
)
