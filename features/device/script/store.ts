import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'

/** The abilities that the device's gateway has reported; undefined without a gateway. */
export const loadAbilities = (sight: Sight, equipmentId: EquipmentId) =>
  sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['gateway.abilities', 'gateway.lastSeenAt'])
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()

export async function hasScripts(sight: Sight, equipmentId: EquipmentId): Promise<boolean> {
  const first = await sight
    .from('script')
    .select('script.id')
    .where('script.equipmentId', '=', equipmentId)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}
