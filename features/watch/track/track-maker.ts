// Makes a track of positions as they were recorded: its line with as many points as are asked for, where nothing is known,
// where it stopped, how far it went. Positions are told in time order, any number of them; what is kept is bounded. Pure.
//
// A gap is never driven: the line ends before it and begins anew behind it, and nothing of it counts as way or as a stop.
import { isPlace, metresBetween, type Place, placeBetween } from '../../../core/geo.ts'

export type TrackNeeds = {
  /** The most points of the line, and the ms that it is about: what is far closer together is not looked at one by one. */
  points: number
  spanMs: number
  /** A stop: it stayed for so long within so many metres. */
  stopMs: number
  radiusM: number
}

export type Stop = Place & { from: number; to: number }

export type Track = {
  /** Positions that are places, before the line is thinned. */
  total: number
  times: number[]
  longitudes: number[]
  latitudes: number[]
  /** km/h on the way to the point; null where a stretch begins. */
  speeds: (number | null)[]
  /** Points with which a stretch begins: what is between it and the point before is not known. */
  starts: number[]
  stops: Stop[]
  /** All stops, also those that are too many to be listed. */
  stopCount: number
  drivenM: number
  movingMs: number
  stoppedMs: number
}

/** `lengthM`: of the way as it was recorded, from the point before. */
type Point = Place & { at: number; lengthM: number; isStart: boolean }

export type TrackMaker = {
  /** `gapMs`: so far apart two positions may be without a gap between them; Infinity: it is stored when it changes. */
  take(at: number, longitude: number, latitude: number, gapMs: number): void
  /** From the last position on nothing is known, until the next one. */
  lose(): void
  end(): Track
}

export const maxStops = 500
/** Of a position that is stored when it changes: who is elsewhere after so long was not seen going there. */
const unseenMs = 5 * 60_000
/** Nothing on the ground is faster, m/s: the receiver has jumped. */
const fastest = 300

/** So many times as many candidates as points: a month of seconds is thinned in a moment. */
const candidates = 20

export function createTrackMaker({ points: most, spanMs, stopMs, radiusM }: TrackNeeds): TrackMaker {
  const stepMs = spanMs / (candidates * most)
  let kept: Point[] = []
  let last: Point | undefined
  /** The way since the last candidate, which `last` is not. */
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

  /** The last of a stretch is always a candidate. */
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

  /** It goes on from the point before, which is of the same stretch. */
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

/** Where it may have stopped: how long it is there, the middle of its positions, and how far it moved among them. */
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

/** At most so many of them: those go first that are where the others say it was at that time. */
function thinned(points: Point[], most: number): Point[] {
  let left = points
  while (left.length > most) {
    const off = left.map((_, index) => deviation(left, index))
    // Of those that may go, the half that matters least; of neighbours one at a time.
    const sorted = off.filter(Number.isFinite).sort((a, b) => a - b)
    const wanted = Math.min(sorted.length, left.length - most)
    const limit = sorted[Math.min(wanted, Math.ceil(sorted.length / 2)) - 1]
    const next = limit === undefined ? halved(left) : without(left, (index) => off[index]! <= limit, left.length - most)
    left = next
  }
  return left
}

/** How far a point is from where its neighbours say it was at its time, metres; Infinity at the ends of a stretch. */
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
      // The way over it is the way to the next.
      points[index + 1]!.lengthM += point.lengthM
    } else left.push(point)
  }
  return left
}

/** There are nothing but ends of stretches: every second goes, and no gap is closed by it. */
function halved(points: readonly Point[]): Point[] {
  return points.filter((point, index) => {
    if (index % 2 === 0) return true
    const next = points[index + 1]
    if (next && point.isStart) next.isStart = true
    else if (next && !next.isStart) next.lengthM += point.lengthM
    return false
  })
}
