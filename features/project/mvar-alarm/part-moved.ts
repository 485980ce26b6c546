// Moves the alarm rules over a project's intermediate variables when the project is moved to other devices.
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { insertRule, loadRulesAt, removeRule } from './store.ts'

/** Replaces rules at a device by new rules at the other device; active alarms of the old ones are cleared. */
export async function moveMvarAlarms(
  sight: WritableSight,
  projectId: ProjectId,
  pairs: readonly { from: EquipmentId; to: EquipmentId }[],
  at: number,
): Promise<void> {
  const others = new Map(pairs.map(({ from, to }) => [from, to]))
  const rules = await loadRulesAt(sight, projectId, [...others.keys()])
  if (rules.length === 0) return
  const ids = await sight.draw('alarm_rule_id', rules.length)
  for (const [i, { mvarId, equipmentId, rule }] of rules.entries()) {
    if (!(await removeRule(sight, rule.id, at))) continue
    const next: AlarmRule = { ...rule, id: ids[i]! }
    await insertRule(sight, { mvarId, equipmentId: others.get(equipmentId)!, rule: next, at })
  }
}
