// Curves as bytes, for pages that draw millions of points: a header in JSON, then arrays of numbers in memory layout
// (little-endian). Layout: u32 length of the header, header, zeros up to a multiple of 8, then for each series its `n`
// times and, for kinds `number` and `bool`, its `n` values (NaN: none), each array with zeros up to a multiple of 8.
// Values of other kinds are in the header. `timesAs` f64: epoch ms; u32: ms after `firstAt`; a number: index of an
// earlier series with the same times, so that no array follows. `valuesAs` f64 or f32: f32 if single precision is exact
// for all values.
import type { Value } from '../core/data-type.ts'
import type { Aggregation } from './gateway-config.ts'

export type BinarySeries = {
  signalId: number
  columnId: number
  aggregation: Aggregation | null
  total: number
  isReduced: boolean
  kind: 'number' | 'bool' | 'bigint' | 'text' | 'mixed'
  times: Float64Array
  /** An array of doubles for kinds `number` and `bool`. */
  values: Float64Array | (Value | null)[]
  /** Readings with a bad code, as index and code. */
  bad: [number, number][]
}

export type BinaryHistory = {
  from: number
  to: number
  series: BinarySeries[]
  holes: { from: number; to: number; points: number; reason: 'full' | 'torn' | 'forgotten' | 'damaged' }[]
}

type TimesAs = 'f64' | 'u32' | number
type Head = Omit<BinarySeries, 'times' | 'values'> & {
  n: number
  timesAs: TimesAs
  firstAt?: number
  valuesAs?: 'f64' | 'f32'
  list?: (Value | null)[]
}
type Numbers = Float64Array | Float32Array | Uint32Array

const padded = (length: number) => Math.ceil(length / 8) * 8
const bytesOf = (array: Numbers) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

const isSame = (one: Float64Array, other: Float64Array): boolean => {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i += 1) if (!Object.is(one[i], other[i])) return false
  return true
}

/** Whole milliseconds after the first time; nothing if they do not fit. */
function offsetsOf(times: Float64Array): Uint32Array | undefined {
  const [first = 0] = times
  const offsets = new Uint32Array(times.length)
  for (let i = 0; i < times.length; i += 1) {
    offsets[i] = times[i]! - first
    if (!Object.is(first + offsets[i]!, times[i])) return undefined
  }
  return offsets
}

/** The values in single precision, or nothing if one would lose precision. */
function singlesOf(values: Float64Array): Float32Array | undefined {
  const singles = new Float32Array(values.length)
  for (let i = 0; i < values.length; i += 1) {
    singles[i] = values[i]!
    if (!Object.is(singles[i], values[i])) return undefined
  }
  return singles
}

/** Chooses the shortest lossless form of each array. */
function written({ times, values, ...rest }: BinarySeries, same: number): { head: Head; arrays: Numbers[] } {
  const offsets = same < 0 ? offsetsOf(times) : undefined
  const isListed = !(values instanceof Float64Array)
  const singles = isListed ? undefined : singlesOf(values)
  return {
    head: {
      ...rest,
      n: times.length,
      timesAs: same >= 0 ? same : offsets ? 'u32' : 'f64',
      ...(offsets && { firstAt: times[0] ?? 0 }),
      ...(isListed ? { list: values } : { valuesAs: singles ? ('f32' as const) : ('f64' as const) }),
    },
    arrays: [...(same >= 0 ? [] : [offsets ?? times]), ...(isListed ? [] : [singles ?? values])],
  }
}

/** The bytes of curves, in parts to send one after the other. */
export function encodeHistory({ from, to, series, holes }: BinaryHistory): Uint8Array[] {
  const all = series.map((each, i) =>
    written(
      each,
      series.slice(0, i).findIndex(({ times }) => isSame(times, each.times)),
    ),
  )
  const json = new TextEncoder().encode(JSON.stringify({ from, to, holes, series: all.map(({ head }) => head) }))
  const start = new Uint8Array(padded(4 + json.length))
  new DataView(start.buffer).setUint32(0, json.length, true)
  start.set(json, 4)
  const filler = new Uint8Array(4)
  const arrays = all.flatMap(({ arrays }) => arrays.map(bytesOf))
  return [start, ...arrays.flatMap((bytes) => (bytes.length % 8 === 0 ? [bytes] : [bytes, filler]))]
}

/** Throws a RangeError if the bytes are cut short or in another format. Arrays of doubles are views of `bytes`. */
export function decodeHistory(bytes: ArrayBuffer): BinaryHistory {
  const length = new DataView(bytes).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as Omit<
    BinaryHistory,
    'series'
  > & { series: Head[] }
  let at = padded(4 + length)
  const take = <T>(of: new (bytes: ArrayBuffer, at: number, n: number) => T, n: number, size: number) => {
    const array = new of(bytes, at, n)
    at += padded(n * size)
    return array
  }
  const timesOf = ({ n, timesAs, firstAt = 0 }: Head, before: readonly BinarySeries[]): Float64Array => {
    if (typeof timesAs === 'number') return before[timesAs]!.times
    if (timesAs === 'f64') return take(Float64Array, n, 8)
    const times = new Float64Array(take(Uint32Array, n, 4))
    for (let i = 0; i < n; i += 1) times[i]! += firstAt
    return times
  }
  const series: BinarySeries[] = []
  for (const each of head.series) {
    const { n, timesAs: _, firstAt: __, valuesAs, list, ...rest } = each
    const times = timesOf(each, series)
    const values = () => (valuesAs === 'f32' ? new Float64Array(take(Float32Array, n, 4)) : take(Float64Array, n, 8))
    series.push({ ...rest, times, values: list ?? values() })
  }
  return { ...head, series }
}
