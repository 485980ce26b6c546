// The round of the tanker: places and stops on its way, and where it is at any time of the round. Pure.
import { dayStart } from './calendar.ts'

type At = readonly [longitude: number, latitude: number]
type Unload = 'hypochlorite' | 'coagulant'
/** A leg ends at a place of the works, or at the depot where the tanks are filled. */
type Leg = {
  corners: readonly At[]
  stopS: number
  /** The tank that is emptied at the stop, by this share in percent. */
  unload?: { tank: Unload; percent: number }
}

const depot: At = [120.18, 30.247]

const legs: readonly Leg[] = [
  {
    corners: [depot, [120.18, 30.251], [120.171, 30.251]],
    stopS: 720,
    unload: { tank: 'hypochlorite', percent: 15 },
  },
  {
    corners: [
      [120.171, 30.251],
      [120.171, 30.2555],
      [120.162, 30.256],
      [120.156, 30.259],
    ],
    stopS: 1800,
    unload: { tank: 'coagulant', percent: 55 },
  },
  {
    corners: [
      [120.156, 30.259],
      [120.156, 30.263],
      [120.149, 30.266],
    ],
    stopS: 600,
    unload: { tank: 'hypochlorite', percent: 20 },
  },
  {
    corners: [
      [120.149, 30.266],
      [120.156, 30.2675],
      [120.174, 30.267],
      [120.188, 30.262],
    ],
    stopS: 720,
    unload: { tank: 'hypochlorite', percent: 25 },
  },
  { corners: [[120.188, 30.262], [120.19, 30.255], [120.186, 30.248], depot], stopS: 0 },
]

/** Seconds from one departure to the next; six rounds fill a day. */
const roundS = 4 * 3600
/** At the depot before the departure, and the end of filling after the return. */
const [departureS, fillingS] = [600, 1800]
const meanKmh = 20
/** Percent in both tanks at the departure. */
const full = 95
/** The first round; the odometer counts from there. */
const firstMs = Date.UTC(2020, 0, 1)

const radians = Math.PI / 180
const earthKm = 6371

/** Kilometres, on a plane: exact enough for a town. */
const kmBetween = ([x1, y1]: At, [x2, y2]: At): number =>
  earthKm * radians * Math.hypot((x2 - x1) * Math.cos(y1 * radians), y2 - y1)

const lengthOf = (corners: readonly At[]): number =>
  corners.slice(1).reduce((km, corner, index) => km + kmBetween(corners[index]!, corner), 0)

const timed = legs.map((leg) => ({
  ...leg,
  km: lengthOf(leg.corners),
  driveS: (lengthOf(leg.corners) / meanKmh) * 3600,
}))
const roundKm = timed.reduce((km, leg) => km + leg.km, 0)

/** Where it is after `km` of a leg, and the heading there in degrees from north. */
function along(corners: readonly At[], km: number): { at: At; heading: number } {
  let left = km
  for (const [index, to] of corners.slice(1).entries()) {
    const from = corners[index]!
    const length = kmBetween(from, to)
    if (left <= length || index === corners.length - 2) {
      const share = Math.min(1, left / length)
      const [east, north] = [(to[0] - from[0]) * Math.cos(from[1] * radians), to[1] - from[1]]
      const heading = (Math.atan2(east, north) / radians + 360) % 360
      return { at: [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], heading }
    }
    left -= length
  }
  return { at: corners[0]!, heading: 0 }
}

type TankerMoment = {
  longitude: number
  latitude: number
  speedKmh: number
  heading: number
  /** Since the first round. */
  drivenKm: number
  hypochloritePct: number
  coagulantPct: number
  /** Whether it empties a tank; at the depot tanks are filled. */
  isUnloading: boolean
}

type Tanks = Record<Unload, number>

/** The tanker at an instant, epoch ms. */
export function tankerAt(atMs: number): TankerMoment {
  const sinceS = (atMs - dayStart(firstMs)) / 1000
  const round = Math.floor(sinceS / roundS)
  const tanks: Tanks = { hypochlorite: full, coagulant: full }
  let left = sinceS - round * roundS - departureS
  let driven = round * roundKm
  const at = (place: At, rest: Partial<TankerMoment> = {}): TankerMoment => ({
    ...{ longitude: place[0], latitude: place[1], speedKmh: 0, heading: 0, drivenKm: driven },
    ...{ hypochloritePct: tanks.hypochlorite, coagulantPct: tanks.coagulant, isUnloading: false },
    ...rest,
  })
  if (left < 0) return at(depot)
  for (const { corners, km, driveS, stopS, unload } of timed) {
    if (left < driveS) return driving(corners, km, left / driveS, at)
    left -= driveS
    driven += km
    const share = stopS > 0 ? Math.min(1, left / stopS) : 1
    if (unload) tanks[unload.tank] -= unload.percent * share
    if (left < stopS) return at(corners.at(-1)!, { isUnloading: unload !== undefined })
    left -= stopS
  }
  const filled = Math.min(1, left / fillingS)
  for (const tank of ['hypochlorite', 'coagulant'] as const) tanks[tank] += (full - tanks[tank]) * filled
  return at(depot)
}

/** On a leg, `share` of its time after the start: it speeds up to twice the mean, and slows down. */
function driving(
  corners: readonly At[],
  km: number,
  share: number,
  at: (place: At, rest: Partial<TankerMoment>) => TankerMoment,
): TankerMoment {
  const angle = 2 * Math.PI * share
  const gone = km * (share - Math.sin(angle) / (2 * Math.PI))
  const { at: place, heading } = along(corners, gone)
  const before = at(place, {}).drivenKm
  return at(place, { heading, speedKmh: meanKmh * (1 - Math.cos(angle)), drivenKm: before + gone })
}
