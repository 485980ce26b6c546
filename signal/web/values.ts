// The signal source of every page: a cell per signal with its newest reading, drawn as scheduled by `live-frames.ts`.
// Drawing code knows no socket; this is the live implementation, a replay is another. [DESIGN 3.2]
import type { SignalVal } from '../../contract/sockets.ts'
import type { Value } from '../../core/data-type.ts'
import type { Frames } from './frames.ts'
import { edgeToPixel, type LatencyMeter } from './latency.ts'
import { liveFrames } from './live-frames.ts'
import { serverClock } from './server-clock.ts'
import { grow, joinTrend, type TrendPoint } from './trend.ts'

/** The last reading of a signal. `code` 0 and `time` null: none yet. All times epoch ms on the platform's clock. */
export type CellReading = {
  readonly value: Value | null
  readonly code: number
  readonly time: number | null
  /** When the platform received the reading; null if the value was loaded, not streamed. */
  readonly receivedAt: number | null
  /** When this browser received the reading; absent if the value was loaded. */
  readonly toldAt?: number
  /** When the value was drawn; null until then. */
  readonly drawnAt: number | null
}

export type SignalCell = {
  read(): CellReading
  /** The readings of the last ten minutes, newest last. */
  trend(): readonly TrendPoint[]
  /** Calls back for new readings, once per frame. */
  watch(listener: () => void): () => void
}

export type SignalSource = { subscribe(signalId: number): SignalCell }

/** A loaded reading, replaced by newer streamed ones. */
export type Seed = { id: number; value: Value | null; code: number; time: number | null; trend?: readonly TrendPoint[] }

export type LoadedTrend = { id: number; trend: readonly TrendPoint[] }

export type LiveSource = SignalSource & {
  take(message: SignalVal): void
  seed(readings: readonly Seed[]): void
  /** Adds trends that loaded later, before the streamed points. */
  fill(trends: readonly LoadedTrend[]): void
  /** Deletes all data; nothing is drawn afterwards. */
  stop(): void
}

type Needs = {
  frames?: Frames
  now?: () => number
  isClockKnown?: () => boolean
  latency?: LatencyMeter
  most?: number
}
type LiveCell = SignalCell & { reading: CellReading; points: TrendPoint[]; listeners: Set<() => void> }

/** A page has at most 2000 widgets, a device 500 variables; more indicates a leak. */
const maxCells = 20_000
/** A longer time until the paint means that the tab became hidden after drawing. */
const maxPaintMs = 2000
const unknown: CellReading = { value: null, code: 0, time: null, receivedAt: null, drawnAt: null }

export function createLiveSource(needs: Needs = {}): LiveSource {
  const {
    frames = liveFrames,
    now = serverClock.now,
    isClockKnown = serverClock.isKnown,
    latency = edgeToPixel,
    most = maxCells,
  } = needs
  const cells = new Map<number, LiveCell>()
  const changed = new Set<LiveCell>()
  // Cells with a new value: an unchanged value was read earlier, and does not measure the latency.
  const news = new Set<LiveCell>()
  let callOff: (() => void) | undefined
  let isMeasured = true

  const cellOf = (id: number): LiveCell => {
    const found = cells.get(id)
    if (found) return found
    const cell = createCell()
    if (cells.size < most) cells.set(id, cell)
    return cell
  }

  const flush = () => {
    callOff = undefined
    const drawn = [...changed]
    const measured = [...news]
    changed.clear()
    news.clear()
    const drawnAt = now()
    for (const cell of drawn) cell.reading = { ...cell.reading, drawnAt }
    for (const cell of drawn) for (const listener of cell.listeners) listener()
    if (isMeasured && isClockKnown()) {
      frames.painted(() => {
        if (now() - drawnAt < maxPaintMs) measure(measured, now(), latency)
      })
    }
    isMeasured = true
  }

  const change = (cell: LiveCell, reading: CellReading) => {
    cell.reading = reading
    changed.add(cell)
    callOff ??= frames.next(flush)
  }

  return {
    subscribe: cellOf,
    take({ ids, values, times, codes, receivedAt, isStanding = false }) {
      if (!frames.visible()) isMeasured = false
      const toldAt = now()
      for (let i = 0; i < ids.length; i += 1) {
        // Only subscribed signals have a cell, so that a stream cannot fill the page's memory.
        const cell = cells.get(ids[i]!)
        const time = times[i]!
        // [S4] A newer value replaces an older one only if its time is not earlier.
        if (!cell || (cell.reading.time !== null && time < cell.reading.time)) continue
        const value = values[i] ?? null
        const code = codes?.[i] ?? 200
        grow(cell.points, time, value, code)
        const isNews = value !== cell.reading.value || code !== cell.reading.code
        if (isNews && !isStanding) news.add(cell)
        change(cell, { value, code, time, receivedAt, toldAt, drawnAt: null })
      }
    },
    seed(readings) {
      for (const { id, value, code, time, trend } of readings) {
        const cell = cellOf(id)
        if (trend && (trend.at(-1)?.[0] ?? 0) >= (cell.points.at(-1)?.[0] ?? 0)) cell.points = [...trend]
        if (time === null || (cell.reading.time !== null && time <= cell.reading.time)) continue
        change(cell, { value, code, time, receivedAt: null, drawnAt: null })
      }
    },
    fill(trends) {
      for (const { id, trend } of trends) {
        const cell = cellOf(id)
        cell.points = joinTrend(trend, cell.points)
      }
    },
    stop() {
      callOff?.()
      callOff = undefined
      changed.clear()
      news.clear()
      cells.clear()
    },
  }
}

function createCell(): LiveCell {
  const listeners = new Set<() => void>()
  const cell: LiveCell = {
    reading: unknown,
    points: [],
    listeners,
    read: () => cell.reading,
    trend: () => cell.points,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return cell
}

/** Measures only streamed values; a loaded value may be of yesterday. */
function measure(cells: readonly LiveCell[], paintedAt: number, latency: LatencyMeter): void {
  for (const { reading } of cells) {
    if (reading.receivedAt !== null && reading.time !== null) latency.add(paintedAt - reading.time)
  }
}
