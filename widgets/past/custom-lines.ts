// The columns of a custom report as curves: each value covers its whole bucket; a missing value breaks the line. Pure.
import type { Curve, CustomCurves } from '../services.ts'

/** Repeats a bucket's value from its start to just before its end, so that the curve has steps instead of slopes. */
export function stepsOf({ times, until, series }: Pick<CustomCurves, 'times' | 'until' | 'series'>, at: number) {
  const steps = { times: [] as number[], values: [] as (number | null)[] }
  for (const [bucket, time] of times.entries()) {
    const value = series[at]?.values[bucket] ?? null
    const number = value === null ? null : Number(value)
    steps.times.push(time, until[bucket]! - 1)
    steps.values.push(number, number)
  }
  return steps
}

/** Converts figures of a custom report to the shape of stored curves, for a moving chart. */
export const curvesOf = (curves: CustomCurves): Curve[] =>
  curves.figures.map(({ unit, decimals }, at) => ({
    ...{ equipmentId: 0, signalId: at, unit, decimals, texts: null, dataType: 'float32' },
    ...{ ...stepsOf(curves, at), bad: [], holes: [], gapMs: Number.POSITIVE_INFINITY, isStep: true },
  }))
