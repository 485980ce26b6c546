// The filter of the list, read from its address, and the group tree as rows. Pure.
import type { InputOf } from '../../contract/endpoint.ts'
import type { Sort } from '../../ui/list.ts'
import { type queryMonitored, sortKeys } from './contract.ts'

/** All filters of the list, as in the address; empty means not set. */
export const noFilters = { group: '', state: '', sn: '', number: '', manufacturer: '', address: '' }
export type Filters = typeof noFilters

export const advancedFields = ['sn', 'number', 'manufacturer', 'address'] as const
export const states = ['online', 'offline', 'sleeping', 'unbound'] as const
export type State = (typeof states)[number]

export const isState = (text: string): text is State => (states as readonly string[]).includes(text)

/** How many fields of the advanced search are filled in. */
export const advancedCount = (filters: Filters): number =>
  advancedFields.filter((field) => filters[field] !== '').length

/** The call's input. `group` is `ungrouped`, `mine`, `followed`, or the id of a group. */
export function askedOf(
  { group, state, ...advanced }: Filters,
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
    ...(group === 'ungrouped' ? { ungrouped: true } : {}),
    ...(group === 'mine' ? { mine: true } : {}),
    ...(group === 'followed' ? { followed: true } : {}),
    ...(Number.isInteger(id) && id > 0 ? { groupId: id } : {}),
  }
}

/** An order that the list does not know is none. */
function orderOf(sort: Sort | undefined) {
  const key = sortKeys.find((each) => each === sort?.by)
  return key && sort ? { sort: key, down: sort.down } : {}
}

type Node = { id: number; parentId: number | null; name: string; totalCount: number }
export type Line = { id: number; name: string; count: number; level: number }

/** The tree, depth first; siblings keep the given order. A group whose parent is missing is at the top. */
export function linesOf(groups: readonly Node[]): Line[] {
  const known = new Set(groups.map(({ id }) => id))
  const under = new Map<number | null, Node[]>()
  for (const group of groups) {
    const parent = group.parentId !== null && known.has(group.parentId) ? group.parentId : null
    under.set(parent, [...(under.get(parent) ?? []), group])
  }
  const walk = (parent: number | null, level: number): Line[] =>
    (under.get(parent) ?? []).flatMap(({ id, name, totalCount }) => [
      { id, name, count: totalCount, level },
      ...walk(id, level + 1),
    ])
  return walk(null, 0)
}
