// Builds a track from recorded positions: a line with a maximum number of points, its gaps, stops and distance. Accepts
// any number of positions in time order, in bounded memory. Pure. A gap is not part of the distance or of a stop: the
// line ends before it and starts again after it.
import { isPlace, metresBetween } from '../../../core/geo.ts'
import { Stays, type StopNeeds } from './stays.ts'
import { type Point, TrackLine } from './track-line.ts'

/** Maximum number of points of the line, and the length of the span. */
export type TrackNeeds = StopNeeds & { points: number; spanMs: number }

/** `total`: number of valid positions before thinning. */
type Track = { total: number } & ReturnType<TrackLine['end']> & ReturnType<Stays['end']>

/** For positions stored on change: a change of place after a longer time is a gap. */
const unseenMs = 5 * 60_000
/** Maximum speed of anything on the ground, in m/s: a greater one is a jump of the receiver. */
const fastest = 300

export class TrackMaker {
  readonly #line: TrackLine
  readonly #stays: Stays
  readonly #radiusM: number
  #last: Point | undefined
  #isLost = true
  #total = 0

  constructor({ points, spanMs, stopMs, radiusM }: TrackNeeds) {
    this.#line = new TrackLine(points, spanMs)
    this.#stays = new Stays({ stopMs, radiusM })
    this.#radiusM = radiusM
  }

  /** `gapMs`: maximum time between two positions without a gap; Infinity: positions are stored on change. */
  take(at: number, longitude: number, latitude: number, gapMs: number): void {
    if (!isPlace(longitude, latitude)) return this.lose()
    const before = this.#last
    if (before && at <= before.at) return
    const point: Point = { at, longitude, latitude, lengthM: 0, isStart: false }
    if (!before || this.#isLost || this.#isUnseen(point, before, gapMs)) {
      point.isStart = true
      this.#stays.start(point)
    } else {
      point.lengthM = metresBetween(before, point)
      this.#stays.add(point, before)
    }
    this.#line.add(point)
    this.#last = point
    this.#isLost = false
    this.#total += 1
  }

  /** Marks a loss: the position is unknown until the next one. */
  lose(): void {
    this.#isLost = true
  }

  end(): Track {
    return { total: this.#total, ...this.#line.end(), ...this.#stays.end() }
  }

  /** Whether the way between two positions is unknown. */
  #isUnseen(point: Point, before: Point, gapMs: number): boolean {
    const [ms, metres] = [point.at - before.at, metresBetween(before, point)]
    if (ms > gapMs || (metres > 100 && metres > (ms / 1000) * fastest)) return true
    return gapMs === Number.POSITIVE_INFINITY && ms > unseenMs && metres > this.#radiusM
  }
}
