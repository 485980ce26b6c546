// The line of a track: reduces many positions to a maximum number of points. Pure.
import { metresBetween, type Place, placeBetween } from '../../../core/geo.ts'

/** `lengthM`: the recorded distance from the previous point; `isStart`: there is a gap before it. */
export type Point = Place & { at: number; lengthM: number; isStart: boolean }

type Line = {
  times: number[]
  longitudes: number[]
  latitudes: number[]
  /** km/h on the way to the point; null after a gap. */
  speeds: (number | null)[]
  /** Indexes of the points after a gap; the positions before them are unknown. */
  starts: number[]
}

/** Candidates per point of the line: a month of seconds is thinned quickly. */
const candidates = 20

/** A stretch is the points from one gap to the next. */
export class TrackLine {
  readonly #most: number
  readonly #stepMs: number
  #kept: Point[] = []
  #last: Point | undefined
  /** The distance since the last candidate, excluding the last point if it is one. */
  #skippedM = 0
  #isSkipped = false

  /** At most `most` points, for a span of `spanMs`: positions much closer than these are not examined one by one. */
  constructor(most: number, spanMs: number) {
    this.#most = most
    this.#stepMs = spanMs / (candidates * most)
  }

  /** In time order. */
  add(point: Point): void {
    if (point.isStart) this.#endStretch()
    this.#last = point
    if (point.isStart || point.at - this.#kept.at(-1)!.at >= this.#stepMs) this.#keep(point)
    else {
      this.#isSkipped = true
      this.#skippedM += point.lengthM
    }
  }

  end(): Line {
    this.#endStretch()
    return lineOf(thinned(this.#kept, this.#most))
  }

  /** The last position of a stretch is always a candidate. */
  #endStretch(): void {
    if (!this.#last || !this.#isSkipped) return
    this.#skippedM -= this.#last.lengthM
    this.#keep(this.#last)
  }

  #keep(point: Point): void {
    this.#kept.push({ ...point, lengthM: point.lengthM + this.#skippedM })
    this.#skippedM = 0
    this.#isSkipped = false
    if (this.#kept.length > 4 * this.#most) this.#kept = thinned(this.#kept, 2 * this.#most)
  }
}

function lineOf(line: readonly Point[]): Line {
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

/** At most `most` points: removes first the points that the others predict best. */
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
      // Its distance is added to that of the next point.
      points[index + 1]!.lengthM += point.lengthM
    } else left.push(point)
  }
  return left
}

/** Only ends of stretches are left: removes every second one without closing a gap. */
function halved(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    if (index % 2 === 0) return true
    const next = points[index + 1]
    if (next && point.isStart) next.isStart = true
    else if (next && !next.isStart) next.lengthM += point.lengthM
    return false
  })
}
