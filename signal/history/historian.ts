// Assembles the historian: landing on this thread, compaction and reading on their own threads.
import { errorText } from '../../db/setup-error.ts'
import { type Compactor, createThreadedCompactor } from './compactor.ts'
import { curvesInParts } from './curves-in-parts.ts'
import { readFrame } from './frame.ts'
import type { Answer, Ask, Committed, Curve, Historian, HistorianCounters, History } from './history.ts'
import { LandingQueue } from './landing.ts'
import { filledSegments, type Pool, readMarks, readSegment } from './landing-store.ts'
import { createMarks } from './marks.ts'
import { type Pace, usualPace } from './pace.ts'
import type { Stretch } from './read.ts'
import type { ReadJob } from './read-job.ts'
import { createReaders, type Readers } from './readers.ts'
import { createRing, type Ring, slots } from './ring.ts'
import { scanSlices } from './scan.ts'
import { Upkeep } from './upkeep.ts'
import { WriterLease } from './writer-lease.ts'

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

/** The parts that write under one generation of this process. */
type Session = { landing: LandingQueue; ring: Ring; upkeep: Upkeep }

/**
 * History of all gateways. Before `start` it answers queries, but accepts no messages (`full`). Only one process writes:
 * the one that started last. An earlier one waits, and writes again when that process is gone.
 */
export function createHistorian(needs: HistorianNeeds): Historian {
  const { database, now, log } = needs
  const pace = { ...usualPace, ...needs.pace }
  const counters = noCounts()
  const readers = createReaders(database.url, log)
  const lease = new WriterLease(database.pool, now)
  let marks = createMarks()
  let session: Session | undefined
  let timer: NodeJS.Timeout | undefined
  let turning: Promise<void> | undefined
  let isStopped = false

  const generation = () => session?.landing.generation()

  async function open(held: number): Promise<void> {
    const own = createMarks()
    const filled = await beating(held, async () => {
      for (const row of await readMarks(database.pool)) own.raise(row)
      const slots = await filledSegments(database.pool)
      for (const slot of slots) for await (const frame of readSegment(database.pool, slot)) readFrame(frame, own.raise)
      return slots
    })
    const ring = createRing(filled, pace, now)
    counters.pendingBytes = 0
    const landing = new LandingQueue({
      ...{ ...needs, pool: database.pool, marks: own, ring, pace, counters },
      generation: held,
    })
    const compactor = needs.compactor ?? createThreadedCompactor(database.url, log)
    const upkeep = new Upkeep({ compactor, landing, ring, pace, counters, now, log })
    marks = own
    session = { landing, ring, upkeep }
    upkeep.start()
  }

  /** Full segments take longer to read than other processes wait for a beat. */
  async function beating<T>(held: number, act: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      // Superseded or without a database: the first turn after this finds out.
      lease.turn(held).catch(() => undefined)
    }, pace.beatMs)
    try {
      return await act()
    } finally {
      clearInterval(timer)
    }
  }

  async function close(): Promise<void> {
    const ended = session
    await ended?.landing.stop()
    await ended?.upkeep.stop()
    session = undefined
  }

  async function start(): Promise<void> {
    if (session) return
    await open(await lease.take())
    schedule()
  }

  function schedule(): void {
    if (isStopped) return
    timer = setTimeout(() => {
      turning = turn()
        .catch((error) => log(`history: who writes is not known: ${errorText(error)}`))
        .finally(schedule)
    }, pace.beatMs)
    timer.unref()
  }

  /** Shows that this process writes, or writes again once the other process is gone. */
  async function turn(): Promise<void> {
    const before = generation()
    const held = await lease.turn(before)
    // a commit with an unknown outcome renewed the generation, or lost it: the next turn decides
    if (isStopped && held !== undefined && held !== before) await lease.release(held)
    if (isStopped || generation() !== before || (held !== undefined && held === before)) return
    if (session) {
      log('history: another process writes; this one waits until that is gone')
      await close()
    }
    if (held === undefined || isStopped) return
    await open(held)
    log('history: this process writes again')
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await turning
    const held = generation()
    await close()
    if (held !== undefined)
      await lease.release(held).catch((error) => log(`history: the writing could not be released: ${errorText(error)}`))
    await readers.stop()
  }

  const full = () => {
    counters.refusedFull += 1
    return 'full' as const
  }

  return {
    ...questions(readers, () => session?.ring.open() ?? slots - 1),
    start,
    stop,
    land: (batch) => session?.landing.land(batch) ?? full(),
    drop: (gap) => session?.landing.drop(gap) ?? full(),
    quarantine: (message) => session?.landing.quarantine(message) ?? full(),
    event: (event) => session?.landing.event(event) ?? full(),
    committed: (place) => marks.committed(place),
    settled: async () => session?.landing.settled(),
    turn: async () => session?.upkeep.all(),
    isUp: () => generation() !== undefined && session?.ring.open() !== undefined,
    waitingBytes: () => session?.landing.waitingBytes() ?? 0,
    counters: () => ({ ...counters, sealedSegments: session?.ring.sealed().length ?? 0 }),
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
    curves: (query, { signal } = {}) =>
      curvesInParts(query, readers.spare(), (part) => read<Answer<Curve[]>>('curves', part, signal)),
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
