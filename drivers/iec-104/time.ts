// Time tags of seven bytes (CP56Time2a, IEC 60870-5-101, clause 7.2.6.18) in the zone of the station's clock. Pure.
import { instantOf, isZone, wallOf, zoneOffset } from '../../core/zone.ts'

/** `wallMs`: the station's clock, as ms since 1970 as if its zone were UTC. */
export type TimeTag = { wallMs: number; isInvalid: boolean; isSummer: boolean }

export const tagBytes = 7
const hourMs = 3_600_000
const minuteMs = 60_000

const fixed = /^([+-])(0\d|1[0-4]):([0-5]\d)$/

/** The last zone and its offset, because many tags follow each other in one zone. */
let latest: { zone: string; offset: number | undefined } = { zone: 'UTC', offset: 0 }

/** The offset of a zone written as such, in ms. */
function fixedOffset(zone: string): number | undefined {
  if (latest.zone !== zone) latest = { zone, offset: writtenOffset(zone) }
  return latest.offset
}

function writtenOffset(zone: string): number | undefined {
  if (zone === 'UTC') return 0
  const [, sign, hours, minutes] = fixed.exec(zone) ?? []
  if (sign === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
}

/** Whether a text is `UTC`, an offset such as `+08:00`, or a zone such as `Europe/Berlin`. */
export const isClockZone = (zone: string): boolean => fixedOffset(zone) !== undefined || isZone(zone)

/** The tag at a position; invalid if it is marked so, or is no time. */
export function timeTagAt(bytes: Buffer, at: number): TimeTag {
  const ms = bytes.readUInt16LE(at)
  const [minute, hour, day, month, year] = [2, 3, 4, 5, 6].map((offset) => bytes[at + offset]!) as [
    ...[number, number, number, number, number],
  ]
  const parts = [2000 + (year & 0x7f), (month & 0x0f) - 1, day & 0x1f, hour & 0x1f, minute & 0x3f] as const
  const wallMs = Date.UTC(...parts) + ms
  const date = new Date(wallMs)
  const isTime =
    ms < minuteMs &&
    parts[4] < 60 &&
    parts[3] < 24 &&
    date.getUTCDate() === parts[2] &&
    date.getUTCMonth() === parts[1] &&
    parts[0] < 2100
  return { wallMs, isInvalid: (minute & 0x80) !== 0 || !isTime, isSummer: (hour & 0x80) !== 0 }
}

/** The instant of a tag, epoch ms. The summer bit moves a fixed offset by an hour, and decides where a zone has a time twice. */
export function instantOfTag({ wallMs, isSummer }: TimeTag, zone: string): number {
  const offset = fixedOffset(zone)
  if (offset !== undefined) return wallMs - offset - (isSummer ? hourMs : 0)
  const first = instantOf(zone, wallMs)
  return !isSummer && wallOf(zone, first + hourMs) === wallMs ? first + hourMs : first
}

/** The bytes of an instant in the zone of the station's clock. */
export function timeTagBytes(at: number, zone: string): Buffer {
  const offset = fixedOffset(zone) ?? zoneOffset(zone, at)
  const wall = new Date(at + offset)
  const bytes = Buffer.alloc(tagBytes)
  bytes.writeUInt16LE(wall.getUTCSeconds() * 1000 + wall.getUTCMilliseconds(), 0)
  bytes[2] = wall.getUTCMinutes()
  bytes[3] = wall.getUTCHours() | (isSummerAt(at, zone) ? 0x80 : 0)
  bytes[4] = wall.getUTCDate() | ((wall.getUTCDay() || 7) << 5)
  bytes[5] = wall.getUTCMonth() + 1
  bytes[6] = wall.getUTCFullYear() % 100
  return bytes
}

function isSummerAt(at: number, zone: string): boolean {
  if (fixedOffset(zone) !== undefined) return false
  const year = new Date(at).getUTCFullYear()
  const standard = Math.min(zoneOffset(zone, Date.UTC(year, 0, 1)), zoneOffset(zone, Date.UTC(year, 6, 1)))
  return zoneOffset(zone, at) > standard
}
