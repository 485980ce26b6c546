// Stored readings of the last ten minutes, and the one before, with two bounded history queries for any number of
// columns.
import type { Ask, Curve, History, ReadingAt, Scope } from '../../../signal/history/history.ts'
import { lookbackOf } from './rules.ts'
import { codeAt, goodCode, valueAt } from './series.ts'
import type { StoredSeries } from './store.ts'
import { type Points, trendSpanMs } from './trend-fill.ts'

/** Two per step: minimum and maximum. */
const pointsOfTrend = 120

export type StoredColumn = Pick<StoredSeries, 'id' | 'signalId' | 'mode' | 'period' | 'removedAt'>

/** By column. The scope has the columns in their order. */
export async function storedPoints(
  history: Pick<History, 'curves' | 'at'>,
  scope: Scope,
  columns: readonly StoredColumn[],
  now: number,
  ask?: Ask,
): Promise<Map<number, Points>> {
  const from = now - trendSpanMs
  const [curves, before] = await Promise.all([
    history.curves({ ...scope, from, to: now, points: pointsOfTrend, reduce: 'minmax' }, ask),
    history.at({ ...scope, at: from - 1, ...lookbackOf(columns, from) }, ask),
  ])
  const curveOf = new Map(curves.data.map((curve) => [curve.columnId, curve]))
  return new Map(columns.map(({ id }, c) => [id, [...pointOf(before.data[c]), ...pointsOf(curveOf.get(id))]]))
}

const pointOf = (reading: ReadingAt | undefined): Points =>
  reading ? [[reading.at, reading.code === goodCode ? numberOf(reading.value) : Number.NaN]] : []

function pointsOf(curve: Curve | undefined): Points {
  if (!curve) return []
  const { series } = curve
  return Array.from(series.times, (time, i) => [
    time,
    codeAt(series, i) === goodCode ? numberOf(valueAt(series, i)) : Number.NaN,
  ])
}

/** Text has no curve; a sparkline does not need the last digit of a 64-bit integer. */
function numberOf(value: unknown): number {
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : Number.NaN
}
