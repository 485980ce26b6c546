// Assembles the historian: landing on this thread, compaction and reading on their own threads.
import { type Compactor, createThreadedCompactor } from './compactor.ts'
import { readFrame } from './frame.ts'
import type { Ask, Committed, Historian, HistorianCounters, History } from './history.ts'
import { createLanding, type LandingQueue } from './landing.ts'
import { filledSegments, type Pool, readMarks, readSegment, takeOver } from './landing-store.ts'
import { createMarks } from './marks.ts'
import { type Pace, usualPace } from './pace.ts'
import type { Stretch } from './read.ts'
import type { ReadJob } from './read-job.ts'
import { createReaders, type Readers } from './readers.ts'
import { createRing, type Ring, slots } from './ring.ts'
import { scanSlices } from './scan.ts'
import { createUpkeep, type Upkeep } from './upkeep.ts'

export type HistorianNeeds = {
  database: { pool: Pool; url: string }
  /** The platform's clock, epoch ms. */
  now(): number
  log(line: string): void
  onCommitted(places: Committed[]): void
  pace?: Partial<Pace>
  /** Replaces the thread in tests that break it between two statements. */
  compactor?: Compactor
}

type Running = { landing: LandingQueue; ring: Ring; upkeep: Upkeep }

/**
 * History of all gateways. Before `start` it answers queries, but takes no messages (`full`). Only one process writes:
 * the one that started last.
 */
export function createHistorian(needs: HistorianNeeds): Historian {
  const { database, now, log } = needs
  const pace = { ...usualPace, ...needs.pace }
  const counters = noCounts()
  const marks = createMarks()
  const readers = createReaders(database.url, log)
  let running: Running | undefined

  async function start(): Promise<void> {
    if (running) return
    const generation = await takeOver(database.pool, now())
    for (const row of await readMarks(database.pool)) marks.raise(row)
    const filled = await filledSegments(database.pool)
    for (const slot of filled) for await (const frame of readSegment(database.pool, slot)) readFrame(frame, marks.raise)
    const ring = createRing(filled, pace, now)
    const landing = createLanding({ ...needs, pool: database.pool, marks, ring, pace, generation, counters })
    const compactor = needs.compactor ?? createThreadedCompactor(database.url, log)
    const upkeep = createUpkeep({ compactor, landing, ring, pace, counters, now, log })
    running = { landing, ring, upkeep }
    upkeep.start()
  }

  async function stop(): Promise<void> {
    await running?.landing.stop()
    await running?.upkeep.stop()
    await readers.stop()
  }

  const full = () => {
    counters.refusedFull += 1
    return 'full' as const
  }

  return {
    ...questions(readers, () => running?.ring.open() ?? slots - 1),
    start,
    stop,
    land: (batch) => running?.landing.land(batch) ?? full(),
    drop: (gap) => running?.landing.drop(gap) ?? full(),
    quarantine: (message) => running?.landing.quarantine(message) ?? full(),
    event: (event) => running?.landing.event(event) ?? full(),
    committed: (place) => marks.committed(place),
    settled: async () => running?.landing.settled(),
    turn: async () => running?.upkeep.all(),
    isUp: () => running?.landing.generation() !== undefined && running.ring.open() !== undefined,
    counters: () => ({ ...counters, sealedSegments: running?.ring.sealed().length ?? 0 }),
  }
}

function questions(readers: Readers, open: () => number): History {
  const read = <T>(ask: ReadJob['ask'], query: object, signal?: AbortSignal): Promise<T> =>
    readers.read({ ask, query: { ...query, open: open() } } as ReadJob, signal) as Promise<T>
  const asking =
    <Q extends object, T>(ask: ReadJob['ask']) =>
    (query: Q, { signal }: Ask = {}): Promise<T> =>
      read<T>(ask, query, signal)
  return {
    curves: asking('curves'),
    // edges may be any list of numbers; the thread needs an array
    aggregate: ({ edges, ...query }, { signal } = {}) =>
      read('aggregate', { ...query, edges: Float64Array.from(edges) }, signal),
    at: asking('at'),
    count: asking('count'),
    scan: (query, ask = {}) => scanSlices(query, ask, asking<typeof query, Stretch[]>('density'), asking('slice')),
  }
}

const noCounts = (): HistorianCounters => ({
  landedBatches: 0,
  landedPoints: 0,
  knownBatches: 0,
  aheadBatches: 0,
  refusedFull: 0,
  quarantined: 0,
  gaps: 0,
  compactedPoints: 0,
  chunksWritten: 0,
  mergedChunks: 0,
  damagedChunks: 0,
  pendingBytes: 0,
  sealedSegments: 0,
  strayChunks: 0,
})
