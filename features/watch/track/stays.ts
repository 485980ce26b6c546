// Where a track stays and where it moves: stops, distance and times. Pure.
import { metresBetween, type Place, placeBetween } from '../../../core/geo.ts'
import type { Point } from './track-line.ts'

/** A stop: a stay of at least this time within this radius. */
export type StopNeeds = { stopMs: number; radiusM: number }

type Stop = Place & { from: number; to: number }

export const maxStops = 500

/** A possible stop: its time, the mean of its positions, and the distance moved within it. */
type Stay = { from: number; to: number; lengthM: number; middle: Place; count: number }

/** The points of a stretch in time order, each added to the stay before it or starting another. */
export class Stays {
  readonly #needs: StopNeeds
  readonly #stops: Stop[] = []
  #stopCount = 0
  #drivenM = 0
  #movingMs = 0
  #stoppedMs = 0
  #stay: Stay | undefined

  constructor(needs: StopNeeds) {
    this.#needs = needs
  }

  /** Starts a stretch; the way from the stretch before is unknown. */
  start(point: Point): void {
    this.#endStay()
    this.#stay = stayAt(point)
  }

  /** Adds a point to the stretch of the previous point. */
  add(point: Point, before: Point): void {
    if (this.#stay && metresBetween(this.#stay.middle, point) <= this.#needs.radiusM) return stayOn(this.#stay, point)
    this.#endStay()
    this.#drivenM += point.lengthM
    this.#movingMs += point.at - before.at
    this.#stay = stayAt(point)
  }

  /** `stopCount`: all stops, including those beyond the maximum listed. */
  end(): { stops: Stop[]; stopCount: number; drivenM: number; movingMs: number; stoppedMs: number } {
    this.#endStay()
    return {
      stops: this.#stops,
      stopCount: this.#stopCount,
      drivenM: this.#drivenM,
      movingMs: this.#movingMs,
      stoppedMs: this.#stoppedMs,
    }
  }

  /** A stay is a stop if it was long enough; otherwise the movement within it counts. */
  #endStay(): void {
    if (!this.#stay) return
    const { from, to, lengthM, middle } = this.#stay
    if (to - from >= this.#needs.stopMs) {
      this.#stopCount += 1
      this.#stoppedMs += to - from
      if (this.#stops.length < maxStops) this.#stops.push({ ...middle, from, to })
    } else {
      this.#drivenM += lengthM
      this.#movingMs += to - from
    }
    this.#stay = undefined
  }
}

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
