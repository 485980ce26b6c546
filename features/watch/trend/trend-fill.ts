// Ten minutes of a variable from streamed and stored values. Pure. [S9]
import type { Period, StorageMode } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { Column } from '../history/part-reading.ts'
import { gapMsOf } from '../history/rules.ts'

/** [epoch ms, value], oldest first; NaN: unknown from then on. */
export type Points = readonly (readonly [at: number, value: number])[]

const { trendPoints, trendStepMs } = limits
export const trendSpanMs = trendPoints * trendStepMs

/** Whether live values leave gaps in the ten minutes; one step may be missing at each end. */
export const isSparse = (streamed: Points): boolean => streamed.length < trendPoints - 2

/**
 * Fills a trend with one point per step, up to `now`: the streamed value, else the stored one, else the previous value,
 * for at most `gapMs` and not after `knownTo`, the latest contact of the gateway. The current step is left to live
 * values.
 */
export function fillTrend(
  streamed: Points,
  stored: Points,
  { now, gapMs, knownTo }: { now: number; gapMs: number; knownTo: number },
): [number, number][] {
  const points: [number, number][] = []
  const live = reader(streamed)
  const kept = reader(stored)
  for (let step = 0; step < trendPoints; step += 1) {
    const begin = now - trendSpanMs + step * trendStepMs
    const end = begin + trendStepMs
    const [heard, read] = [live(end), kept(end)]
    const last = heard && heard[0] >= (read?.[0] ?? 0) ? heard : read
    if (heard && heard[0] >= begin) points.push([heard[0], heard[1]])
    else if (!last || Number.isNaN(last[1])) continue
    else if (last[0] >= begin) points.push([last[0], last[1]])
    else if (begin - last[0] <= gapMs && begin <= knownTo) points.push([begin, last[1]])
  }
  return points
}

/** Returns the last point before an instant; instants must not decrease. */
function reader(points: Points) {
  let next = 0
  return (before: number) => {
    while (next < points.length && points[next]![0] < before) next += 1
    return points[next - 1]
  }
}

export type Choice = Pick<Column, 'signalId' | 'aggregation' | 'removedAt' | 'dataType'> & {
  mode: StorageMode
  period: Period | null
}

/**
 * Chooses one column per variable: a column that stores on change, else the one that stores most often. The values of
 * other columns are unknown between their readings.
 */
export function chooseColumns<C extends Choice>(columns: readonly C[]): Map<number, C> {
  const chosen = new Map<number, C>()
  const paceOf = ({ mode, period }: Choice) => (mode === 'change' ? 0 : gapMsOf({ mode, period }))
  for (const column of columns) {
    const isSteady = column.mode === 'change' || column.mode === 'periodic' || column.mode === 'interval'
    if (!isSteady || column.aggregation || column.removedAt !== null || column.dataType === 'string') continue
    const other = chosen.get(column.signalId)
    if (!other || paceOf(column) < paceOf(other)) chosen.set(column.signalId, column)
  }
  return chosen
}
