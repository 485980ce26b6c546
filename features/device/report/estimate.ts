// Estimates the number of values that a history report stores. Pure.
import { limits } from '../../../contract/limits.ts'
import type { ReportDraft } from './contract.ts'
import { periodSeconds } from './period.ts'
import { needs } from './rules.ts'

/**
 * Values that a report stores per day. `isAtMost`: the number depends on events, and this is its bound. Undefined if
 * there is no bound.
 */
export function pointsPerDay(
  report: Pick<ReportDraft, 'type' | 'mode' | 'period' | 'minIntervalMs' | 'columns'>,
): { points: number; isAtMost: boolean } | undefined {
  const { mode, period, minIntervalMs = limits.changeIntervalMs, columns } = report
  const asked = needs(report)
  if (asked.includes('period')) {
    if (!period) return undefined
    const points = (86_400 / periodSeconds(period)) * columns.length
    return { points, isAtMost: mode === 'conditional' }
  }
  return mode === 'change' ? { points: (86_400_000 / minIntervalMs) * columns.length, isAtMost: true } : undefined
}

/** Values that all periodic reports store per day. `isLeast`: other reports add values on events. */
export function totalPerDay(reports: readonly (Parameters<typeof pointsPerDay>[0] & Pick<ReportDraft, 'enabled'>)[]): {
  points: number
  isLeast: boolean
} {
  const each = reports.filter(({ enabled }) => enabled !== false).map((report) => pointsPerDay(report))
  const sure = each.flatMap((estimate) => (estimate && !estimate.isAtMost ? [estimate.points] : []))
  return { points: sure.reduce((sum, points) => sum + points, 0), isLeast: sure.length < each.length }
}
