// Alarm rules over intermediate variables at visible devices, for their authors.
import { sql } from 'kysely'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import type { AlarmRuleId, EquipmentId, MvarId, ProjectId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { InputFacts } from './rules.ts'

export type StoredRule = { equipmentId: EquipmentId; equipmentName: string; isInProject: boolean; rule: AlarmRule }

/** Loads the rules in the order in which they were added. */
export async function loadRules(sight: Sight, mvarId: MvarId, projectId: ProjectId): Promise<StoredRule[]> {
  const rows = await sight
    .from('alarmRule')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'alarmRule.equipmentId')
    .leftJoin(sight.table('projectEquip'), (join) =>
      join.onRef('projectEquip.equipmentId', '=', 'alarmRule.equipmentId').on('projectEquip.projectId', '=', projectId),
    )
    .select([
      'alarmRule.equipmentId',
      'equipment.name as equipmentName',
      'alarmRule.spec',
      'projectEquip.id as inProject',
    ])
    .where('alarmRule.mvarId', '=', mvarId)
    .where('alarmRule.removedAt', 'is', null)
    .orderBy('alarmRule.id')
    .execute()
  return rows.map(({ spec, inProject, ...row }) => ({
    ...row,
    isInProject: inProject !== null,
    rule: spec as unknown as AlarmRule,
  }))
}

/** The rules over a project's intermediate variables at the given devices. */
export async function loadRulesAt(sight: Sight, projectId: ProjectId, equipmentIds: readonly EquipmentId[]) {
  const rows = await sight
    .from('alarmRule')
    .innerJoin(sight.table('mvar'), 'mvar.id', 'alarmRule.mvarId')
    .select(['mvar.id as mvarId', 'alarmRule.equipmentId', 'alarmRule.spec'])
    .where('mvar.projectId', '=', projectId)
    .where('alarmRule.removedAt', 'is', null)
    .where('alarmRule.equipmentId', '=', sql<EquipmentId>`any(${equipmentIds}::int[])`)
    .orderBy('alarmRule.id')
    .execute()
  return rows.map(({ spec, ...row }) => ({ ...row, rule: spec as unknown as AlarmRule }))
}

/** Counts all rules, including those at invisible devices. */
export async function countRules(sight: Sight, mvarId: MvarId): Promise<number> {
  const { count } = await sight
    .from('mvar')
    .select(
      sql<number>`(select count(*)::int from alarm_rule where mvar_id = mvar.id and removed_at is null)`.as('count'),
    )
    .where('mvar.id', '=', mvarId)
    .executeTakeFirstOrThrow()
  return count
}

/** Facts about the variables of a formula, including those on invisible devices; contains no names. */
export async function loadFacts(sight: Sight, mvarId: MvarId, signalIds: readonly number[]): Promise<InputFacts[]> {
  const row = await sight
    .from('mvar')
    .select(
      sql<
        InputFacts[] | null
      >`(select jsonb_agg(jsonb_build_object('equipmentId', signal.equipment_id, 'signalId', signal.id,
        'isReadable', signal.spec ->> 'access' <> 'w',
        'isInProject', exists (select from project_equip
          where project_equip.project_id = mvar.project_id and project_equip.equipment_id = signal.equipment_id),
        'isStored', exists (select from history_column column_ join history_report report on report.id = column_.report_id
          where column_.signal_id = signal.id and column_.aggregation is null and column_.removed_at is null
            and report.removed_at is null and report.spec ->> 'enabled' is distinct from 'false')))
        from signal where signal.org_id = mvar.org_id and signal.id = any(${signalIds}::int[]))`.as('facts'),
    )
    .where('mvar.id', '=', mvarId)
    .executeTakeFirst()
  return row?.facts ?? []
}

/** The visible devices of a project, by name. */
export const loadDevices = (sight: Sight, projectId: ProjectId) =>
  sight
    .from('projectEquip')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'projectEquip.equipmentId')
    .select(['projectEquip.equipmentId', 'equipment.name'])
    .where('projectEquip.projectId', '=', projectId)
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .execute()

type Row = { mvarId: MvarId; equipmentId: EquipmentId; rule: AlarmRule; at: number }

export async function insertRule(sight: WritableSight, { mvarId, equipmentId, rule, at }: Row): Promise<void> {
  const { id, name, level, enabled = true } = rule
  const row = { id, equipmentId, mvarId, position: 0, name, level, enabled, createdAt: at, removedAt: null }
  await sight.insert('alarmRule', { ...row, platformKind: 'mvar', spec: JSON.stringify(rule) }).execute()
}

/** Returns whether the caller may change the rule. */
export async function updateRule(sight: WritableSight, rule: AlarmRule): Promise<boolean> {
  const { id, name, level, enabled = true } = rule
  const change = sight.update('alarmRule', { name, level, enabled, spec: JSON.stringify(rule) }).where('id', '=', id)
  return (await change.returning('id').executeTakeFirst()) !== undefined
}

/** Marks the rule as removed; its alarms keep their texts. Returns whether the caller may change it. */
export async function removeRule(sight: WritableSight, id: AlarmRuleId, at: number): Promise<boolean> {
  const change = sight.update('alarmRule', { removedAt: at }).where('id', '=', id).where('removedAt', 'is', null)
  return (await change.returning('id').executeTakeFirst()) !== undefined
}
