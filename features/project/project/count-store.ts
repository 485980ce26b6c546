// Counts of the devices of projects, in one query for any number of projects.
import { type SqlBool, sql } from 'kysely'
import type { ProjectId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'

export type Counts = Record<'equips' | 'online' | 'offline' | 'sleeping' | 'alarmEquips' | 'alarms', number>
export const noCounts: Counts = { equips: 0, online: 0, offline: 0, sleeping: 0, alarmEquips: 0, alarms: 0 }

type Narrowed = { id?: ProjectId; online?: boolean | null | undefined; alarm?: boolean | null | undefined }

/**
 * Loads the number of visible devices by project; optionally only devices that are online or not, or that have open
 * alarms or not.
 */
export async function loadCounts(sight: Sight, { id, online, alarm }: Narrowed = {}): Promise<Map<ProjectId, Counts>> {
  const isOnline = sql<SqlBool>`coalesce(gateway.state = 'online', false)`
  const open = sight
    .from('alarm')
    .select(['alarm.equipmentId', sql<number>`count(*)::int`.as('alarms')])
    .where('alarm.isOpen', '=', true)
    .groupBy('alarm.equipmentId')
    .as('open')
  const rows = await sight
    .from('projectEquip')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'projectEquip.equipmentId').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(open, 'open.equipmentId', 'projectEquip.equipmentId')
    .select('projectEquip.projectId')
    .select([
      sql<number>`count(*)::int`.as('equips'),
      sql<number>`(count(*) filter (where ${isOnline}))::int`.as('online'),
      sql<number>`(count(*) filter (where gateway.state = 'offline'))::int`.as('offline'),
      sql<number>`(count(*) filter (where gateway.state = 'sleeping'))::int`.as('sleeping'),
      sql<number>`count(open.alarms)::int`.as('alarmEquips'),
      sql<number>`coalesce(sum(open.alarms), 0)::int`.as('alarms'),
    ])
    .$if(id !== undefined, (query) => query.where('projectEquip.projectId', '=', id!))
    .$if(online != null, (query) => query.where(sql<SqlBool>`${isOnline} = ${online}::boolean`))
    .$if(alarm != null, (query) => query.where(sql<SqlBool>`(open.alarms is not null) = ${alarm}::boolean`))
    .groupBy('projectEquip.projectId')
    .execute()
  return new Map(rows.map(({ projectId, ...counts }) => [projectId, counts]))
}
