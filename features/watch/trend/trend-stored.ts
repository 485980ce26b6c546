// Stored readings of the last ten minutes, and the one before, with two bounded history queries for any number of
// columns.
import type { Ask, Curve, History, ReadingAt, Scope, Span } from '../../../signal/history/history.ts'
import { codeAt, type Dropped, goodCode, type StoredSeries, valueAt } from '../history/part-reading.ts'
import { lookbackOf } from '../history/rules.ts'
import { type Points, trendSpanMs } from './trend-fill.ts'

/** Two per step: minimum and maximum. */
const pointsOfTrend = 120

export type StoredColumn = Pick<StoredSeries, 'id' | 'equipmentId' | 'signalId' | 'mode' | 'period' | 'removedAt'>

/**
 * The trends by column. The scope has the columns in their order. `dropped`: spans within the ten minutes up to `now`, see
 * `trendSpanOf`.
 */
export async function storedPoints(
  history: Pick<History, 'curves' | 'at'>,
  scope: Scope,
  { columns, dropped }: { columns: readonly StoredColumn[]; dropped: Dropped },
  now: number,
  ask?: Ask,
): Promise<Map<number, Points>> {
  const { from, to } = trendSpanOf(now)
  const [curves, before] = await Promise.all([
    history.curves({ ...scope, from, to, points: pointsOfTrend, reduce: 'minmax' }, ask),
    history.at({ ...scope, at: from - 1, ...lookbackOf(columns, from) }, ask),
  ])
  const curveOf = new Map(curves.data.map((curve) => [curve.columnId, curve]))
  return new Map(
    columns.map(({ id, equipmentId }, c) => {
      const droppedTo = dropped.droppedTo.get(equipmentId) ?? Number.NEGATIVE_INFINITY
      const stored = [...pointOf(before.data[c], droppedTo), ...pointsOf(curveOf.get(id))]
      return [id, withBreaks(stored, dropped.spans.get(equipmentId) ?? [])]
    }),
  )
}

export const trendSpanOf = (now: number): Span => ({ from: now - trendSpanMs, to: now })

/** Readings before `droppedTo` were followed by dropped ones: they do not show the value at the start. */
const pointOf = (reading: ReadingAt | undefined, droppedTo: number): Points =>
  reading && reading.at >= droppedTo
    ? [[reading.at, reading.code === goodCode ? numberOf(reading.value) : Number.NaN]]
    : []

/** No value holds into or beyond a span of dropped readings; a reading at the same time as its end counts. */
function withBreaks(points: Points, dropped: readonly Span[]): Points {
  if (dropped.length === 0 || points.length === 0) return points
  const breaks = dropped.flatMap(
    ({ from, to }): Points => [
      [from, Number.NaN],
      [to, Number.NaN],
    ],
  )
  return [...breaks, ...points].sort(([a], [b]) => a - b)
}

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
