// Curves as bytes, for pages that draw millions of points: a header in JSON, then arrays of doubles as they lie in
// memory (little-endian). Layout: u32 length of the header, header, zeros up to a multiple of 8, then for each series
// `n` times (epoch ms) and, for kinds `number` and `bool`, `n` values (NaN: none). Other values stand in the header.
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
  /** Of kinds `number` and `bool`. */
  values: Float64Array | (Value | null)[]
  /** Readings that are not good, by index and code. */
  bad: [number, number][]
}

export type BinaryHistory = {
  from: number
  to: number
  series: BinarySeries[]
  holes: { from: number; to: number; points: number; reason: 'full' | 'torn' | 'forgotten' | 'damaged' }[]
}

type Head = Omit<BinarySeries, 'times' | 'values'> & { n: number; list?: (Value | null)[] }

const padded = (length: number) => Math.ceil(length / 8) * 8

/** The bytes of curves, as parts to be sent one after the other. */
export function encodeHistory({ from, to, series, holes }: BinaryHistory): Uint8Array[] {
  const heads = series.map(({ times, values, ...head }): Head => {
    const list = values instanceof Float64Array ? {} : { list: values }
    return { ...head, n: times.length, ...list }
  })
  const json = new TextEncoder().encode(JSON.stringify({ from, to, holes, series: heads }))
  const start = new Uint8Array(padded(4 + json.length))
  new DataView(start.buffer).setUint32(0, json.length, true)
  start.set(json, 4)
  const arrays = series.flatMap(({ times, values }) => (values instanceof Float64Array ? [times, values] : [times]))
  return [start, ...arrays.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))]
}

/** Throws a RangeError when the bytes are cut short or not these. The arrays are views of `bytes`. */
export function decodeHistory(bytes: ArrayBuffer): BinaryHistory {
  const length = new DataView(bytes).getUint32(0, true)
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as Omit<
    BinaryHistory,
    'series'
  > & { series: Head[] }
  let at = padded(4 + length)
  const take = (n: number) => {
    const array = new Float64Array(bytes, at, n)
    at += n * 8
    return array
  }
  const series = head.series.map(({ n, list, ...rest }): BinarySeries => {
    const times = take(n)
    return { ...rest, times, values: list ?? take(n) }
  })
  return { ...head, series }
}
