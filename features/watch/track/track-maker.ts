// Builds a track from recorded positions: a line with a maximum number of points, its gaps, stops and distance. Accepts
// any number of positions in time order, in bounded memory. Pure. A gap is not part of the distance or of a stop: the
// line ends before it and starts again after it.
import { isPlace, metresBetween, type Place, placeBetween } from '../../../core/geo.ts'

export type TrackNeeds = {
  /**
   * Maximum number of points of the line, and the length of the span. Positions much closer than the points are not
   * examined one by one.
   */
  points: number
  spanMs: number
  /** A stop: a stay of at least this time within this radius. */
  stopMs: number
  radiusM: number
}

type Stop = Place & { from: number; to: number }

type Track = {
  /** Number of valid positions before thinning. */
  total: number
  times: number[]
  longitudes: number[]
  latitudes: number[]
  /** Speed in km/h on the way to each point; null after a gap. */
  speeds: (number | null)[]
  /** Indexes of the points after a gap; the positions before them are unknown. */
  starts: number[]
  stops: Stop[]
  /** Number of all stops, including those beyond the maximum listed. */
  stopCount: number
  drivenM: number
  movingMs: number
  stoppedMs: number
}

/** A point of the track. `lengthM`: the recorded distance from the previous point. */
type Point = Place & { at: number; lengthM: number; isStart: boolean }

export type TrackMaker = {
  /**
   * Adds a position. `gapMs`: maximum time between two positions without a gap; Infinity: positions are stored on
   * change.
   */
  take(at: number, longitude: number, latitude: number, gapMs: number): void
  /** Marks a loss: the position is unknown until the next one. */
  lose(): void
  end(): Track
}

export const maxStops = 500
/** For positions stored on change: if the position changes after a longer time than this, there is a gap. */
const unseenMs = 5 * 60_000
/** Maximum speed of anything on the ground, in m/s: a greater one is a jump of the receiver. */
const fastest = 300

/**
 * Positions read per point of the drawn line, before thinning: a month of readings at one per second is thinned
 * quickly.
 */
const candidates = 20

export function createTrackMaker({ points: most, spanMs, stopMs, radiusM }: TrackNeeds): TrackMaker {
  const stepMs = spanMs / (candidates * most)
  let kept: Point[] = []
  let last: Point | undefined
  /** The distance since the last candidate, excluding `last` if it is one. */
  let skippedM = 0
  let isSkipped = false
  let isLost = true
  let total = 0
  let [drivenM, movingMs, stoppedMs] = [0, 0, 0]
  const stops: Stop[] = []
  let stopCount = 0
  let stay: Stay | undefined

  function endStay(): void {
    if (!stay) return
    const { from, to, lengthM, middle } = stay
    if (to - from >= stopMs) {
      stopCount += 1
      stoppedMs += to - from
      if (stops.length < maxStops) stops.push({ ...middle, from, to })
    } else {
      drivenM += lengthM
      movingMs += to - from
    }
    stay = undefined
  }

  function keep(point: Point): void {
    kept.push({ ...point, lengthM: point.lengthM + skippedM })
    skippedM = 0
    isSkipped = false
    if (kept.length > 4 * most) kept = thinned(kept, 2 * most)
  }

  /** The last position of a stretch is always a candidate. */
  function endStretch(): void {
    if (last && isSkipped) {
      skippedM -= last.lengthM
      keep(last)
    }
    endStay()
  }

  function isUnseen(point: Point, before: Point, gapMs: number): boolean {
    const [ms, metres] = [point.at - before.at, metresBetween(before, point)]
    if (ms > gapMs || (metres > 100 && metres > (ms / 1000) * fastest)) return true
    return gapMs === Number.POSITIVE_INFINITY && ms > unseenMs && metres > radiusM
  }

  /** Adds a point to the stretch of the previous point. */
  function goOn(point: Point, before: Point): void {
    point.lengthM = metresBetween(before, point)
    if (stay && metresBetween(stay.middle, point) <= radiusM) return stayOn(stay, point)
    endStay()
    drivenM += point.lengthM
    movingMs += point.at - before.at
    stay = stayAt(point)
  }

  return {
    take(at, longitude, latitude, gapMs) {
      if (!isPlace(longitude, latitude)) {
        isLost = true
        return
      }
      if (last && at <= last.at) return
      const point: Point = { at, longitude, latitude, lengthM: 0, isStart: false }
      total += 1
      if (!last || isLost || isUnseen(point, last, gapMs)) {
        endStretch()
        point.isStart = true
        stay = stayAt(point)
      } else goOn(point, last)
      isLost = false
      last = point
      if (point.isStart || at - kept.at(-1)!.at >= stepMs) keep(point)
      else {
        isSkipped = true
        skippedM += point.lengthM
      }
    },
    lose() {
      isLost = true
    },
    end() {
      endStretch()
      const line = thinned(kept, most)
      return {
        total,
        ...lineOf(line),
        ...{ stops, stopCount, drivenM, movingMs, stoppedMs },
      }
    },
  }
}

/** A possible stop: its time, the mean of its positions, and the distance moved within it. */
type Stay = { from: number; to: number; lengthM: number; middle: Place; count: number }

const stayAt = ({ at, longitude, latitude }: Point): Stay => ({
  ...{ from: at, to: at, lengthM: 0, count: 1 },
  middle: { longitude, latitude },
})

function stayOn(stay: Stay, point: Point): void {
  stay.count += 1
  stay.middle = placeBetween(stay.middle, point, 1 / stay.count)
  stay.lengthM += point.lengthM
  stay.to = point.at
}

function lineOf(line: readonly Point[]) {
  const speeds = line.map(({ at, lengthM, isStart }, index) =>
    isStart || index === 0 ? null : (lengthM / (at - line[index - 1]!.at)) * 3600,
  )
  return {
    times: line.map(({ at }) => at),
    longitudes: line.map(({ longitude }) => longitude),
    latitudes: line.map(({ latitude }) => latitude),
    speeds,
    starts: line.flatMap(({ isStart }, index) => (isStart ? [index] : [])),
  }
}

/** Reduces the points to at most `most`: removes those first that are best predicted by their neighbours. */
function thinned(points: Point[], most: number): Point[] {
  let left = points
  while (left.length > most) {
    const off = left.map((_, index) => deviation(left, index))
    // Removes the least important half of the removable points, but no two neighbours in one pass.
    const sorted = off.filter(Number.isFinite).sort((a, b) => a - b)
    const wanted = Math.min(sorted.length, left.length - most)
    const limit = sorted[Math.min(wanted, Math.ceil(sorted.length / 2)) - 1]
    const next = limit === undefined ? halved(left) : without(left, (index) => off[index]! <= limit, left.length - most)
    left = next
  }
  return left
}

/** Distance of a point from its neighbours' interpolation at its time, metres; Infinity at the ends of a stretch. */
function deviation(points: readonly Point[], index: number): number {
  const [before, point, after] = [points[index - 1], points[index]!, points[index + 1]]
  if (!before || !after || point.isStart || after.isStart) return Number.POSITIVE_INFINITY
  return metresBetween(point, placeBetween(before, after, (point.at - before.at) / (after.at - before.at)))
}

function without(points: readonly Point[], isLeast: (index: number) => boolean, most: number): Point[] {
  const left: Point[] = []
  let gone = 0
  let wasGone = false
  for (const [index, point] of points.entries()) {
    const goes: boolean = !wasGone && gone < most && isLeast(index)
    wasGone = goes
    if (goes) {
      gone += 1
      // The distance of the removed point is added to that of the next point.
      points[index + 1]!.lengthM += point.lengthM
    } else left.push(point)
  }
  return left
}

/** Only the ends of unbroken parts are left: removes every second one without closing a gap. */
function halved(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    if (index % 2 === 0) return true
    const next = points[index + 1]
    if (next && point.isStart) next.isStart = true
    else if (next && !next.isStart) next.lengthM += point.lengthM
    return false
  })
}
