// The methods by which users were notified of alarms, and the next escalation step.
import { sql } from 'kysely'
import type { AlarmMethod, AlarmStep } from '../../../contract/equipment-config.ts'
import type { AccountId, AlarmId, RoleId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Asker } from '../../frame/serve.ts'
import { firstSteps } from '../alarm-notification/rules.ts'
import type { AlarmRow } from './contract.ts'

/** A row of the list without its notifications. */
export type PlainRow = Omit<AlarmRow, 'told' | 'next'>

type Next = { alarmId: AlarmId; dueAt: number; spec: AlarmStep; zone: string | null; orgZone: string }

/**
 * The rows with their notifications. `isSent`: whether the platform sends by that method; others are no announcement.
 */
export async function withTold<R extends PlainRow>(
  sight: Sight,
  rows: readonly R[],
  { isGuest, isSent }: Pick<Asker, 'isGuest'> & { isSent: (method: AlarmMethod) => boolean },
): Promise<(R & Pick<AlarmRow, 'told' | 'next'>)[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const among = sql<AlarmId>`any(${ids}::int[])`
  const told = await sight
    .from('delivery')
    .select(['delivery.alarmId', 'delivery.method'])
    .distinct()
    .where('delivery.alarmId', '=', among)
    .where('delivery.state', '=', 'sent')
    .execute()
  const steps = (await sight
    .from('alarmStep')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'alarmStep.equipmentId')
    .innerJoin(sight.table('organisation'), 'organisation.id', 'equipment.orgId')
    .select(['alarmStep.alarmId', 'alarmStep.dueAt', 'alarmStep.spec'])
    .select(['equipment.zone', 'organisation.zone as orgZone'])
    .where('alarmStep.alarmId', '=', among)
    .orderBy('alarmStep.alarmId')
    .orderBy('alarmStep.dueAt')
    .orderBy('alarmStep.position')
    .execute()) as unknown as Next[]
  const names = isGuest ? () => [] : await namesOf(sight, steps)
  const sent = steps.flatMap(({ zone, orgZone, spec, ...step }) => {
    const methods = spec.methods.filter(isSent)
    return methods.length > 0 ? [{ ...step, spec: { ...spec, methods }, zone: zone ?? orgZone }] : []
  })
  const next = firstSteps(sent)
  return rows.map((row) => {
    const step = row.acknowledgedAt === null ? next.get(row.id) : undefined
    return {
      ...row,
      told: told.flatMap(({ alarmId, method }) => (alarmId === row.id ? [method] : [])),
      next: step ? { at: step.at, names: names(step.spec), methods: step.spec.methods } : null,
    }
  })
}

/** Names of accounts, then of roles; omits those that were removed. */
async function namesOf(sight: Sight, steps: readonly Pick<Next, 'spec'>[]): Promise<(step: AlarmStep) => string[]> {
  const accountIds = steps.flatMap(({ spec }) => spec.accountIds ?? [])
  const roleIds = steps.flatMap(({ spec }) => spec.roleIds ?? [])
  const people = new Map<AccountId, string>()
  const roles = new Map<RoleId, string>()
  if (accountIds.length > 0) {
    const rows = await sight
      .from('account')
      .select(['account.id', 'account.name', 'account.loginname'])
      .where('account.id', '=', sql<AccountId>`any(${accountIds}::int[])`)
      .execute()
    for (const { id, name, loginname } of rows) people.set(id, name || loginname)
  }
  if (roleIds.length > 0) {
    const rows = await sight
      .from('role')
      .select(['role.id', 'role.name'])
      .where('role.id', '=', sql<RoleId>`any(${roleIds}::int[])`)
      .execute()
    for (const { id, name } of rows) roles.set(id, name)
  }
  return ({ accountIds = [], roleIds = [] }) => [
    ...accountIds.flatMap((id) => people.get(id) ?? []),
    ...roleIds.flatMap((id) => roles.get(id) ?? []),
  ]
}
