// What a room brings to the list of devices: `list-acts.tsx` in its folder, collected by the list. `Head` stands above it, `Row`
// at the end of each row.
import type { ComponentType } from 'react'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { EquipmentRow, queryEquipments } from './contract.ts'

/** What of the devices the list shows. */
export type ListFilter = Omit<InputOf<typeof queryEquipments>, 'pageNo' | 'pageSize'>

export type ListActs = {
  /** They stand in this order. */
  place: number
  Head?: ComponentType<{ filter: ListFilter }>
  Row?: ComponentType<{ row: EquipmentRow }>
}
