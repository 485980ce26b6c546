// Columns of values as bytes, by kind. Where a number or a bool may be missing, flags mark those that are present, and only
// these are written.
import type { Value } from '../../core/data-type.ts'
import {
  putText,
  putVarint,
  reserve,
  type Sink,
  type Source,
  takeByte,
  takeText,
  takeVarint,
  varintBytes,
} from './bytes.ts'
import type { Series } from './history.ts'
import { putNumbers, takeNumbers } from './number-codec.ts'
import { putFlags, putRuns, takeFlags, takeRuns } from './run-codec.ts'

type Texts = readonly (string | null)[]

export function putValues(sink: Sink, series: Series): void {
  if (series.kind === 'number') putPresent(sink, series.values, putNumbers)
  else if (series.kind === 'bool') putPresent(sink, series.values, putBools)
  else if (series.kind === 'bigint') putBigints(sink, series.values)
  else if (series.kind === 'text') putTexts(sink, series.values)
  else if (series.kind === 'mixed') putMixed(sink, series.values)
}

/** Throws a RangeError for bytes that are not such a column. */
export function takeValues(source: Source, kind: Series['kind'], n: number): Pick<Series, 'kind' | 'values'> {
  if (kind === 'number') return { kind, values: takePresent(source, n, takeNumbers) }
  if (kind === 'bool') return { kind, values: takePresent(source, n, takeBools) }
  if (kind === 'bigint') return { kind, values: takeBigints(source, n) }
  if (kind === 'text') return { kind, values: takeTexts(source, n) }
  return { kind, values: takeMixed(source, n) }
}

function putBools(sink: Sink, values: Float64Array): void {
  putFlags(sink, Uint8Array.from(values))
}

const takeBools = (source: Source, n: number) => Float64Array.from(takeFlags(source, n))

function putPresent(sink: Sink, values: Float64Array, put: (sink: Sink, values: Float64Array) => void): void {
  const present = countPresent(values)
  reserve(sink, 1)
  sink.bytes[sink.at++] = present < values.length ? 1 : 0
  if (present === values.length) return put(sink, values)
  const flags = new Uint8Array(values.length)
  const some = new Float64Array(present)
  let at = 0
  for (let i = 0; i < values.length; i += 1) {
    if (Number.isNaN(values[i]!)) continue
    flags[i] = 1
    some[at++] = values[i]!
  }
  putFlags(sink, flags)
  put(sink, some)
}

function countPresent(values: Float64Array): number {
  let count = 0
  for (let i = 0; i < values.length; i += 1) if (!Number.isNaN(values[i]!)) count += 1
  return count
}

function takePresent(source: Source, n: number, take: (source: Source, n: number) => Float64Array): Float64Array {
  const how = takeByte(source)
  if (how > 1) throw new RangeError('No such way to write values')
  if (how === 0) return take(source, n)
  const flags = takeFlags(source, n)
  let count = 0
  for (let i = 0; i < n; i += 1) count += flags[i]!
  const present = take(source, count)
  const values = new Float64Array(n).fill(Number.NaN)
  let at = 0
  for (let i = 0; i < n; i += 1) if (flags[i]) values[i] = present[at++]!
  return values
}

/** The distinct texts in the order of first appearance, then their indexes in runs; 0 is none. */
function putTexts(sink: Sink, values: Texts): void {
  const places = new Map<string, number>()
  const list = new Int32Array(values.length)
  for (let i = 0; i < values.length; i += 1) {
    const text = values[i]!
    if (text === null) continue
    const place = places.get(text) ?? places.size + 1
    list[i] = place
    if (place > places.size) places.set(text, place)
  }
  reserve(sink, varintBytes)
  putVarint(sink, places.size)
  for (const text of places.keys()) putText(sink, text)
  putRuns(sink, list)
}

function takeTexts(source: Source, n: number): (string | null)[] {
  const count = takeVarint(source)
  const texts: (string | null)[] = [null]
  for (let i = 0; i < count; i += 1) texts.push(takeText(source))
  const list = takeRuns(source, new Int32Array(n))
  const values: (string | null)[] = []
  for (let i = 0; i < n; i += 1) {
    const place = list[i]!
    if (place < 0 || place > count) throw new RangeError('No such text')
    values.push(texts[place]!)
  }
  return values
}

const bigintsAs = { differences: 0, texts: 1 } as const
const lowest = -(2n ** 63n)
const highest = 2n ** 64n - 1n
const integer = /^(0|-?[1-9]\d{0,19})$/

/** A 64-bit integer, signed or unsigned, in canonical spelling. */
function asBigint(text: string): bigint | null {
  if (!integer.test(text)) return null
  const value = BigInt(text)
  return value >= lowest && value <= highest ? value : null
}

function putBigints(sink: Sink, values: Texts): void {
  const numbers: bigint[] = []
  for (const text of values) {
    const number = text === null ? undefined : asBigint(text)
    if (number === null) {
      reserve(sink, 1)
      sink.bytes[sink.at++] = bigintsAs.texts
      return putTexts(sink, values)
    }
    if (number !== undefined) numbers.push(number)
  }
  reserve(sink, 1)
  sink.bytes[sink.at++] = bigintsAs.differences
  putFlags(
    sink,
    Uint8Array.from(values, (text) => (text === null ? 0 : 1)),
  )
  reserve(sink, numbers.length * 10)
  let before = 0n
  for (const number of numbers) {
    putBigVarint(sink, number - before)
    before = number
  }
}

function takeBigints(source: Source, n: number): (string | null)[] {
  const how = takeByte(source)
  if (how === bigintsAs.texts) return takeTexts(source, n)
  if (how !== bigintsAs.differences) throw new RangeError('No such way to write integers')
  let before = 0n
  return Array.from(takeFlags(source, n), (flag) => {
    if (!flag) return null
    before += takeBigVarint(source)
    return before.toString()
  })
}

function putBigVarint(sink: Sink, difference: bigint): void {
  let rest = difference < 0n ? -2n * difference - 1n : 2n * difference
  while (rest > Number.MAX_SAFE_INTEGER) {
    sink.bytes[sink.at++] = Number(rest & 127n) | 128
    rest >>= 7n
  }
  putVarint(sink, Number(rest))
}

function takeBigVarint(source: Source): bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = takeByte(source)
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return value & 1n ? -((value + 1n) / 2n) : value / 2n
  }
  throw new RangeError('A number is too long')
}

const types = { none: 0, number: 1, bool: 2, text: 3 } as const

/** The type of each value, in runs, then the values of each type as a separate column. */
function putMixed(sink: Sink, values: readonly (Value | null)[]): void {
  const numbers: number[] = []
  const bools: number[] = []
  const texts: string[] = []
  const list = values.map((value) => {
    if (value === null || Number.isNaN(value)) return types.none
    if (typeof value === 'number') return numbers.push(value) && types.number
    if (typeof value === 'boolean') return bools.push(Number(value)) && types.bool
    return texts.push(value) && types.text
  })
  putRuns(sink, list)
  putNumbers(sink, Float64Array.from(numbers))
  putFlags(sink, Uint8Array.from(bools))
  putTexts(sink, texts)
}

function takeMixed(source: Source, n: number): (Value | null)[] {
  const list = takeRuns(source, new Int32Array(n))
  const countOf = (type: number) => list.reduce((sum, each) => sum + (each === type ? 1 : 0), 0)
  const numbers = takeNumbers(source, countOf(types.number)).values()
  const bools = takeFlags(source, countOf(types.bool)).values()
  const texts = takeTexts(source, countOf(types.text)).values()
  return Array.from(list, (type) => {
    if (type === types.number) return numbers.next().value!
    if (type === types.bool) return bools.next().value === 1
    if (type === types.text) return texts.next().value!
    if (type === types.none) return null
    throw new RangeError('No such type')
  })
}
