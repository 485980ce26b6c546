// Turns the historian's lists into answers.
import type { BinarySeries } from '../../../contract/history-binary.ts'
import type { Value } from '../../../core/data-type.ts'
import type { Aggregates, Curve, Series } from '../../../signal/history/history.ts'
import type { Column } from './store.ts'

export const goodCode = 200

/** The value of reading `i`; null if there is none. */
export function valueAt(series: Series, i: number): Value | null {
  const value = series.values[i]!
  if (typeof value !== 'number' || series.kind === 'mixed') return value
  if (Number.isNaN(value)) return null
  return series.kind === 'bool' ? value === 1 : value
}

export const codeAt = (series: Series, i: number): number => (series.codes === null ? goodCode : series.codes[i]!)

/** Readings that are not good, by index and code. */
function badOf({ codes }: Series): [number, number][] {
  const bad: [number, number][] = []
  if (codes === null) return bad
  for (let i = 0; i < codes.length; i += 1) if (codes[i] !== goodCode) bad.push([i, codes[i]!])
  return bad
}

/** A curve with its column. */
export type Drawn = { column: Column; curve: Curve }

/** The fields of a curve in an answer, without its points. */
export const headOf = ({ id, signalId, aggregation }: Column, { total, isReduced }: Curve) => ({
  signalId,
  columnId: id,
  aggregation,
  total,
  isReduced,
})

/** A curve in JSON, times after `from`. */
export function jsonSeries(column: Column, curve: Curve, from: number) {
  const { series } = curve
  const { length } = series.times
  const [times, values]: [number[], (Value | null)[]] = [new Array(length), new Array(length)]
  for (let i = 0; i < length; i += 1) {
    times[i] = series.times[i]! - from
    values[i] = valueAt(series, i)
  }
  return { ...headOf(column, curve), times, values, bad: badOf(series) }
}

/** Encodes a curve as bytes. */
export function binarySeries(column: Column, curve: Curve): BinarySeries {
  const { kind, times, values } = curve.series
  return { ...headOf(column, curve), kind, times, values, bad: badOf(curve.series) }
}

const numbers = (list: Float64Array): number[] => Array.from(list)
const nullable = (list: Float64Array): (number | null)[] =>
  Array.from(list, (value) => (Number.isNaN(value) ? null : value))

/** The aggregates of a column in JSON; null where a bucket has no good number. */
export const aggregateLists = ({ id, signalId }: Column, of: Aggregates) => ({
  signalId,
  columnId: id,
  count: numbers(of.n),
  good: numbers(of.good),
  delta: nullable(of.delta),
  first: nullable(of.first),
  last: nullable(of.last),
  max: nullable(of.max),
  min: nullable(of.min),
  average: nullable(of.average),
  sum: nullable(of.sum),
})
