// The filter of the list, read from its address. Pure.
import type { InputOf } from '../../../contract/endpoint.ts'
import type { Sort } from '../../../ui/list.ts'
import { WarrantyState } from '../../device/warranty/contract.ts'
import { type queryMonitored, sortKeys } from './contract.ts'

/** All filters of the list, as in the address; empty means not set. */
export const noFilters = { group: '', state: '', sn: '', number: '', manufacturer: '', address: '', warranty: '' }
export type Filters = typeof noFilters

export const advancedFields = ['sn', 'number', 'manufacturer', 'address', 'warranty'] as const
export const states = ['inAlarm', 'online', 'offline', 'sleeping', 'unbound'] as const
type State = (typeof states)[number]

export const isState = (text: string): text is State => (states as readonly string[]).includes(text)

const warranties = [...WarrantyState.options, 'none'] as const
const isWarranty = (text: string): text is (typeof warranties)[number] =>
  (warranties as readonly string[]).includes(text)

/** How many fields of the advanced search are filled in. */
export const advancedCount = (filters: Filters): number =>
  advancedFields.filter((field) => filters[field] !== '').length

/** The call's input. `group` is `ungrouped`, `mine`, `followed`, or the id of a group. */
export function askedOf(
  { group, state, warranty, ...advanced }: Filters,
  { word, pageNo, pageSize, sort }: { word: string; pageNo: number; pageSize: number; sort?: Sort | undefined },
): InputOf<typeof queryMonitored> {
  const id = Number(group)
  return {
    ...advanced,
    keyword: word,
    pageNo,
    pageSize,
    ...orderOf(sort),
    ...(isState(state) ? { state } : {}),
    ...(isWarranty(warranty) ? { warranty } : {}),
    ...(group === 'ungrouped' ? { ungrouped: true } : {}),
    ...(group === 'mine' ? { mine: true } : {}),
    ...(group === 'followed' ? { followed: true } : {}),
    ...(Number.isInteger(id) && id > 0 ? { groupId: id } : {}),
  }
}

/** The order of the list; an unknown one is ignored. */
function orderOf(sort: Sort | undefined) {
  const key = sortKeys.find((each) => each === sort?.by)
  return key && sort ? { sort: key, down: sort.down } : {}
}
