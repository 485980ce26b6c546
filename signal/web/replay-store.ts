// History loaded by a replay: pieces that do not overlap, each indexed by signal. Bounded: the pieces furthest from the
// playback time are dropped first.
import type { Value } from '../../core/data-type.ts'

/**
 * An answer of history: readings valid at `from`, and every stored one up to `to`, which may be earlier than requested.
 */
export type ReplayWindow = {
  from: number
  to: number
  start: readonly { signalId: number; at: number; value: Value | null; code: number }[]
  /** Times of the readings in ascending order, in ms after `from`. */
  times: ArrayLike<number>
  ids: ArrayLike<number>
  values: readonly (Value | null)[]
  /** The codes of the readings; null if all are good. */
  codes: ArrayLike<number> | null
}

export type PastReading = { at: number; value: Value | null; code: number }

type Readings = PastReading[]
type Piece = { from: number; to: number; size: number; bySignal: Map<number, Readings> }

export type ReplayStore = {
  add(window: ReplayWindow): void
  /** The first span within `from` to `to` that is not loaded. */
  missing(from: number, to: number): { from: number; to: number } | undefined
  /** The end of the loaded span that contains `at`; `at` itself if that time is not loaded. */
  reach(at: number): number
  /** The last reading at or before `at`. Undefined if there is none, or that time is not loaded. */
  readingAt(signalId: number, at: number): PastReading | undefined
  /** Loaded readings after `from` up to `to`. */
  between(signalId: number, from: number, to: number): PastReading[]
  /** Drops the pieces furthest from a span until the limit is met; never those that the span needs. */
  trim(from: number, to: number): void
  clear(): void
}

/** Stores loaded history. `most`: maximum number of readings. */
export function createReplayStore(most: number): ReplayStore {
  let pieces: Piece[] = []
  const pieceAt = (at: number) => pieces.find(({ from, to }) => from <= at && at <= to)
  return {
    add(window) {
      pieces = [...pieces, pieceOf(window)].sort((a, b) => a.from - b.from)
    },
    missing(from, to) {
      let at = from
      for (const piece of pieces) {
        if (piece.to <= at) continue
        if (at >= to) return undefined
        if (piece.from > at) return { from: at, to: Math.min(piece.from, to) }
        at = piece.to
      }
      return at < to ? { from: at, to } : undefined
    },
    reach(at) {
      let end = at
      for (const { from, to } of pieces) if (from <= end && to > end) end = to
      return end
    },
    readingAt(signalId, at) {
      const readings = pieceAt(at)?.bySignal.get(signalId)
      return readings?.[lastAtOrBefore(readings, at)]
    },
    between(signalId, from, to) {
      const found: PastReading[] = []
      for (const piece of pieces) {
        if (piece.to < from || piece.from > to) continue
        const readings = piece.bySignal.get(signalId) ?? []
        for (let i = lastAtOrBefore(readings, from) + 1; i < readings.length && readings[i]!.at <= to; i += 1) {
          // A piece starts with the reading valid before it, which the previous piece already has.
          if (readings[i]!.at > (found.at(-1)?.at ?? from)) found.push(readings[i]!)
        }
      }
      return found
    },
    trim(from, to) {
      const distance = (piece: Piece) => Math.max(0, piece.from - to, from - piece.to)
      let size = pieces.reduce((sum, piece) => sum + piece.size, 0)
      for (const piece of [...pieces].sort((a, b) => distance(b) - distance(a))) {
        if (size <= most || distance(piece) === 0) return
        pieces = pieces.filter((each) => each !== piece)
        size -= piece.size
      }
    },
    clear() {
      pieces = []
    },
  }
}

function pieceOf({ from, to, start, times, ids, values, codes }: ReplayWindow): Piece {
  const bySignal = new Map<number, Readings>(
    start.map(({ signalId, at, value, code }) => [signalId, [{ at, value, code }]]),
  )
  for (let i = 0; i < ids.length; i += 1) {
    const id = ids[i]!
    const reading = { at: from + times[i]!, value: values[i] ?? null, code: codes?.[i] ?? 200 }
    const readings = bySignal.get(id)
    if (!readings) bySignal.set(id, [reading])
    else if (readings.at(-1)!.at === reading.at) readings[readings.length - 1] = reading
    else readings.push(reading)
  }
  return { from, to, size: ids.length + start.length, bySignal }
}

/** Index of the last reading not after `at`, or -1. */
function lastAtOrBefore(readings: Readings, at: number): number {
  let [low, high] = [0, readings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (readings[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}
