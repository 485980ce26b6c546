// The places that secrets of drivers were entered for: a secret is sent nowhere else.
import type { EquipmentId } from '../contract/fields.ts'
import type { Sight } from './sight.ts'

/** The place of each of a device's secrets; unknown ids are left out. */
export async function secretPlaces(
  sight: Sight,
  equipmentId: EquipmentId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('driverSecret')
    .select(['driverSecret.id', 'driverSecret.place'])
    .where('driverSecret.equipmentId', '=', equipmentId)
    .where('driverSecret.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, place }) => [id, place]))
}
