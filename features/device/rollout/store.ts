import { type SqlBool, sql } from 'kysely'
import type { AccountId, EquipmentId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { TemplateId } from '../template/contract.ts'
import type { Counts, DeviceState, RolloutId, RolloutSettings } from './contract.ts'

/**
 * Rollouts visible to the caller: those with a device that the caller sees. A rollout whose devices are all deleted is
 * visible to everyone in the organisation.
 */
const visible = (sight: Sight) =>
  sight
    .from('rollout')
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom(sight.table('rolloutDevice'))
            .select('rolloutDevice.rolloutId')
            .whereRef('rolloutDevice.rolloutId', '=', 'rollout.id'),
        ),
        sql<SqlBool>`not exists (select from rollout_device where rollout_device.rollout_id = rollout.id)`,
      ]),
    )

const rollouts = (sight: Sight) =>
  visible(sight)
    .leftJoin(sight.table('equipment'), (join) => join.on(sql<SqlBool>`equipment.id = rollout.template_id`))
    .select(['rollout.id', 'rollout.templateId', 'rollout.templateVersion', 'rollout.status', 'rollout.pausedWhy'])
    .select(['rollout.wave', 'rollout.waveOverAt', 'rollout.waitS', 'rollout.stopShare', 'rollout.watchS'])
    .select(['rollout.rollBack', 'rollout.author', 'rollout.createdAt', 'rollout.finishedAt'])
    .select(sql<string>`coalesce(equipment.name, '')`.as('templateName'))

type Row = Awaited<ReturnType<ReturnType<typeof rollouts>['executeTakeFirstOrThrow']>>

const view = ({ waveOverAt, waitS, stopShare, watchS, rollBack, ...row }: Row, counts: Counts) => ({
  ...row,
  nextAt: row.status === 'running' && waveOverAt !== null ? waveOverAt + waitS * 1000 : null,
  settings: { waitS, stopShare, watchS, rollBack },
  counts,
})

const none: Counts = {
  ...{ waiting: 0, sent: 0, watching: 0, complete: 0 },
  ...{ takingBack: 0, rolledBack: 0, failed: 0, skipped: 0 },
}

/** The number of visible devices in each state, for each rollout. */
async function countsOf(sight: Sight, ids: readonly RolloutId[]): Promise<(id: RolloutId) => Counts> {
  const rows = await sight
    .from('rolloutDevice')
    .select(['rolloutDevice.rolloutId', 'rolloutDevice.state'])
    .select(sql<number>`count(*)::int`.as('count'))
    .where(sql<SqlBool>`rollout_device.rollout_id = any(${[...ids]}::int[])`)
    .groupBy(['rolloutDevice.rolloutId', 'rolloutDevice.state'])
    .execute()
  const found = new Map<RolloutId, Counts>()
  for (const { rolloutId, state, count } of rows)
    found.set(rolloutId, { ...(found.get(rolloutId) ?? none), [state]: count })
  return (id) => found.get(id) ?? none
}

export async function loadRollouts(
  sight: Sight,
  { templateId, pageNo, pageSize }: { templateId: TemplateId; pageNo: number; pageSize: number },
) {
  const query = rollouts(sight).where('rollout.templateId', '=', templateId)
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query
    .orderBy('rollout.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const counts = await countsOf(
    sight,
    rows.map(({ id }) => id),
  )
  return { total: Number(total), rows: rows.map((row) => view(row, counts(row.id))) }
}

export async function loadRollout(sight: Sight, id: RolloutId) {
  const row = await rollouts(sight).where('rollout.id', '=', id).executeTakeFirst()
  return row && view(row, (await countsOf(sight, [id]))(id))
}

/** Loads the devices of a rollout by wave. */
export const loadCells = (sight: Sight, id: RolloutId) =>
  sight
    .from('rolloutDevice')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'rolloutDevice.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['rolloutDevice.wave', 'rolloutDevice.equipmentId', 'rolloutDevice.state', 'equipment.name'])
    .select('gateway.state as gatewayState')
    .where('rolloutDevice.rolloutId', '=', id)
    .orderBy('rolloutDevice.wave')
    .orderBy('equipment.name')
    .orderBy('equipment.id')
    .execute()

const shown = {
  all: sql<SqlBool>`true`,
  open: sql<SqlBool>`rollout_device.state in ('waiting', 'sent', 'watching', 'takingBack')`,
  failed: sql<SqlBool>`rollout_device.state in ('failed', 'rolledBack')`,
}

export async function loadDevices(
  sight: Sight,
  { id, show, pageNo, pageSize }: { id: RolloutId; show: keyof typeof shown; pageNo: number; pageSize: number },
) {
  const query = sight
    .from('rolloutDevice')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'rolloutDevice.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .where('rolloutDevice.rolloutId', '=', id)
    .where(shown[show])
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(['rolloutDevice.equipmentId', 'equipment.name', 'gateway.sn', 'gateway.state as gatewayState'])
    .select(['rolloutDevice.wave', 'rolloutDevice.state', 'rolloutDevice.forced', 'rolloutDevice.code'])
    .select(['rolloutDevice.reason', 'rolloutDevice.changedAt', 'rolloutDevice.startedAt'])
    .orderBy(
      sql`array_position(array['failed','rolledBack','takingBack','sent','watching','waiting','complete','skipped'],
        rollout_device.state)`,
    )
    .orderBy('rolloutDevice.wave')
    .orderBy('equipment.name')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

/** Whether a rollout has a device that is not among these. */
export const reachesBeyond = async (sight: Sight, id: RolloutId, devices: readonly EquipmentId[]): Promise<boolean> =>
  (await sight
    .from('rollout')
    .select('rollout.id')
    .where('rollout.id', '=', id)
    .where(
      sql<SqlBool>`exists (select from rollout_device where rollout_device.rollout_id = rollout.id
        and rollout_device.equipment_id <> all(${devices}::int[]))`,
    )
    .executeTakeFirst()) !== undefined

/** Locks a rollout until the transaction ends. */
export const lockRollout = (sight: Sight, id: RolloutId) =>
  visible(sight)
    .select(['rollout.id', 'rollout.templateId', 'rollout.templateStamp', 'rollout.status', 'rollout.wave'])
    .select(['rollout.waitS', 'rollout.stopShare', 'rollout.watchS', 'rollout.rollBack'])
    .where('rollout.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const lockDeviceOf = (sight: Sight, id: RolloutId, equipmentId: EquipmentId) =>
  sight
    .from('rolloutDevice')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'rolloutDevice.equipmentId')
    .select(['rolloutDevice.state', 'equipment.name'])
    .where('rolloutDevice.rolloutId', '=', id)
    .where('rolloutDevice.equipmentId', '=', equipmentId)
    .executeTakeFirst()

type Change = {
  status?: 'running' | 'paused' | 'done' | 'cancelled'
  pausedWhy?: 'person' | 'failures' | 'template' | null
  stoppedWave?: number | null
  wave?: number
  waveOverAt?: number | null
  finishedAt?: number | null
  waitS?: number
  stopShare?: number
  watchS?: number
  rollBack?: boolean
}

export const updateRollout = async (sight: WritableSight, id: RolloutId, change: Change): Promise<void> =>
  void (await sight.update('rollout', change).where('rollout.id', '=', id).execute())

export type DeviceChange = {
  state?: DeviceState
  forced?: boolean
  code?: number | null
  reason?: string | null
  uuid?: string | null
  before?: string | null
  startedAt?: number
  version?: null
  changedAt: number
}

export const updateDevice = async (
  sight: WritableSight,
  id: RolloutId,
  equipmentId: EquipmentId,
  change: DeviceChange,
): Promise<void> =>
  void (await sight
    .update('rolloutDevice', change)
    .where('rolloutDevice.rolloutId', '=', id)
    .where('rolloutDevice.equipmentId', '=', equipmentId)
    .execute())

/** Updates all devices of a rollout in some states. */
export const updateDevices = async (
  sight: WritableSight,
  id: RolloutId,
  states: readonly DeviceState[],
  change: DeviceChange,
): Promise<void> =>
  void (await sight
    .update('rolloutDevice', change)
    .where('rolloutDevice.rolloutId', '=', id)
    .where('rolloutDevice.state', 'in', [...states])
    .execute())

/**
 * Updates devices in these states that the rollout already changed. Waiting ones: their gateways were unreachable before
 * the configuration was sent.
 */
export const updateBegun = async (
  sight: WritableSight,
  id: RolloutId,
  states: readonly DeviceState[],
  change: DeviceChange,
): Promise<void> =>
  void (await sight
    .update('rolloutDevice', change)
    .where('rolloutDevice.rolloutId', '=', id)
    .where('rolloutDevice.state', 'in', [...states])
    .where('rolloutDevice.before', 'is not', null)
    .execute())

/** Devices in a rollout that is not over. */
export const busyAmong = (sight: Sight, equipmentIds: readonly EquipmentId[]) =>
  sight
    .from('rolloutDevice')
    .innerJoin(sight.table('rollout'), 'rollout.id', 'rolloutDevice.rolloutId')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'rolloutDevice.equipmentId')
    .select(['equipment.id', 'equipment.name'])
    .where(sql<SqlBool>`rollout_device.equipment_id = any(${[...equipmentIds]}::int[])`)
    .where(
      sql<SqlBool>`(rollout.status in ('running', 'paused') and rollout_device.state in ('waiting', 'sent', 'watching')
        or rollout_device.state = 'takingBack')`,
    )
    .executeTakeFirst()

type New = {
  templateId: TemplateId
  templateVersion: number
  templateStamp: string
  settings: RolloutSettings
  by: { accountId: AccountId; loginname: string; name: string }
  devices: readonly { equipmentId: EquipmentId; wave: number; version: number; plan: number | null }[]
  at: number
}

export async function insertRollout(
  sight: WritableSight,
  { templateId, templateVersion, templateStamp, ...of }: New,
): Promise<RolloutId> {
  const { settings, by, devices, at } = of
  const { waitS, stopShare, watchS, rollBack } = settings
  const { id } = await sight
    .insert('rollout', {
      ...{ templateId, templateVersion, templateStamp, waitS, stopShare, watchS, rollBack, createdAt: at },
      ...{ accountId: by.accountId, loginname: by.loginname, author: by.name },
      wave: devices[0]?.wave ?? 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = devices.map((device) => ({ ...device, rolloutId: id, changedAt: at }))
  await sight.insert('rolloutDevice', rows).execute()
  return id
}
