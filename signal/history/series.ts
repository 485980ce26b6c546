// Series of one column: merging, cutting and searching.
import { good, type Reading, type Value } from '../../core/data-type.ts'
import type { Series } from './history.ts'

type Kind = Series['kind']

export const emptySeries = (): Series => ({
  kind: 'number',
  times: new Float64Array(0),
  values: new Float64Array(0),
  codes: null,
})

/** A whole number that a double cannot hold, in the form of the API. */
const bigInteger = /^-?[1-9]\d{15,19}$/
const isBig = (text: string) => bigInteger.test(text) && !Number.isSafeInteger(Number(text))

/** Readings in any order; of equal times the earlier in the list comes first. */
export function seriesOf(readings: readonly Reading[]): Series {
  const times = Float64Array.from(readings, ({ at }) => at)
  const codes = Int32Array.from(readings, ({ code }) => code)
  return seriesOfLists(
    times,
    readings.map(({ value }) => value),
    codes,
  )
}

/** Creates a series from lists, which the series then owns; in doubles NaN means a missing value. */
export function seriesOfLists(
  times: Float64Array,
  values: Float64Array | (Value | null)[],
  codes: Int32Array | null,
): Series {
  const plain = withCodes(
    { times, codes: null, ...(values instanceof Float64Array ? { kind: 'number', values } : typed(values)) },
    codes,
  )
  return isAscending(times) ? plain : ordered(plain, orderOf(times, [0, times.length]))
}

type Values =
  | { kind: 'number' | 'bool'; values: Float64Array }
  | { kind: 'bigint' | 'text'; values: (string | null)[] }
  | { kind: 'mixed'; values: (Value | null)[] }

/** Returns the narrowest type that holds these values exactly. */
function typed(values: (Value | null)[]): Values {
  const kind = kindOf(values)
  if (kind === 'number' || kind === 'bool')
    return { kind, values: Float64Array.from(values, (value) => (value === null ? Number.NaN : Number(value))) }
  const told = values.some(Number.isNaN) ? values.map((value) => (Number.isNaN(value) ? null : value)) : values
  return { kind, values: told } as Values
}

function kindOf(values: readonly (Value | null)[]): Kind {
  let found: Kind | undefined
  for (const value of values) {
    if (value === null || Number.isNaN(value)) continue
    const kind = kindOfValue(value)
    found = found === undefined ? kind : united(found, kind)
    if (found === 'mixed') return found
  }
  return found ?? 'number'
}

function kindOfValue(value: Value): Kind {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'bool'
  return isBig(value) ? 'bigint' : 'text'
}

const isTexts = (kind: Kind) => kind === 'bigint' || kind === 'text'

/**
 * The common type of two: two kinds of text become text; any other two types become mixed, with each value unchanged.
 */
function united(one: Kind, other: Kind): Kind {
  if (one === other) return one
  return isTexts(one) && isTexts(other) ? 'text' : 'mixed'
}

/** The series with these codes; null if all are good. */
function withCodes(series: Series, codes: Int32Array | null): Series {
  return { ...series, codes: codes?.some((code) => code !== good) ? codes : null }
}

function isAscending(times: Float64Array): boolean {
  for (let i = 1; i < times.length; i += 1) if (times[i]! < times[i - 1]!) return false
  return true
}

/**
 * Merges parts in time order; at equal times the readings of the earlier part are first. Duplicates are kept. Parts of
 * different types become `mixed` (bigint and text: text); a part without any value takes any type.
 */
export function mergeSeries(parts: readonly Series[]): Series {
  const filled = parts.filter(({ times }) => times.length > 0)
  if (filled.length === 0) return emptySeries()
  if (filled.length === 1) return filled[0]!
  const joined = concatenated(filled)
  if (isAscending(joined.times)) return joined
  const borders = [0]
  for (const { times } of filled) borders.push(borders.at(-1)! + times.length)
  return ordered(joined, orderOf(joined.times, borders))
}

function concatenated(parts: readonly Series[]): Series {
  const length = parts.reduce((sum, { times }) => sum + times.length, 0)
  const times = new Float64Array(length)
  const codes = parts.some((part) => part.codes) ? new Int32Array(length).fill(good) : null
  let at = 0
  for (const part of parts) {
    times.set(part.times, at)
    if (part.codes) codes?.set(part.codes, at)
    at += part.times.length
  }
  return { times, codes, ...joinedValues(parts, length) }
}

function joinedValues(parts: readonly Series[], length: number): Values {
  const kind = commonKind(parts)
  if (kind === 'number' || kind === 'bool') {
    const values = new Float64Array(length).fill(Number.NaN)
    let at = 0
    for (const part of parts) {
      if (part.values instanceof Float64Array) values.set(part.values, at)
      at += part.times.length
    }
    return { kind, values }
  }
  const values: (Value | null)[] = []
  for (const part of parts) for (let i = 0; i < part.times.length; i += 1) values.push(valueAt(part, i))
  return { kind, values } as Values
}

function commonKind(parts: readonly Series[]): Kind {
  const kinds = new Set(parts.map(({ kind }) => kind))
  const [only] = kinds
  if (kinds.size === 1) return only!
  const told = new Set(parts.filter(hasValue).map(({ kind }) => kind))
  return told.size === 0 ? 'number' : [...told].reduce(united)
}

function hasValue(series: Series): boolean {
  for (let i = 0; i < series.times.length; i += 1) if (valueAt(series, i) !== null) return true
  return false
}

/** The positions that sort ascending parts (or one unsorted part) by time. Stable. */
function orderOf(times: Float64Array, borders: readonly number[]): Uint32Array {
  let order = new Uint32Array(times.length)
  for (let i = 0; i < order.length; i += 1) order[i] = i
  if (borders.length === 2) return order.sort((a, b) => times[a]! - times[b]! || a - b)
  let other = new Uint32Array(times.length)
  for (let runs = [...borders]; runs.length > 2; ) {
    const next = [0]
    for (let i = 0; i + 1 < runs.length; i += 2) {
      const end = runs[i + 2] ?? runs[i + 1]!
      mergeRuns(times, order, other, [runs[i]!, runs[i + 1]!, end])
      next.push(end)
    }
    runs = next
    ;[order, other] = [other, order]
  }
  return order
}

function mergeRuns(times: Float64Array, from: Uint32Array, to: Uint32Array, borders: [number, number, number]): void {
  const [start, middle, end] = borders
  let left = start
  let right = middle
  for (let at = start; at < end; at += 1) {
    const isLeft = left < middle && (right >= end || times[from[left]!]! <= times[from[right]!]!)
    to[at] = isLeft ? from[left++]! : from[right++]!
  }
}

function ordered(series: Series, order: Uint32Array): Series {
  const take = (list: Float64Array) => {
    const taken = new Float64Array(order.length)
    for (let i = 0; i < order.length; i += 1) taken[i] = list[order[i]!]!
    return taken
  }
  const { codes } = series
  return {
    kind: series.kind,
    times: take(series.times),
    values: series.values instanceof Float64Array ? take(series.values) : pick(series.values, order),
    codes: codes && Int32Array.from(order, (i) => codes[i]!),
  } as Series
}

function pick<T>(list: readonly T[], order: Uint32Array): T[] {
  const picked: T[] = []
  for (let i = 0; i < order.length; i += 1) picked.push(list[order[i]!]!)
  return picked
}

/** The readings at these positions, which ascend. */
export function pickSeries(series: Series, positions: Uint32Array): Series {
  const picked = ordered(series, positions)
  return withCodes(picked, picked.codes)
}

/**
 * Cuts a series from index `from` to `to`, both included. Returns a copy unless it is the whole series, so that it can
 * be transferred to another thread.
 */
export function sliceSeries(series: Series, from: number, to: number): Series {
  const start = firstAtOrAfter(series.times, from)
  const end = firstAfter(series.times, to)
  if (start === 0 && end === series.times.length) return series
  if (start >= end) return { ...emptySeries(), kind: series.kind, values: series.values.slice(0, 0) } as Series
  const cut = { kind: series.kind, times: series.times.slice(start, end), values: series.values.slice(start, end) }
  return withCodes({ ...cut, codes: null } as Series, series.codes?.slice(start, end) ?? null)
}

/** Position of the first reading that is not before; the length if there is none. */
export function firstAtOrAfter(times: ArrayLike<number>, at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Position of the first reading that is later; the length if there is none. */
export function firstAfter(times: ArrayLike<number>, at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The value at a position in the form of the API. */
export function valueAt(series: Series, position: number): Value | null {
  const value = series.values[position]!
  if (series.kind === 'number') return Number.isNaN(value) ? null : value
  if (series.kind === 'bool') return Number.isNaN(value) ? null : value === 1
  return value
}

/** The last reading at or before `at`, the later of equal times; null if there is none. */
export function readingAt(series: Series, at: number): Reading | null {
  const position = firstAfter(series.times, at) - 1
  if (position < 0) return null
  return { at: series.times[position]!, value: valueAt(series, position), code: series.codes?.[position] ?? good }
}
