import type { DriverId, EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { DriverDraft } from './contract.ts'

/** A device with its bound gateway and, if requested, one of its saved drivers; undefined if not visible. */
export async function loadTarget(sight: Sight, equipmentId: EquipmentId, driverId: DriverId | null) {
  const row = await sight
    .from('equipment')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(sight.table('driver'), (join) =>
      join.onRef('driver.equipmentId', '=', 'equipment.id').on('driver.id', '=', driverId),
    )
    .select([
      'equipment.name as equipmentName',
      'gateway.id as gatewayId',
      'gateway.sn',
      'gateway.abilities',
      'gateway.state',
      'gateway.vpn',
      'gateway.mode',
      'driver.spec as driver',
    ])
    .where('equipment.id', '=', equipmentId)
    .executeTakeFirst()
  return row && { ...row, driver: row.driver as unknown as DriverDraft | null }
}

/** A browse command with its outcome. */
export const loadBrowsing = (sight: Sight, uuid: string) =>
  sight
    .from('command')
    .select(['command.status', 'command.code', 'command.reason', 'command.details', 'command.value'])
    .where('command.uuid', '=', uuid)
    .where('command.kind', '=', 'browse')
    .executeTakeFirst()
