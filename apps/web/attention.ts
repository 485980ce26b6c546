// Counts in the navigation that are work for the user. Pure.
import { type Severity, severities } from '../../ui/marks.tsx'
import type { Badge } from '../../ui/shell-part.ts'

/** Pages whose count is work for the user; the number of devices is not. */
export const needsAttention: readonly string[] = ['/monitor/alarm']

/** A count where there is room for two digits. */
export const shortCount = (count: number): string => (count > 99 ? '99+' : String(count))

/** The sum of the counts of these pages that are work for the user, with the worst of their severities. */
export function attentionOf(
  paths: readonly string[],
  badges: Readonly<Record<string, Badge>>,
): { count: number; severity: Severity | undefined } {
  const counted = paths.flatMap((path) => (needsAttention.includes(path) && badges[path]) || [])
  return {
    count: counted.reduce((sum, { count }) => sum + count, 0),
    severity: severities.find((level) => counted.some(({ count, severity }) => count > 0 && severity === level)),
  }
}
