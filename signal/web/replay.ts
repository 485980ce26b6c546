// Plays history through the interface of live values: a cell per signal shows its value at the playback time, and its
// trend the ten minutes before. Seeking changes only the time, so seeking back and forth always shows the same.
// [DESIGN 3.2]
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import type { Frames } from './frames.ts'
import type { Fault } from './monitored.ts'
import { createReplayStore, type PastReading, type ReplayWindow } from './replay-store.ts'
import { grow, type TrendPoint } from './trend.ts'
import type { CellReading, SignalCell, SignalSource } from './values.ts'

export type { ReplayWindow } from './replay-store.ts'

export type ReplayState = {
  /** The time shown, epoch ms; null before the first is loaded. */
  readonly at: number | null
  /** Requested, but not shown yet. */
  readonly wanted: number | null
  readonly isPlaying: boolean
  readonly speed: number
  /** Waiting for history. */
  readonly isLoading: boolean
  readonly fault: Fault | null
}

export type ReplaySource = SignalSource & {
  read(): ReplayState
  watch(listener: () => void): () => void
  /** Shows a time as soon as it is loaded; until then the previous one remains. */
  seek(at: number): void
  /** Plays at a multiple of real time. */
  play(speed: number): void
  pause(): void
  /**
   * Shows the time of another source from now on, as soon as it is loaded here too; returns the function that ends
   * this.
   */
  follow(leader: Pick<ReplaySource, 'read' | 'watch'>): () => void
  /** Loads the current time again, because the requested data changed. The shown values remain until it has loaded. */
  renew(): void
  /** Deletes everything; nothing is loaded or drawn afterwards. */
  stop(): void
}

export type ReplayNeeds = {
  load(from: number, to: number, signal: AbortSignal): Promise<ReplayWindow>
  /** The end of the past, epoch ms. */
  end: () => number
  frames: Pick<Frames, 'next'>
  /** A monotonic clock, ms. */
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

export function createReplaySource(needs: ReplayNeeds): ReplaySource {
  const { load, end, frames, now = () => performance.now(), most = 500_000 } = needs
  const store = createReplayStore(most)
  const cells = new Map<number, PastCell>()
  const listeners = new Set<() => void>()
  let state: ReplayState = { at: null, wanted: null, isPlaying: false, speed: 1, isLoading: false, fault: null }
  let playedAt = 0
  /** How far to load ahead of the leader's time, ms. */
  let followedMs = 0
  let callOff: (() => void) | undefined
  let loading: AbortController | undefined
  let isOver = false

  const change = (next: Partial<ReplayState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  const cellOf = (id: number): PastCell => {
    const found = cells.get(id)
    if (found) return found
    const cell = createCell(id, () => trendOf(cell))
    cells.set(id, cell)
    take(cell)
    return cell
  }
  const take = (cell: PastCell): boolean => {
    const reading = state.at === null ? undefined : store.readingAt(cell.id, state.at)
    if (isSame(reading, cell.shown)) return false
    cell.shown = reading
    cell.reading = reading
      ? { value: reading.value, code: reading.code, time: reading.at, receivedAt: null, drawnAt: null }
      : unknown
    return true
  }
  const trendOf = (cell: PastCell): readonly TrendPoint[] => {
    if (state.at === null || cell.trendAt === state.at) return cell.points
    cell.trendAt = state.at
    cell.points = []
    // The value at the start of the ten minutes is where their line starts.
    const before = store.readingAt(cell.id, state.at - trendMs)
    if (before) grow(cell.points, before.at, before.value, before.code)
    for (const { at, value, code } of store.between(cell.id, state.at - trendMs, state.at)) {
      grow(cell.points, at, value as Value | null, code)
    }
    return cell.points
  }
  /** Notifies the cells of a new time; after a seek all of them, since ages and trends changed too. */
  const flush = (isAll: boolean) => {
    const changed = [...cells.values()].filter((cell) => take(cell) || isAll)
    for (const cell of changed) for (const listener of cell.listeners) listener()
  }

  const frame = () => {
    callOff = undefined
    const wall = now()
    const passed = wall - playedAt
    playedAt = wall
    if (state.wanted !== null) arrive(state.wanted)
    else if (state.isPlaying && state.at !== null) advance(state.at, passed * state.speed)
    pump()
    if (state.isPlaying && !state.isLoading) schedule()
  }
  const schedule = () => {
    callOff ??= frames.next(frame)
  }
  const arrive = (wanted: number) => {
    if (store.missing(wanted - trendMs, wanted)) return
    change({ at: wanted, wanted: null, isLoading: false })
    flush(true)
  }
  const advance = (at: number, byMs: number) => {
    const last = end()
    const next = Math.min(at + byMs, last, store.reach(at))
    change({ at: next, isLoading: next < Math.min(at + byMs, last), ...(next >= last ? { isPlaying: false } : {}) })
    flush(false)
  }
  /** Loads the next missing span, one request at a time. */
  const pump = () => {
    if (isOver || loading || state.fault) return
    const missing = nextMissing()
    if (!missing) return
    const own = new AbortController()
    loading = own
    void load(missing.from, missing.to, own.signal).then(
      (window) => {
        if (own !== loading) return
        loading = undefined
        if (window.to <= missing.from) return fail({ code: 0, message: 'history answered an empty span' })
        store.add({ ...window, to: Math.min(window.to, missing.to) })
        const moment = state.wanted ?? state.at ?? missing.from
        store.trim(moment - trendMs, moment)
        if (state.wanted !== null || state.isLoading) schedule()
        if (state.isLoading && state.wanted === null) change({ isLoading: false })
        playedAt = now()
        pump()
      },
      (error: unknown) => {
        if (own !== loading) return
        loading = undefined
        fail(faultOf(error))
      },
    )
  }
  const fail = (fault: Fault) => change({ fault, isLoading: false, isPlaying: false, wanted: null })
  const nextMissing = () => {
    const moment = state.wanted ?? state.at
    if (moment === null) return undefined
    const ahead = state.isPlaying ? aheadMs(state.speed) : followedMs
    // The span to be shown now is loaded first.
    return store.missing(moment - trendMs, moment) ?? store.missing(moment, Math.min(end(), moment + ahead))
  }

  const seek = (at: number) => {
    const wanted = Math.max(trendMs, Math.min(Math.round(at), end()))
    // The request in progress was for another time.
    loading?.abort()
    loading = undefined
    change({ wanted, fault: null, isLoading: store.missing(wanted - trendMs, wanted) !== undefined })
    schedule()
    pump()
  }
  /** Follows the leader: requests for later times continue. */
  const moveTo = (at: number) => {
    const before = state.wanted ?? state.at
    if (before === null || state.fault || at < before || at - before > trendMs) return seek(at)
    if (store.missing(at - trendMs, at)) {
      change({ wanted: at, isLoading: true })
    } else {
      change({ at, wanted: null, isLoading: false })
      flush(false)
    }
    pump()
  }

  return {
    subscribe: cellOf,
    read: () => state,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    seek,
    follow(leader) {
      let shown: number | null = null
      const look = () => {
        const { at, wanted, isPlaying, speed } = leader.read()
        const moment = wanted ?? at
        followedMs = isPlaying ? aheadMs(speed) : 0
        if (isOver || moment === null || moment === shown) return
        shown = moment
        moveTo(moment)
      }
      const leave = leader.watch(look)
      look()
      return leave
    },
    play(speed) {
      playedAt = now()
      change({ isPlaying: true, speed, fault: null })
      schedule()
      pump()
    },
    renew() {
      const moment = state.wanted ?? state.at
      if (moment === null || isOver) return
      loading?.abort()
      loading = undefined
      store.clear()
      change({ wanted: moment, fault: null, isLoading: true })
      schedule()
      pump()
    },
    pause: () => change({ isPlaying: false, isLoading: state.wanted !== null }),
    stop() {
      isOver = true
      loading?.abort()
      loading = undefined
      callOff?.()
      callOff = undefined
      listeners.clear()
      cells.clear()
      store.clear()
    },
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

function faultOf(error: unknown): Fault {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : String(error) }
}
