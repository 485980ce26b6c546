// Information elements in monitor direction: types 1 to 21 and 30 to 37. Pure.
import type { Kind } from './kinds.ts'
import { type TimeTag, tagBytes, timeTagAt } from './time.ts'

/** Bits of the quality: overflow, and not settled yet (of a step position), blocked, substituted, not topical, invalid. */
export const quality = {
  overflow: 0x01,
  transient: 0x02,
  blocked: 0x10,
  substituted: 0x20,
  notTopical: 0x40,
  invalid: 0x80,
} as const

/** A value as the station reports it. `raw`: a normalized value is a whole number, 32768 is 1. */
export type Report = { kind: Kind; raw: number; quality: number; tag: TimeTag | undefined }

type Layout = { kind: Kind; valueBytes: number; isTagged: boolean; objectBytes: number; hasQuality: boolean }

/** Bytes of a value, with its quality byte. */
const valueBytes: Record<Kind, number> = {
  ...{ SP: 1, DP: 1, ST: 2, BO: 5, ME_NA: 3, ME_NB: 3, ME_NC: 5, IT: 5, PS: 5 },
}
const shortTagBytes = 3

/** Types of each kind: without a time tag, with one of three bytes, with one of seven. */
const types: readonly (readonly [kind: Kind, plain: number, short: number | undefined, tagged: number | undefined])[] =
  [
    ['SP', 1, 2, 30],
    ['DP', 3, 4, 31],
    ['ST', 5, 6, 32],
    ['BO', 7, 8, 33],
    ['ME_NA', 9, 10, 34],
    ['ME_NB', 11, 12, 35],
    ['ME_NC', 13, 14, 36],
    ['IT', 15, 16, 37],
    ['PS', 20, undefined, undefined],
  ]

const layouts: (Layout | undefined)[] = []
for (const [kind, plain, short, tagged] of types) {
  const bytes = valueBytes[kind]
  const base = { kind, valueBytes: bytes, hasQuality: true }
  layouts[plain] = { ...base, isTagged: false, objectBytes: bytes }
  if (short !== undefined) layouts[short] = { ...base, isTagged: false, objectBytes: bytes + shortTagBytes }
  if (tagged !== undefined) layouts[tagged] = { ...base, isTagged: true, objectBytes: bytes + tagBytes }
}
/** A normalized value without quality. */
layouts[21] = { kind: 'ME_NA', valueBytes: 2, isTagged: false, objectBytes: 2, hasQuality: false }

/** The layout of a type; undefined for types that carry no value of the process. */
export const layoutOf = (type: number): Layout | undefined => layouts[type]

const flags = 0xf0

/** The value at a position of an ASDU. */
export function reportAt(asdu: Buffer, at: number, layout: Layout): Report {
  const { kind, isTagged, hasQuality } = layout
  const end = at + layout.valueBytes
  const tag = isTagged ? timeTagAt(asdu, end) : undefined
  const last = hasQuality ? asdu[end - 1]! : 0
  const usual = last & (flags | quality.overflow)
  switch (kind) {
    case 'SP':
      return { kind, raw: last & 1, quality: last & flags, tag }
    case 'DP':
      return { kind, raw: last & 3, quality: last & flags, tag }
    case 'ST': {
      const step = asdu[at]!
      const isTransient = (step & 0x80) !== 0
      return { kind, raw: ((step & 0x7f) << 25) >> 25, quality: usual | (isTransient ? quality.transient : 0), tag }
    }
    case 'BO':
      return { kind, raw: asdu.readUInt32LE(at), quality: usual, tag }
    case 'PS':
      // The second half has a bit for each change since the last report.
      return { kind, raw: asdu.readUInt16LE(at), quality: usual, tag }
    case 'IT':
      return { kind, raw: asdu.readInt32LE(at), quality: last & quality.invalid, tag }
    case 'ME_NC':
      return { kind, raw: asdu.readFloatLE(at), quality: usual, tag }
    default:
      return { kind, raw: asdu.readInt16LE(at), quality: usual, tag }
  }
}
