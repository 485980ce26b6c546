// Wall times of an IANA zone, including daylight saving. Wall times are ms as if the zone were UTC.

type Zone = { format: Intl.DateTimeFormat; offsets: Map<number, number> }

const zones = new Map<string, Zone>()
// Zones change their offset on quarters of an hour; the offset of each quarter is looked up once.
const quarterMs = 900_000
const dayMs = 24 * 3_600_000
const rememberedQuarters = 4096
// More than the number of zones, because names are case-insensitive.
const rememberedZones = 1000

/** ms that the zone's clock is ahead of UTC at an instant. Throws a RangeError for a zone that does not exist. */
export function zoneOffset(zone: string, at: number): number {
  if (zone === 'UTC') return 0
  const { format, offsets } = zones.get(zone) ?? remember(zone)
  const quarter = Math.floor(at / quarterMs)
  const known = offsets.get(quarter)
  if (known !== undefined) return known
  const offset = offsetOf(format.format(quarter * quarterMs))
  if (offsets.size >= rememberedQuarters) offsets.clear()
  offsets.set(quarter, offset)
  return offset
}

function remember(name: string): Zone {
  // Creating the format first makes an unknown name, which comes from outside, throw before anything is cached.
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  if (zones.size >= rememberedZones) zones.clear()
  const zone = { format, offsets: new Map<number, number>() }
  zones.set(name, zone)
  return zone
}

const shape = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/** The offset in ms from a text that ends in `GMT+01:00`. */
function offsetOf(text: string): number {
  const [, sign, hours, minutes, seconds] = shape.exec(text) ?? []
  const size = (Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1000
  return sign === '-' ? -size : size
}

/** The wall time of the zone at an instant. */
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

/** The first instant with this wall time; if it is skipped, the first instant after the gap. */
export function instantOf(zone: string, wall: number): number {
  const early = wall - aheadMs
  const before = wall - zoneOffset(zone, early)
  const change = changeBetween(zone, early, wall + behindMs)
  if (change === undefined || before < change) return before
  return Math.max(change, wall - zoneOffset(zone, change))
}

/** Whether a span is longer than a number of days in the zone; a day of 25 hours counts as one, and so do 24 hours. */
export function isBeyondDays(zone: string, { from, to }: { from: number; to: number }, days: number): boolean {
  const ms = days * dayMs
  return to - from > ms && to > instantOf(zone, wallOf(zone, from) + ms)
}

/** The IANA zone that this machine is set to: a server's or a browser's. */
export const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether this machine's time zone data contains the zone. */
export function isZone(zone: string): boolean {
  try {
    zoneOffset(zone, 0)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The zone for data of a device: its own, or else its organisation's. */
export const zoneOfDevice = (device: { zone: string | null }, organisation: { zone: string }): string =>
  device.zone ?? organisation.zone

/** The zone for lists over several devices: the account's setting, or else the browser's zone. */
export const zoneOfUser = (account: { ownZone?: string | null | undefined } | null, browser: string): string =>
  account?.ownZone ?? browser

/**
 * Whether times of a zone are shown with its name: unless the user and the organisation have the same clock. An
 * organisation that has not loaded yet counts as the same.
 */
export const isZoneNamed = (zone: string, { user, organisation }: { user: string; organisation?: string }): boolean =>
  zone !== user || (organisation !== undefined && zone !== organisation)

/** `UTC+8`, `UTC−3:30`: how far the clock of a zone is ahead at an instant. */
export function offsetName(zone: string, at: number): string {
  const minutes = Math.round(zoneOffset(zone, at) / 60_000)
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60 ? `:${String(size % 60).padStart(2, '0')}` : ''
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}
