import { type Kysely, type SqlBool, sql } from 'kysely'
import type { AlarmLevel, EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId, GatewayId, OrgId } from '../../../contract/fields.ts'
import type { GatewayConfig } from '../../../contract/gateway-config.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { readConfig } from '../../frame/config.ts'

/** The organisation's gateways with their current device. */
const rows = (sight: Sight) =>
  sight
    .from('gateway')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.gatewayId', '=', 'gateway.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('equipment'), 'equipment.id', 'binding.equipmentId')
    .leftJoin(sight.table('organisation'), 'organisation.id', 'gateway.orgId')
    .select([
      'gateway.id',
      'gateway.sn',
      'gateway.series',
      'gateway.model',
      'gateway.firmware',
      'gateway.abilities',
      'gateway.networkType',
      'gateway.signalStrength',
      'gateway.state',
      'gateway.mode',
      'gateway.vpn',
      'gateway.lastSeenAt',
      'gateway.remark',
      'gateway.lanIp',
      'gateway.mac',
      'gateway.moduleSn',
      'gateway.onlineSince',
      'gateway.claimedAt',
      'gateway.configHash',
      'gateway.configBindingId',
      'gateway.rulelessHash',
      'gateway.clockOffsetMs',
      'gateway.boxId',
      'gateway.box',
      'binding.id as bindingId',
      'equipment.id as equipmentId',
      'equipment.name as equipmentName',
      'equipment.zone as equipmentZone',
      'organisation.zone as orgZone',
    ])
    .select((eb) =>
      eb
        .selectFrom(sight.table('configVersion'))
        .select('content')
        .where('objectType', '=', 'equipment')
        .whereRef('objectId', '=', 'binding.equipmentId')
        .orderBy('version', 'desc')
        .limit(1)
        .as('content'),
    )

export type GatewayRecord = Omit<Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>, 'content'> & {
  config: EquipmentConfig
}

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const record = ({ content, ...row }: Raw): GatewayRecord => ({
  ...row,
  config: readConfig(content as object | null),
})

type GatewayFilter = {
  keyword: string | null
  state?: 'online' | 'offline' | 'sleeping' | null
  bound?: boolean | null
}

/** A page of gateways, newest claimed first. */
export async function loadGateways(sight: Sight, filter: GatewayFilter & { pageNo: number; pageSize: number }) {
  let query = rows(sight)
  const { keyword, state, bound } = filter
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) =>
      eb.or([
        eb('gateway.sn', 'ilike', like),
        eb('equipment.name', 'ilike', like),
        eb('gateway.remark', 'ilike', like),
      ]),
    )
  }
  if (state) query = query.where('gateway.state', '=', state)
  if (bound !== null && bound !== undefined) query = query.where('binding.id', bound ? 'is not' : 'is', null)
  const { total } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = await query
    .orderBy('gateway.id', 'desc')
    .limit(filter.pageSize)
    .offset((filter.pageNo - 1) * filter.pageSize)
    .execute()
  return { total: Number(total), rows: page.map(record) }
}

/** Loads a gateway by its id or by the device that it is bound to. */
export async function loadGateway(
  sight: Sight,
  by: { id: GatewayId } | { equipmentId: EquipmentId },
): Promise<GatewayRecord | undefined> {
  const query =
    'id' in by
      ? rows(sight).where('gateway.id', '=', by.id)
      : rows(sight).where('binding.equipmentId', '=', by.equipmentId)
  const row = await query.executeTakeFirst()
  return row && record(row)
}

/** The configuration with this hash that was last sent to the gateway; null if the platform never sent it. */
export async function loadSentConfig(
  sight: Sight,
  gatewayId: GatewayId,
  hash: string | null,
): Promise<GatewayConfig | null> {
  if (!hash) return null
  const row = await sight
    .from('command')
    .select('command.payload')
    .where('command.gatewayId', '=', gatewayId)
    .where('command.kind', '=', 'configure')
    .where((eb) =>
      eb(
        eb
          .ref('command.payload', '->')
          .key('bound' as never)
          .key('hash' as never),
        '=',
        JSON.stringify(hash) as never,
      ),
    )
    .orderBy('command.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? (row.payload as unknown as { bound: { config: GatewayConfig } }).bound.config : null
}

/** The newest synchronisation of a gateway. */
export const loadLastSync = (sight: Sight, gatewayId: GatewayId) =>
  sight
    .from('command')
    .select([
      'command.uuid',
      'command.status',
      'command.code',
      'command.reason',
      'command.createdAt',
      'command.finishedAt',
    ])
    .where('command.gatewayId', '=', gatewayId)
    .where('command.kind', '=', 'configure')
    .orderBy('command.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Names of all reports that the device has or had: the gateway may still run a deleted one. */
export const loadReportNames = (sight: Sight, equipmentId: EquipmentId | null) =>
  sight
    .from('historyReport')
    .select(['historyReport.id', 'historyReport.name'])
    .where('historyReport.equipmentId', '=', equipmentId ?? (0 as EquipmentId))
    .execute()

/** Loads the names of alarm rules, like the query above. */
export const loadRuleNames = (sight: Sight, equipmentId: EquipmentId | null) =>
  sight
    .from('alarmRule')
    .select(['alarmRule.id', 'alarmRule.name'])
    .where('alarmRule.equipmentId', '=', equipmentId ?? (0 as EquipmentId))
    .execute()

/** Active alarms of a binding, with the ids of their occurrences. */
export const loadActiveAlarms = (sight: Sight, bindingId: number) =>
  sight
    .from('alarm')
    .select(['alarm.ruleId', 'alarm.occurrence as alarm'])
    .where('alarm.isOpen', '=', true)
    .where('alarm.bindingId', '=', bindingId)
    .where('alarm.clearedAt', 'is', null)
    .execute()

/**
 * Number of rules with an open alarm that is not shelved, by device and level; devices without such rules are omitted.
 */
export async function loadAlarmCounts(sight: Sight, equipmentIds: readonly EquipmentId[], now: number) {
  if (equipmentIds.length === 0) return new Map<EquipmentId, AlarmCounts>()
  const of = (level: keyof AlarmCounts) =>
    sql<number>`(count(distinct alarm.rule_id) filter (where alarm.level = ${level}))::int`.as(level)
  const rows = await sight
    .from('alarm')
    .select('alarm.equipmentId')
    .select([of('severe'), of('important'), of('normal')])
    .where('alarm.isOpen', '=', true)
    .where('alarm.equipmentId', 'in', equipmentIds)
    .where(
      sql<SqlBool>`not exists (select from alarm_shelf as shelf
        where shelf.rule_id = alarm.rule_id and (shelf.until is null or shelf.until > ${now}))`,
    )
    .groupBy('alarm.equipmentId')
    .execute()
  return new Map(rows.map(({ equipmentId, ...counts }) => [equipmentId, counts]))
}

type AlarmCounts = Record<AlarmLevel, number>

export const updateRemark = (sight: WritableSight, id: GatewayId, remark: string | null) =>
  sight.update('gateway', { remark }).where('id', '=', id).execute()

/** Marks the hardware as disconnected, whatever its last state. */
export const freeBox = (sight: WritableSight, id: GatewayId) =>
  sight
    .update('gateway', { boxId: null, session: null, state: 'offline', leaseUntil: 0 })
    .where('id', '=', id)
    .execute()

/** Clears the data that a gateway reported about the owner's network; the gateway reports it again to the next owner. */
const unreported = { lanIp: null, mac: null, moduleSn: null, networkType: null, signalStrength: null }

/** New secret and claim code of a released gateway. */
type Fresh = { secretHash: Buffer; secretSealed: Buffer; claimCodeHash: Buffer; releasedAt: number }

/**
 * Releases a gateway: clears the owner's data and voids the former secret and code. Returns false if it has a device.
 * Binding locks the gateway's row, so the row is locked before the check.
 */
export const release = (db: Kysely<DB>, orgId: OrgId, id: GatewayId, fresh: Fresh): Promise<boolean> =>
  db.transaction().execute(async (inner) => {
    const own = inner.selectFrom('gateway').select('id').where('id', '=', id).where('orgId', '=', orgId).forUpdate()
    const bound = inner.selectFrom('binding').select('id').where('gatewayId', '=', id).where('unboundAt', 'is', null)
    if (!(await own.executeTakeFirst()) || (await bound.executeTakeFirst())) return false
    await inner
      .updateTable('gateway')
      .set({ orgId: null, claimedAt: null, remark: null, boxId: null, box: null, boxAt: null, ...unreported, ...fresh })
      .where('id', '=', id)
      .execute()
    return true
  })
