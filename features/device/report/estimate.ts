// How much a history report stores. Pure.
import { limits } from '../../../contract/limits.ts'
import type { ReportDraft } from './contract.ts'
import { periodSeconds } from './period.ts'
import { needs } from './rules.ts'

/**
 * Values a report stores in a day. `atMost`: it depends on what happens, and this is the bound; none: nobody can tell.
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

/** What all reports store in a day by the clock. `isLeast`: others store on top of it as things happen. */
export function totalPerDay(reports: readonly (Parameters<typeof pointsPerDay>[0] & Pick<ReportDraft, 'enabled'>)[]): {
  points: number
  isLeast: boolean
} {
  const each = reports.filter(({ enabled }) => enabled !== false).map((report) => pointsPerDay(report))
  const sure = each.flatMap((estimate) => (estimate && !estimate.isAtMost ? [estimate.points] : []))
  return { points: sure.reduce((sum, points) => sum + points, 0), isLeast: sure.length < each.length }
}
