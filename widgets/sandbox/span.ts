// The time span of a script: whole units in the page's zone, counted from the current one. [S3 Script widgets: offset
// −1, length 1, timeUnit date: yesterday]
import { instantOf, wallOf } from '../../core/zone.ts'

const timeUnits = ['minute', 'hour', 'date', 'week', 'month', 'year'] as const
export type TimeUnit = (typeof timeUnits)[number]

const fixedMs = { minute: 60_000, hour: 3_600_000, date: 86_400_000, week: 604_800_000 } as const
/** A Monday, because weeks start on Monday. */
const mondayMs = 4 * 86_400_000

/** Wall time of the start of the unit that is `count` units later. */
function beginning(wall: number, unit: TimeUnit, count: number): number {
  const date = new Date(wall)
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count)
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + count, 0)
  const shift = unit === 'week' ? mondayMs : 0
  return (Math.floor((wall - shift) / fixedMs[unit]) + count) * fixedMs[unit] + shift
}

export function spanOf(
  now: number,
  { offset, length, timeUnit }: { offset: number; length: number; timeUnit: TimeUnit },
  zone: string,
): { from: number; to: number } {
  const wall = wallOf(zone, now)
  const at = (count: number) => instantOf(zone, beginning(wall, timeUnit, Math.round(count)))
  return { from: at(offset), to: at(offset + Math.max(1, length)) }
}
