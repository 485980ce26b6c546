// Database access for escalation steps that are due, across all organisations.
import { type Kysely, sql } from 'kysely'
import type { AlarmStep } from '../../../contract/equipment-config.ts'
import type { AccountId, OrgId, RoleId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { RaisedAlarm } from './rules.ts'

export type DueStep = Omit<RaisedAlarm, 'kind' | 'methods' | 'steps' | 'isShelved' | 'isRepeated'> & {
  stepId: number
  position: number
  step: AlarmStep
  zone: string
  isAcknowledged: boolean
  /** Until when the rule is shelved; null: it is not. */
  silentUntil: number | null
}

/** Delay before a step of a rule that is out of service is checked again. */
const againMs = 600_000

/** Loads the oldest due steps, and locks them until the transaction ends. */
export async function lockDue(db: Kysely<DB>, now: number, most: number): Promise<DueStep[]> {
  const { rows } = await sql<DueStep>`
    select s.id as "stepId", s.position, s.spec as step, coalesce(equipment.zone, organisation.zone) as zone,
      a.acknowledged_at is not null as "isAcknowledged",
      (select coalesce(shelf.until, ${now + againMs}::bigint) from alarm_shelf shelf where shelf.rule_id = a.rule_id
        and (shelf.until is null or shelf.until > ${now}::bigint)) as "silentUntil",
      a.id, a.org_id as "orgId", a.equipment_id as "equipmentId", a.rule_id as "ruleId", a.signal_id as "signalId", a.level,
      a.name, a.content, a.is_backlog as "isBacklog", a.raised_at as at, equipment.name as "equipmentName",
      r.spec ->> 'content' as template
    from alarm_step s join alarm a on a.id = s.alarm_id join alarm_rule r on r.id = a.rule_id join equipment on equipment.id = a.equipment_id
      join organisation on organisation.id = a.org_id
    where s.due_at <= ${now}::bigint order by s.due_at, s.id limit ${most} for update of s skip locked`.execute(db)
  return rows
}

export const removeSteps = async (db: Kysely<DB>, ids: readonly number[]): Promise<void> =>
  void (await db.deleteFrom('alarmStep').where('id', '=', sql<number>`any(${ids}::bigint[])`).execute())

export const putOff = async (db: Kysely<DB>, id: number, dueAt: number): Promise<void> =>
  void (await db.updateTable('alarmStep').set({ dueAt }).where('id', '=', id).execute())

/** Loads the accounts of an organisation that have one of the roles. */
export async function loadOfRoles(db: Kysely<DB>, orgId: OrgId, roleIds: readonly RoleId[]): Promise<AccountId[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('orgId', '=', orgId)
    .where('roleId', '=', sql<RoleId>`any(${roleIds}::int[])`)
    .execute()
  return rows.map(({ id }) => id)
}
