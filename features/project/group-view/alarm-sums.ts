// The open alarms of groups, each with those of the groups below it. Pure.
import { type Severity, severities } from '../../../ui/marks.tsx'
import type { Line } from '../../device/group/rules.ts'
import type { GroupAlarms } from '../monitor/contract.ts'

export type Counts = Record<Severity, number>

/** By group; `lines` are the tree, depth first. Devices without a group are under null. */
export function alarmSums(
  lines: readonly Pick<Line, 'id' | 'level'>[],
  alarms: GroupAlarms,
): Map<number | null, Counts> {
  const own = new Map(alarms.map(({ groupId, ...counts }) => [groupId as number | null, counts]))
  const sums = new Map<number | null, Counts>()
  // The groups above the present line, each with its level.
  const above: { level: number; sum: Counts }[] = []
  for (const { id, level } of lines) {
    while ((above.at(-1)?.level ?? -1) >= level) above.pop()
    const sum = { severe: 0, important: 0, normal: 0 }
    above.push({ level, sum })
    sums.set(id, sum)
    const counts = own.get(id)
    for (const each of counts ? above : []) for (const key of severities) each.sum[key] += counts![key]
  }
  const ungrouped = own.get(null)
  return ungrouped ? sums.set(null, ungrouped) : sums
}
