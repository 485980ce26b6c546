// The type of actions that rooms add to the device list in `list-acts.tsx`. `Head` is rendered above the list, `Row` at
// the end of each row.
import type { ComponentType } from 'react'
import type { InputOf } from '../../../contract/endpoint.ts'
import type { EquipmentRow, queryEquipments } from './contract.ts'

/** The current filter of the list. */
export type ListFilter = Omit<InputOf<typeof queryEquipments>, 'pageNo' | 'pageSize'>

export type ListActs = {
  /** Position of the action among those of all rooms. */
  place: number
  Head?: ComponentType<{ filter: ListFilter }>
  Row?: ComponentType<{ row: EquipmentRow }>
}
