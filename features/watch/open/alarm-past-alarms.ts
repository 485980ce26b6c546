// Alarm queries of widgets as inputs of calls.
import { EquipmentId } from '../../../contract/fields.ts'
import type { AlarmQuery } from '../../../widgets/services.ts'

/** Every alarm raised in the span. */
export const pastOf = ({ equipmentIds, from, to }: AlarmQuery) => ({
  view: 'history' as const,
  equipmentIds: equipmentIds.map((id) => EquipmentId.parse(id)),
  from,
  to,
})

/** The first open alarms, as in the list of a configuration page. */
export const openOf = ({ equipmentIds, most }: { equipmentIds: readonly number[]; most: number }) => ({
  view: 'open' as const,
  equipmentIds: equipmentIds.map((id) => EquipmentId.parse(id)),
  pageNo: 1,
  pageSize: most,
  openedFrom: 'page' as const,
})
