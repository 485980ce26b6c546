import { sentTo } from '../../../contract/abilities.ts'
import { gatewayConfigHash } from '../../../contract/config-hash.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { gatewayConfigOf, readConfig } from '../../frame/config.ts'
import { type Call, type RoomServer, serve } from '../../frame/serve.ts'
import { recallValues } from '../../frame/spine-services.ts'
import { consistencyOf } from '../gateway/rules.ts'
import { type SetupState, saveFirstSettings, setupState } from './contract.ts'
import { type DeviceRecord, loadCounts, loadDevices, loadUnclaimedCounts, putFirstSettings } from './store.ts'

/** Number of newest devices examined for the setup. */
const maxDevices = 3

function stateOf(record: DeviceRecord, config: EquipmentConfig, hasValues: boolean): SetupState['device'] {
  const { id, name, gatewayId, bindingId } = record
  const sent = sentTo(gatewayConfigOf(config, record.zone ?? record.orgZone ?? 'UTC', id), record.abilities)
  const wanted = bindingId === null ? null : { bindingId, hash: gatewayConfigHash(sent) }
  const isSynced = config.signals.length > 0 && consistencyOf(record, wanted) === 'match'
  const counts = { drivers: config.drivers.length, signals: config.signals.length }
  return { id, name, gatewayId, ...counts, isSynced, hasValues }
}

/** The requested device; by default the first one with values, or else the newest. */
async function deviceOf(equipmentId: EquipmentId | null, { sight, live, use }: Call) {
  const records = await loadDevices(sight, { id: equipmentId, most: equipmentId === null ? maxDevices : 1 })
  if (equipmentId !== null && records.length === 0) throw fail('equipmentNotFound')
  await use(recallValues)(
    sight.orgId,
    records.map(({ id }) => id),
  )
  const devices = records.map((record) => {
    const config = readConfig(record.content as object | null)
    // When a connection is lost, the last value remains; a PLC that never answered has no value.
    const hasValues = config.signals.some(({ id }) => (live.get(record.id, id)?.value ?? null) !== null)
    return { record, config, hasValues }
  })
  return devices.find(({ hasValues }) => hasValues) ?? devices[0]
}

export default [
  serve(setupState, { kind: 'across' }, async ({ equipmentId = null }, call) => {
    const own = await loadCounts(call.sight)
    const unclaimed = await loadUnclaimedCounts(call.db, call.sight.orgId)
    const found = await deviceOf(equipmentId, call)
    const isPastBeginning = equipmentId === null && own.equipments > maxDevices
    return {
      registered: unclaimed.registered,
      gateways: own.gateways,
      equipments: own.equipments,
      isAgentSeen:
        (found?.record.gatewayId ?? null) === null ? own.seen + unclaimed.seen > 0 : found?.record.lastSeenAt !== null,
      device: found ? stateOf(found.record, found.config, found.hasValues || isPastBeginning) : null,
    }
  }),
  serve(saveFirstSettings, { kind: 'change' }, async (after, { sight, user }) => {
    const before = await putFirstSettings(sight, user.accountId, after)
    if (!before) throw fail('notFound')
    const object = { type: 'organisation', id: sight.orgId, name: user.orgName } as const
    return { act: 'edit', object, before: { zone: before.zone }, after, data: null }
  }),
] satisfies RoomServer
