// What the clocks of an IANA zone show, daylight saving included. Wall times are ms as if the zone were UTC.

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, Map<number, number>>()
// Zones change their offset on quarters of an hour; what lies between is looked up once.
const quarterMs = 900_000
const rememberedQuarters = 4096

/** ms that the zone's clock is ahead of UTC at an instant. Throws a RangeError for a zone that does not exist. */
export function zoneOffset(zone: string, at: number): number {
  if (zone === 'UTC') return 0
  let known = offsets.get(zone)
  if (!known) {
    known = new Map()
    offsets.set(zone, known)
  }
  const quarter = Math.floor(at / quarterMs)
  const found = known.get(quarter)
  if (found !== undefined) return found
  const offset = offsetAt(zone, quarter * quarterMs)
  if (known.size >= rememberedQuarters) known.clear()
  known.set(quarter, offset)
  return offset
}

const shape = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

function offsetAt(zone: string, at: number): number {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const [, sign, hours, minutes, seconds] = shape.exec(format.format(at)) ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}

/** What the zone's clock shows at an instant. */
export const wallOf = (zone: string, at: number): number => at + zoneOffset(zone, at)

/** The first instant after `from`, up to `to`, with another offset than `from`; the offset must not change twice. */
export function changeBetween(zone: string, from: number, to: number): number | undefined {
  const before = zoneOffset(zone, from)
  if (zoneOffset(zone, to) === before) return undefined
  let [low, high] = [Math.floor(from / quarterMs), Math.floor(to / quarterMs)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zoneOffset(zone, middle * quarterMs) === before) low = middle
    else high = middle
  }
  return high * quarterMs
}

// The clock of a zone is at most 14 h ahead of UTC and 12 h behind.
const aheadMs = 15 * 3_600_000
const behindMs = 13 * 3_600_000

/** The first instant at which the zone's clock shows this; where it is skipped, the first moment after the gap. */
export function instantOf(zone: string, wall: number): number {
  const early = wall - aheadMs
  const before = wall - zoneOffset(zone, early)
  const change = changeBetween(zone, early, wall + behindMs)
  if (change === undefined || before < change) return before
  return Math.max(change, wall - zoneOffset(zone, change))
}

/** The zone is one this machine knows. */
export function isZone(zone: string): boolean {
  try {
    zoneOffset(zone, 0)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
