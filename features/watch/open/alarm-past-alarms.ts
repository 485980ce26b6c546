// What a widget asks of the alarms of devices, as calls take it.
import { EquipmentId } from '../../../contract/fields.ts'
import type { AlarmQuery } from '../../../widgets/services.ts'

/** Every alarm that was raised in the span. */
export const pastOf = ({ equipmentIds, from, to }: AlarmQuery) => ({
  view: 'history' as const,
  equipmentIds: equipmentIds.map((id) => EquipmentId.parse(id)),
  from,
  to,
})

/** The first of those that are open now, as the list beside a configuration page shows them. */
export const openOf = ({ equipmentIds, most }: { equipmentIds: readonly number[]; most: number }) => ({
  view: 'open' as const,
  equipmentIds: equipmentIds.map((id) => EquipmentId.parse(id)),
  pageNo: 1,
  pageSize: most,
  openedFrom: 'page' as const,
})
