// A historian on its own database, and a simple list of all acknowledged readings for comparison.
import { expect } from 'vitest'
import { good, type Reading, type Value } from '../core/data-type.ts'
import type { Database } from '../db/pool.ts'
import { Historian, type HistorianNeeds } from '../signal/history/historian.ts'
import type { Committed, LandBatch, LandGap, Landing, LandQuarantine, Place, Scope } from '../signal/history/history.ts'
import { segmentTable } from '../signal/history/landing-store.ts'
import { slots } from '../signal/history/ring.ts'
import { asOwner, testDatabase } from './database.ts'
import { readingsOf } from './series.ts'

/** The date is a Monday. */
export const monday = Date.UTC(2026, 10, 2)
export const dayMs = 86_400_000

type Owner = { orgId: number; equipmentId: number }
/** The device that most tests use. */
export const owner: Owner = { orgId: 1, equipmentId: 5 }
export type Point = { columnId: number; at: number; value: Value | null; code?: number }

/** Readings by organisation, device and column in the order of arrival. */
export function createMemory() {
  const columns = new Map<string, Reading[]>()
  const keyOf = ({ orgId, equipmentId }: Owner, columnId: number) => `${orgId} ${equipmentId} ${columnId}`
  return {
    keep(owner: Owner, points: readonly Point[]): void {
      for (const { columnId, at, value, code = good } of points) {
        const key = keyOf(owner, columnId)
        columns.set(key, [...(columns.get(key) ?? []), { at, value, code }])
      }
    },
    /** The acknowledged readings of a column in the order of time; at equal times the earlier arrival is first. */
    column(owner: Owner, columnId: number, from = 0, to = Number.MAX_SAFE_INTEGER): Reading[] {
      const readings = columns.get(keyOf(owner, columnId)) ?? []
      return readings.filter(({ at }) => at >= from && at <= to).sort((a, b) => a.at - b.at)
    },
  }
}
type Memory = ReturnType<typeof createMemory>

export type HistoryWorld = {
  clock: { now: number }
  log: string[]
  committed: Committed[]
  /** The accepted messages of `land`. */
  memory: Memory
  historian: Historian
  /** A historian that is never started and only answers queries, so that many writers need no reader threads. */
  reader: Historian
  /** Lets another historian take over; the previous one is neither informed nor stopped until a third one starts. */
  takeOver(change?: Partial<HistorianNeeds>): Promise<Historian>
  /** Starts another historian that takes over, while all earlier ones continue to run. */
  startBeside(change?: Partial<HistorianNeeds>): Promise<Historian>
  /** Hands a message of the owner to history and, if it is accepted, remembers its readings. */
  land(place: Place, points: readonly Point[], to?: Owner): Landing
  /** Checks that history equals the acknowledged readings: each once, in order. */
  expectSame(scope: OneDevice): Promise<void>
  stop(): Promise<void>
}

/** Short waiting times, and no work that depends on the clock. */
const testPace = { lingerMs: 1, retryMs: 5, retryMostMs: 50, upkeepMs: 600_000, beatMs: 600_000, stopMs: 2000 }

export async function historyWorld(database: Database, change: Partial<HistorianNeeds> = {}): Promise<HistoryWorld> {
  const all: Historian[] = []
  const clock = { now: monday + 12 * 3_600_000 }
  const log: string[] = []
  const committed: Committed[] = []
  const needs: HistorianNeeds = {
    database,
    now: () => clock.now,
    log: (line) => log.push(line),
    onCommitted: (places) => committed.push(...places),
    ...change,
  }
  const reader = new Historian(needs)
  const open = async (more: Partial<HistorianNeeds>): Promise<Historian> => {
    const historian = new Historian({
      ...needs,
      ...more,
      pace: { ...testPace, ...change.pace, ...more.pace },
    })
    all.push(historian)
    await historian.start()
    return historian
  }
  const world: HistoryWorld = {
    clock,
    log,
    committed,
    memory: createMemory(),
    reader,
    historian: await open({}),
    async takeOver(more = {}) {
      world.historian = await open(more)
      while (all.length > 2) await all.shift()!.stop()
      return world.historian
    },
    startBeside: (more = {}) => open(more),
    land(place, points, to = owner) {
      const landing = world.historian.land(batchOf(place, to, points))
      if (landing === 'taken') world.memory.keep(to, points)
      return landing
    },
    expectSame: (scope) => expectSame(world.historian, world.memory, scope),
    async stop() {
      for (const historian of [...all, reader]) await historian.stop()
    },
  }
  return world
}

export const outbox = (gatewayId: number, epoch = '00000000000000aa'): Omit<Place, 'seq'> => ({
  gatewayId,
  sn: `S${gatewayId}`,
  epoch,
  lane: 1,
})

export function batchOf(place: Place, owner: Owner, points: readonly Point[]): LandBatch {
  const codes = points.map(({ code = good }) => code)
  return {
    ...place,
    ...owner,
    ids: points.map(({ columnId }) => columnId),
    times: points.map(({ at }) => at),
    values: points.map(({ value }) => value),
    codes: codes.every((code) => code === good) ? null : codes,
  }
}

export const gapOf = (place: Place, owner: Owner, from: number): LandGap => ({
  ...place,
  ...owner,
  from,
  points: 10,
  fromAt: monday,
  toAt: monday + 1000,
  reason: 'full',
})

export const quarantineOf = (place: Place, text: string): LandQuarantine => ({
  ...place,
  orgId: null,
  bindingId: null,
  receivedAt: monday,
  reason: 'nobody’s',
  payload: new TextEncoder().encode(text),
})

/** Loads all readings of the columns from history. */
/** A scope of columns that belong to one device. */
export type OneDevice = Scope & { equipmentId: number }

async function readAll(historian: Historian, scope: Scope): Promise<Reading[][]> {
  const span = { from: 0, to: monday + 400 * dayMs }
  const { data, damaged } = await historian.curves({ ...scope, ...span, points: 5_000_000, reduce: 'latest' })
  expect(damaged).toEqual([])
  return data.map(({ series, total }) => {
    expect(total).toBe(series.times.length)
    return readingsOf(series)
  })
}

/** Checks that history equals the acknowledged readings: each once, in order. */
export async function expectSame(historian: Historian, memory: Memory, scope: OneDevice): Promise<void> {
  const found = await readAll(historian, scope)
  expect(found).toEqual(scope.columnIds.map((columnId) => memory.column(scope, columnId)))
}

/** The organisation and the device of an owner, for foreign keys. */
export async function seedOwner(pool: Database['pool'], { orgId, equipmentId }: Owner): Promise<void> {
  await pool.query(
    `insert into organisation (id, name, created_at) overriding system value values ($1::int, 'works ' || $1::int, 0)
     on conflict do nothing`,
    [orgId],
  )
  await pool.query(
    `insert into account (id, org_id, loginname, password_hash, role_type, name, created_at)
     overriding system value values ($1::int, $1::int, 'owner' || $1::int, '', 'enterprise', 'owner', 0) on conflict do nothing`,
    [orgId],
  )
  await pool.query(
    `insert into equipment (id, org_id, name, created_at, created_by)
     overriding system value values ($2::int, $1, 'press ' || $2::int, 0, $1) on conflict do nothing`,
    [orgId, equipmentId],
  )
}

/** Creates a database that contains the owner. */
export async function ownedDatabase(): Promise<Database> {
  const database = await testDatabase()
  await seedOwner(database.pool, owner)
  return database
}

/** Deletes all stored readings; organisations and devices stay. */
export async function emptyHistory(database: Database): Promise<void> {
  const segments = Array.from({ length: slots }, (_, slot) => segmentTable(slot))
  await asOwner(
    database,
    `truncate ${['history_chunk', 'history_mark', 'history_gap', 'history_quarantine', ...segments].join(', ')}`,
  )
}
