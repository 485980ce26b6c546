// Database rows of the alarm rules in the newest version; active alarms refer to them. Rows are never deleted, so that
// alarms of a removed rule keep their text.
import type { AlarmRule, EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { isSame } from '../../platform/versioned/rules.ts'

/** Inserts new rules, updates changed ones, marks missing ones as removed, and unmarks those that returned. */
export async function replaceRules(
  sight: WritableSight,
  equipmentId: EquipmentId,
  { alarms }: EquipmentConfig,
  at: number,
): Promise<void> {
  const old = await sight
    .from('alarmRule')
    .select(['id', 'position', 'spec', 'removedAt'])
    .where('equipmentId', '=', equipmentId)
    // Rows of rules over intermediate variables belong to no configuration.
    .where('mvarId', 'is', null)
    .where((eb) => eb.or([eb('platformKind', 'is', null), eb('platformKind', '<>', 'mvar')]))
    .execute()
  const before = new Map(old.map((row) => [row.id, row]))
  const rows = alarms
    .map((rule, position) => rowOf(equipmentId, rule, position, at))
    .filter(({ id, position }) => {
      const row = before.get(id)
      return !row || row.removedAt !== null || row.position !== position || !isSame(row.spec, alarms[position])
    })
  if (rows.length > 0) await upsert(sight, rows)
  const kept = new Set(alarms.map(({ id }) => id))
  const gone = old.filter(({ id, removedAt }) => removedAt === null && !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await sight.update('alarmRule', { removedAt: at }).where('id', 'in', gone).execute()
}

function rowOf(equipmentId: EquipmentId, rule: AlarmRule, position: number, createdAt: number) {
  const { id, name, level, condition, enabled = true } = rule
  const platformKind = condition.kind === 'offline' || condition.kind === 'powerOff' ? condition.kind : null
  const spec = JSON.stringify(rule)
  return { id, equipmentId, position, name, level, platformKind, spec, enabled, createdAt, removedAt: null }
}

const upsert = (sight: WritableSight, rows: ReturnType<typeof rowOf>[]) =>
  sight
    .insert('alarmRule', rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({
          position: eb.ref('excluded.position'),
          name: eb.ref('excluded.name'),
          level: eb.ref('excluded.level'),
          platformKind: eb.ref('excluded.platformKind'),
          spec: eb.ref('excluded.spec'),
          enabled: eb.ref('excluded.enabled'),
          removedAt: null,
        }))
        .where('alarmRule.orgId', '=', sight.orgId),
    )
    .execute()
