// History through the interface of live: a cell per signal shows what it said at the moment played, its trend the ten
// minutes before. Seeking changes nothing but the moment, so back and forth always shows the same. [DESIGN 3.2]
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import type { Frames } from './frames.ts'
import type { Fault } from './monitored.ts'
import { createReplayStore, type PastReading, type ReplayWindow } from './replay-store.ts'
import { grow, type TrendPoint } from './trend.ts'
import type { CellReading, SignalCell, SignalSource } from './values.ts'

export type { ReplayWindow } from './replay-store.ts'

export type ReplayState = {
  /** The moment shown, epoch ms; null before the first is loaded. */
  readonly at: number | null
  /** Asked for, not shown yet. */
  readonly wanted: number | null
  readonly isPlaying: boolean
  readonly speed: number
  /** Waits for history. */
  readonly isLoading: boolean
  readonly fault: Fault | null
}

export type ReplaySource = SignalSource & {
  read(): ReplayState
  watch(listener: () => void): () => void
  /** Shows a moment as soon as it is loaded; until then the one before stays. */
  seek(at: number): void
  /** So many times as fast as it was. */
  play(speed: number): void
  pause(): void
  /** Shows what another one shows from now on, as soon as it is loaded here too; answers the act that ends it. */
  follow(leader: Pick<ReplaySource, 'read' | 'watch'>): () => void
  /** Loads the moment anew: what is asked for is another thing now. What is shown stays until it is there. */
  renew(): void
  /** Forgets everything; nothing is loaded or drawn afterwards. */
  stop(): void
}

export type ReplayNeeds = {
  load(from: number, to: number, signal: AbortSignal): Promise<ReplayWindow>
  /** The end of the past, epoch ms. */
  end: () => number
  frames: Pick<Frames, 'next'>
  /** A clock that runs evenly, ms. */
  now?: () => number
  /** Readings kept. */
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
/** Loaded ahead: what plays in so many seconds, but never less than ten minutes. */
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
  /** How much is loaded ahead of the moment of the one that is followed, ms. */
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
    // What stood when the ten minutes began is where their line comes from.
    const before = store.readingAt(cell.id, state.at - trendMs)
    if (before) grow(cell.points, before.at, before.value, before.code)
    for (const { at, value, code } of store.between(cell.id, state.at - trendMs, state.at)) {
      grow(cell.points, at, value as Value | null, code)
    }
    return cell.points
  }
  /** Tells cells of a moment; after a seek all of them, since ages and trends are others too. */
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
  /** Loads what is missing next, one answer at a time. */
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
    // What is to be shown now comes first.
    return store.missing(moment - trendMs, moment) ?? store.missing(moment, Math.min(end(), moment + ahead))
  }

  const seek = (at: number) => {
    const wanted = Math.max(trendMs, Math.min(Math.round(at), end()))
    // What is under way was for another moment.
    loading?.abort()
    loading = undefined
    change({ wanted, fault: null, isLoading: store.missing(wanted - trendMs, wanted) !== undefined })
    schedule()
    pump()
  }
  /** As its leader moves on: what is under way for the moments to come goes on. */
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

/** Neighbouring pieces hold the reading between them twice. */
const isSame = (one: PastReading | undefined, other: PastReading | undefined): boolean =>
  one === other || (one?.at === other?.at && one?.value === other?.value && one?.code === other?.code)

function faultOf(error: unknown): Fault {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : String(error) }
}
