// Assembles the historian: accepting and committing messages on this thread, compaction and reading on their own
// threads.
import { errorText } from '../../db/setup-error.ts'
import { type Compactor, createThreadedCompactor } from './compactor.ts'
import { curvesInParts } from './curves-in-parts.ts'
import { readFrame } from './frame.ts'
import type {
  AggregateQuery,
  Answer,
  Ask,
  Committed,
  Curve,
  CurveQuery,
  HistorianCounters,
  History,
  LandBatch,
  LandEvent,
  LandGap,
  Landing,
  LandQuarantine,
  Place,
} from './history.ts'
import { LandingQueue } from './landing.ts'
import { filledSegments, type Pool, readMarks, readSegment } from './landing-store.ts'
import { createMarks, type Marks } from './marks.ts'
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
 * History of all gateways. Before `start` it answers queries, but accepts no messages (`full`). Only one process
 * writes: the one that started last. An earlier process waits, and writes again when the later one is gone.
 */
export class Historian implements History {
  readonly #needs: HistorianNeeds
  readonly #pace: Pace
  readonly #counters = noCounts()
  readonly #readers: Readers
  readonly #questions: History
  readonly #lease: WriterLease
  #marks: Marks = createMarks()
  #session: Session | undefined
  #timer: NodeJS.Timeout | undefined
  #turning: Promise<void> | undefined
  #isStopped = false

  constructor(needs: HistorianNeeds) {
    const { database, now, log } = needs
    this.#needs = needs
    this.#pace = { ...usualPace, ...needs.pace }
    this.#readers = createReaders(database.url, log)
    this.#questions = questions(this.#readers, () => this.#session?.ring.open() ?? slots - 1)
    this.#lease = new WriterLease(database.pool, now)
  }

  /** Becomes the writer, loads the marks, and compacts what an earlier process left. */
  async start(): Promise<void> {
    if (this.#session) return
    await this.#open(await this.#lease.take())
    this.#schedule()
  }

  /** Commits the taken messages, stops threads and timers. */
  async stop(): Promise<void> {
    const { log } = this.#needs
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#turning
    const held = this.#generation()
    await this.#close()
    if (held !== undefined)
      await this.#lease
        .release(held)
        .catch((error) => log(`history: the writing could not be released: ${errorText(error)}`))
    await this.#readers.stop()
  }

  curves(query: CurveQuery, ask?: Ask): ReturnType<History['curves']> {
    return this.#questions.curves(query, ask)
  }

  aggregate(query: AggregateQuery, ask?: Ask): ReturnType<History['aggregate']> {
    return this.#questions.aggregate(query, ask)
  }

  at(...asked: Parameters<History['at']>): ReturnType<History['at']> {
    return this.#questions.at(...asked)
  }

  count(...asked: Parameters<History['count']>): ReturnType<History['count']> {
    return this.#questions.count(...asked)
  }

  scan(...asked: Parameters<History['scan']>): ReturnType<History['scan']> {
    return this.#questions.scan(...asked)
  }

  land(batch: LandBatch): Landing {
    return this.#session?.landing.land(batch) ?? this.#full()
  }

  drop(gap: LandGap): Landing {
    return this.#session?.landing.drop(gap) ?? this.#full()
  }

  quarantine(message: LandQuarantine): Landing {
    return this.#session?.landing.quarantine(message) ?? this.#full()
  }

  event(event: LandEvent): Landing {
    return this.#session?.landing.event(event) ?? this.#full()
  }

  /** The number up to which all records of an outbox and lane are committed; 0: none yet. */
  committed(place: Omit<Place, 'seq'>): number {
    return this.#marks.committed(place)
  }

  /** Resolves when all messages taken so far are committed. */
  async settled(): Promise<void> {
    return this.#session?.landing.settled()
  }

  /** Seals, compacts, merges and deletes now, independent of the clock: for tests and benchmarks. */
  async turn(): Promise<void> {
    return this.#session?.upkeep.all()
  }

  /**
   * Whether a message accepted now will be committed: the historian has started, no other process writes, and a segment
   * is open.
   */
  isUp(): boolean {
    return this.#generation() !== undefined && this.#session?.ring.open() !== undefined
  }

  /** Bytes that wait for a commit; 0 while the database is away. */
  waitingBytes(): number {
    return this.#session?.landing.waitingBytes() ?? 0
  }

  counters(): HistorianCounters {
    return { ...this.#counters, sealedSegments: this.#session?.ring.sealed().length ?? 0 }
  }

  #generation(): number | undefined {
    return this.#session?.landing.generation()
  }

  #full(): Landing {
    this.#counters.refusedFull += 1
    return 'full'
  }

  async #open(held: number): Promise<void> {
    const { database, now, log } = this.#needs
    const [pace, counters] = [this.#pace, this.#counters]
    const own = createMarks()
    const filled = await this.#beating(held, () => loadMarks(database.pool, own))
    const ring = createRing(filled, pace, now)
    counters.pendingBytes = 0
    const landing = new LandingQueue({
      ...{ ...this.#needs, pool: database.pool, marks: own, ring, pace, counters },
      generation: held,
    })
    const compactor = this.#needs.compactor ?? createThreadedCompactor(database.url, log)
    const upkeep = new Upkeep({ compactor, landing, ring, pace, counters, now, log })
    this.#marks = own
    this.#session = { landing, ring, upkeep }
    upkeep.start()
  }

  /** Full segments take longer to read than other processes wait for a heartbeat. */
  async #beating<T>(held: number, act: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      // If this process is no longer the writer, or has no database, the first heartbeat after this finds out.
      this.#lease.turn(held).catch(() => undefined)
    }, this.#pace.beatMs)
    try {
      return await act()
    } finally {
      clearInterval(timer)
    }
  }

  async #close(): Promise<void> {
    const ended = this.#session
    await ended?.landing.stop()
    await ended?.upkeep.stop()
    this.#session = undefined
  }

  #schedule(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => {
      this.#turning = this.#checkWriter()
        .catch((error) => this.#needs.log(`history: who writes is not known: ${errorText(error)}`))
        .finally(() => this.#schedule())
    }, this.#pace.beatMs)
    this.#timer.unref()
  }

  /** Shows that this process writes, or writes again once the other process is gone. */
  async #checkWriter(): Promise<void> {
    const { log } = this.#needs
    const before = this.#generation()
    const held = await this.#lease.turn(before)
    // A commit with an unknown outcome renewed the generation, or lost it: the next heartbeat decides.
    if (this.#isStopped && held !== undefined && held !== before) await this.#lease.release(held)
    if (this.#isStopped || this.#generation() !== before || (held !== undefined && held === before)) return
    if (this.#session) {
      log('history: another process writes; this one waits until that is gone')
      await this.#close()
    }
    if (held === undefined || this.#isStopped) return
    await this.#open(held)
    log('history: this process writes again')
  }
}

/** Raises the marks to those in the database; returns the segments that an earlier process left, oldest first. */
async function loadMarks(pool: Pool, marks: Marks): Promise<number[]> {
  for (const row of await readMarks(pool)) marks.raise(row)
  const filled = await filledSegments(pool)
  for (const slot of filled) for await (const frame of readSegment(pool, slot)) readFrame(frame, marks.raise)
  return filled
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
    // The edges may be any iterable of numbers; the thread needs an array.
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
