// Plays history through the interface of live values: a cell per signal shows its value at the playback time, and its
// trend the ten minutes before. Seeking changes only the time, so seeking back and forth always shows the same.
// [DESIGN 3.2]
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import type { Frames } from './frames.ts'
import { type Fault, faultOf } from './monitored.ts'
import { createReplayStore, type PastReading, type ReplayStore, type ReplayWindow } from './replay-store.ts'
import { grow, type TrendPoint } from './trend.ts'
import type { CellReading, SignalCell, SignalSource } from './values.ts'

export type { ReplayWindow } from './replay-store.ts'

export type ReplayState = {
  /** The time shown, epoch ms; null before the first is loaded. */
  readonly at: number | null
  /** The time that was requested, but is not shown yet. */
  readonly wanted: number | null
  readonly isPlaying: boolean
  readonly speed: number
  /** True while playback waits for history to load. */
  readonly isLoading: boolean
  readonly fault: Fault | null
}

type ReplayNeeds = {
  load(from: number, to: number, signal: AbortSignal): Promise<ReplayWindow>
  /** The end of the available history, epoch ms. */
  end: () => number
  frames: Pick<Frames, 'next'>
  /** A monotonic clock in ms. */
  now?: () => number
  /** Maximum number of readings in memory. */
  most?: number
}

type PastCell = SignalCell & {
  id: number
  shown: PastReading | undefined
  reading: CellReading
  trendAt: number | null
  points: TrendPoint[]
  listeners: Set<() => void>
}

const trendMs = limits.trendPoints * limits.trendStepMs
/** Loads ahead as much as plays in this many seconds, but at least ten minutes. */
const aheadS = 20
const aheadMs = (speed: number): number => Math.max(trendMs, speed * aheadS * 1000)
const unknown: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }

/** Shows the values of one time at a time; `subscribe`, `read` and `watch` may be passed on alone. */
export class ReplaySource implements SignalSource {
  readonly #needs: ReplayNeeds
  readonly #now: () => number
  readonly #store: ReplayStore
  readonly #cells = new Map<number, PastCell>()
  readonly #listeners = new Set<() => void>()
  #state: ReplayState = { at: null, wanted: null, isPlaying: false, speed: 1, isLoading: false, fault: null }
  #playedAt = 0
  /** How far to load ahead of the leader's time, ms. */
  #followedMs = 0
  #callOff: (() => void) | undefined
  #loading: AbortController | undefined
  #isOver = false

  constructor(needs: ReplayNeeds) {
    const { now = () => performance.now(), most = 500_000 } = needs
    this.#needs = needs
    this.#now = now
    this.#store = createReplayStore(most)
  }

  /** The cell that shows the value of a signal. */
  readonly subscribe = (id: number): PastCell => {
    const found = this.#cells.get(id)
    if (found) return found
    const cell = createCell(id, () => this.#trendOf(cell))
    this.#cells.set(id, cell)
    this.#take(cell)
    return cell
  }

  readonly read = (): ReplayState => this.#state

  readonly watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows a time as soon as it is loaded; until then the previous one remains. */
  seek(at: number): void {
    const wanted = Math.max(trendMs, Math.min(Math.round(at), this.#needs.end()))
    // The request in progress was for another time.
    this.#abort()
    this.#change({ wanted, fault: null, isLoading: this.#store.missing(wanted - trendMs, wanted) !== undefined })
    this.#schedule()
    this.#pump()
  }

  /** Plays at a multiple of real time. */
  play(speed: number): void {
    this.#playedAt = this.#now()
    this.#change({ isPlaying: true, speed, fault: null })
    this.#schedule()
    this.#pump()
  }

  pause(): void {
    this.#change({ isPlaying: false, isLoading: this.#state.wanted !== null })
  }

  /**
   * Shows the time of another source from now on, as soon as it is loaded here too; returns the function that ends
   * this.
   */
  follow(leader: Pick<ReplaySource, 'read' | 'watch'>): () => void {
    let shown: number | null = null
    const look = () => {
      const { at, wanted, isPlaying, speed } = leader.read()
      const moment = wanted ?? at
      this.#followedMs = isPlaying ? aheadMs(speed) : 0
      if (this.#isOver || moment === null || moment === shown) return
      shown = moment
      this.#moveTo(moment)
    }
    const leave = leader.watch(look)
    look()
    return leave
  }

  /** Loads the current time again, because the requested data changed. The shown values remain until it has loaded. */
  renew(): void {
    const moment = this.#state.wanted ?? this.#state.at
    if (moment === null || this.#isOver) return
    this.#abort()
    this.#store.clear()
    this.#change({ wanted: moment, fault: null, isLoading: true })
    this.#schedule()
    this.#pump()
  }

  /** Deletes all data; nothing is loaded or drawn afterwards. */
  stop(): void {
    this.#isOver = true
    this.#abort()
    this.#callOff?.()
    this.#callOff = undefined
    this.#listeners.clear()
    this.#cells.clear()
    this.#store.clear()
  }

  #abort(): void {
    this.#loading?.abort()
    this.#loading = undefined
  }

  #change(next: Partial<ReplayState>): void {
    this.#state = { ...this.#state, ...next }
    for (const listener of this.#listeners) listener()
  }

  #take(cell: PastCell): boolean {
    const { at } = this.#state
    const reading = at === null ? undefined : this.#store.readingAt(cell.id, at)
    if (isSame(reading, cell.shown)) return false
    cell.shown = reading
    cell.reading = reading
      ? { value: reading.value, code: reading.code, time: reading.at, receivedAt: null, drawnAt: null }
      : unknown
    return true
  }

  #trendOf(cell: PastCell): readonly TrendPoint[] {
    const { at: moment } = this.#state
    if (moment === null || cell.trendAt === moment) return cell.points
    cell.trendAt = moment
    cell.points = []
    // The value at the start of the ten minutes is where their line starts.
    const before = this.#store.readingAt(cell.id, moment - trendMs)
    if (before) grow(cell.points, before.at, before.value, before.code)
    for (const { at, value, code } of this.#store.between(cell.id, moment - trendMs, moment)) {
      grow(cell.points, at, value as Value | null, code)
    }
    return cell.points
  }

  /** Notifies the cells of a new time; after a seek all of them, since ages and trends changed too. */
  #flush(isAll: boolean): void {
    const changed = [...this.#cells.values()].filter((cell) => this.#take(cell) || isAll)
    for (const cell of changed) for (const listener of cell.listeners) listener()
  }

  #frame(): void {
    this.#callOff = undefined
    const wall = this.#now()
    const passed = wall - this.#playedAt
    this.#playedAt = wall
    const { wanted, isPlaying, at, speed } = this.#state
    if (wanted !== null) this.#arrive(wanted)
    else if (isPlaying && at !== null) this.#advance(at, passed * speed)
    this.#pump()
    if (this.#state.isPlaying && !this.#state.isLoading) this.#schedule()
  }

  #schedule(): void {
    this.#callOff ??= this.#needs.frames.next(() => this.#frame())
  }

  #arrive(wanted: number): void {
    if (this.#store.missing(wanted - trendMs, wanted)) return
    this.#change({ at: wanted, wanted: null, isLoading: false })
    this.#flush(true)
  }

  #advance(at: number, byMs: number): void {
    const last = this.#needs.end()
    const wished = Math.min(at + byMs, last)
    const next = Math.min(wished, this.#store.reach(at))
    this.#change({ at: next, isLoading: next < wished, ...(next >= last ? { isPlaying: false } : {}) })
    this.#flush(false)
  }

  /** Loads the next missing span, one request at a time. */
  #pump(): void {
    if (this.#isOver || this.#loading || this.#state.fault) return
    const missing = this.#nextMissing()
    if (!missing) return
    const own = new AbortController()
    this.#loading = own
    const isMine = () => own === this.#loading
    void this.#needs.load(missing.from, missing.to, own.signal).then(
      (window) => {
        if (!isMine()) return
        this.#loading = undefined
        this.#loaded(missing, window)
      },
      (error: unknown) => {
        if (!isMine()) return
        this.#loading = undefined
        this.#fail(faultOf(error))
      },
    )
  }

  #loaded(missing: { from: number; to: number }, window: ReplayWindow): void {
    if (window.to <= missing.from) return this.#fail({ code: 0, message: 'history answered an empty span' })
    this.#store.add({ ...window, to: Math.min(window.to, missing.to) })
    const { wanted, at, isLoading } = this.#state
    const moment = wanted ?? at ?? missing.from
    this.#store.trim(moment - trendMs, moment)
    if (wanted !== null || isLoading) this.#schedule()
    if (isLoading && wanted === null) this.#change({ isLoading: false })
    this.#playedAt = this.#now()
    this.#pump()
  }

  #fail(fault: Fault): void {
    this.#change({ fault, isLoading: false, isPlaying: false, wanted: null })
  }

  #nextMissing(): { from: number; to: number } | undefined {
    const { wanted, at, isPlaying, speed } = this.#state
    const moment = wanted ?? at
    if (moment === null) return undefined
    const ahead = isPlaying ? aheadMs(speed) : this.#followedMs
    // The span to be shown now is loaded first.
    const shown = this.#store.missing(moment - trendMs, moment)
    return shown ?? this.#store.missing(moment, Math.min(this.#needs.end(), moment + ahead))
  }

  /** Follows the leader: requests for later times continue. */
  #moveTo(at: number): void {
    const before = this.#state.wanted ?? this.#state.at
    if (before === null || this.#state.fault || at < before || at - before > trendMs) return this.seek(at)
    if (this.#store.missing(at - trendMs, at)) {
      this.#change({ wanted: at, isLoading: true })
    } else {
      this.#change({ at, wanted: null, isLoading: false })
      this.#flush(false)
    }
    this.#pump()
  }
}

function createCell(id: number, trend: () => readonly TrendPoint[]): PastCell {
  const listeners = new Set<() => void>()
  const cell: PastCell = {
    id,
    shown: undefined,
    reading: unknown,
    trendAt: null,
    points: [],
    listeners,
    read: () => cell.reading,
    trend,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return cell
}

/** Neighbouring pieces both contain the reading between them. */
const isSame = (one: PastReading | undefined, other: PastReading | undefined): boolean =>
  one === other || (one?.at === other?.at && one?.value === other?.value && one?.code === other?.code)
