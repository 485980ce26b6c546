// Database reads of the rollout job, across organisations: active rollouts, and the state of their devices.
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AccountId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'
import type { DeviceState, RolloutId } from './contract.ts'

/** Takes the lock of the single node that drives rollouts, until the transaction ends; false if another node has it. */
export async function isDriver(tx: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtext('rollouts')) as got`.execute(
    tx,
  )
  return rows[0]?.got ?? false
}

export type Driven = {
  id: RolloutId
  orgId: OrgId
  templateId: TemplateId
  templateVersion: number
  /** The state of the template on which the plan is based, and its current state. */
  templateStamp: string
  newestStamp: string
  status: 'running' | 'paused' | 'done' | 'cancelled'
  wave: number
  waveOverAt: number | null
  stoppedWave: number | null
  waitS: number
  stopShare: number
  watchS: number
  rollBack: boolean
  accountId: AccountId | null
  loginname: string
  author: string
}

/** Running rollouts, and stopped ones with devices still in progress. */
export const loadDriven = (db: Kysely<DB>): Promise<Driven[]> =>
  db
    .selectFrom('rollout')
    .select(['id', 'orgId', 'templateId', 'templateVersion', 'status', 'wave', 'waveOverAt', 'stoppedWave'])
    .select(['waitS', 'stopShare', 'watchS', 'rollBack', 'accountId', 'loginname', 'author'])
    .select('templateStamp')
    .select(
      sql<string>`(select coalesce(max(v.id) || '-' || count(*), '') from config_version v
        where v.equipment_id = rollout.template_id) || '-' || coalesce((select p.id from page p
        where p.equipment_id = rollout.template_id and p.startup limit 1), 0)`.as('newestStamp'),
    )
    .where((eb) =>
      eb.or([
        eb('status', '=', 'running'),
        sql<SqlBool>`exists (select from rollout_device d where d.rollout_id = rollout.id
          and d.state in ('sent', 'watching', 'takingBack'))`,
      ]),
    )
    .orderBy('id')
    .execute()

export type DrivenDevice = {
  equipmentId: EquipmentId
  wave: number
  state: DeviceState
  forced: boolean
  uuid: string | null
  hasBefore: boolean
  /** The device version on which the plan is based, and the current version. */
  version: number | null
  newestVersion: number
  startedAt: number | null
  changedAt: number
  gatewayState: 'online' | 'offline' | 'sleeping' | null
  /** The result of the last command sent to the device. */
  outcome: string | null
  outcomeCode: number | null
  outcomeReason: string | null
}

export async function loadDrivenDevices(db: Kysely<DB>, id: RolloutId): Promise<DrivenDevice[]> {
  const { rows } = await sql<DrivenDevice>`
    select d.equipment_id as "equipmentId", d.wave, d.state, d.forced, d.uuid, d.before is not null as "hasBefore",
      d.version, (select coalesce(max(v.version), 0)::int from config_version v
        where v.object_type = 'equipment' and v.object_id = d.equipment_id) as "newestVersion",
      d.started_at as "startedAt", d.changed_at as "changedAt", g.state as "gatewayState",
      c.status as outcome, c.code as "outcomeCode", c.reason as "outcomeReason"
    from rollout_device d
      left join binding b on b.equipment_id = d.equipment_id and b.unbound_at is null
      left join gateway g on g.id = b.gateway_id
      left join command c on c.uuid = d.uuid
    where d.rollout_id = ${id} order by d.wave, d.equipment_id`.execute(db)
  return rows
}

/** The name of a severe alarm that the device has raised since an instant. */
export const severeSince = async (sight: Sight, equipmentId: EquipmentId, since: number): Promise<string | undefined> =>
  (
    await sight
      .from('alarm')
      .select('alarm.name')
      .where('alarm.equipmentId', '=', equipmentId)
      .where('alarm.level', '=', 'severe')
      .where('alarm.raisedAt', '>=', since)
      .where('alarm.isBacklog', '=', false)
      .orderBy('alarm.raisedAt')
      .limit(1)
      .executeTakeFirst()
  )?.name

/** The JSON of the device's state before the rollout. */
export const loadBefore = async (sight: Sight, id: RolloutId, equipmentId: EquipmentId): Promise<unknown> =>
  (
    await sight
      .from('rolloutDevice')
      .select('rolloutDevice.before')
      .where('rolloutDevice.rolloutId', '=', id)
      .where('rolloutDevice.equipmentId', '=', equipmentId)
      .executeTakeFirst()
  )?.before
