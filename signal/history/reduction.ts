// A curve that is read run by run, so that memory is bounded for a series of any length.
import type { CurveQuery, Series } from './history.ts'
import { reduceCurve } from './reduce.ts'
import { mergeSeries } from './series.ts'

type Reduction = {
  /** Runs follow each other in time. */
  add(series: Series): void
  result(): { total: number; isReduced: boolean; series: Series }
}

const heldPoints = 4_000_000
/** Runs are thinned to this multiple of the requested points, so that the last reduction can still choose. */
const finer = 4

export function createReduction({
  from,
  to,
  points,
  reduce,
}: Pick<CurveQuery, 'from' | 'to' | 'points' | 'reduce'>): Reduction {
  let held: Series[] = []
  let count = 0
  let total = 0
  let isThinned = false

  const shrink = (): void => {
    const most = reduce === 'latest' ? points : points * finer
    const { series } = reduceCurve(mergeSeries(held), { from, to }, most, reduce === 'latest' ? 'latest' : 'minmax')
    isThinned ||= reduce !== 'latest' && series.times.length < count
    held = [series]
    count = series.times.length
  }

  return {
    add(series) {
      held.push(series)
      count += series.times.length
      total += series.times.length
      if (count > Math.max(heldPoints, points * finer * 2)) shrink()
    },
    result() {
      const { series, isReduced } = reduceCurve(mergeSeries(held), { from, to }, points, reduce)
      return { total, isReduced: isReduced || isThinned, series }
    },
  }
}
