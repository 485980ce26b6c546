// Rows of the permission table: sections of the navigation, their pages and the permissions of each. Pure.
import { type PermissionColumn, permissionColumns } from '../../../contract/permissions.ts'
import type { NavigationTree } from '../../../ui/navigation-tree.ts'
import type { Label } from '../../../ui/words.ts'
import type { PlacedPermission } from '../../frame/permissions.ts'

export type MatrixRow = {
  page: string
  label: Label
  columns: Readonly<Partial<Record<PermissionColumn, PlacedPermission>>>
  functions: readonly PlacedPermission[]
}
export type MatrixSection = { label: Label | null; rows: readonly MatrixRow[] }

/** Pages and sections without permissions are left out; pages outside the navigation come last. */
export function sectionsOf({ tree, pages }: NavigationTree, keys: readonly PlacedPermission[]): MatrixSection[] {
  const rowOf = (page: string): MatrixRow => {
    const own = keys.filter((place) => place.page === page)
    const route = pages.find(({ path }) => path === page)
    const bare = { en: page, 'zh-cn': page }
    return {
      page,
      label: route?.menu?.label ?? route?.title ?? bare,
      columns: Object.fromEntries(
        permissionColumns.flatMap((column) => {
          const place = own.find(({ as }) => as === column)
          return place ? [[column, place]] : []
        }),
      ),
      functions: own.filter(({ as }) => typeof as !== 'string'),
    }
  }
  const named = new Set(keys.map(({ page }) => page))
  const inTree = new Set(tree.flatMap(({ entries }) => entries))
  const sections = tree.map(({ label, entries }) => ({
    label,
    rows: entries.filter((path) => named.has(path)).map(rowOf),
  }))
  const others = [...named].filter((path) => !inTree.has(path)).map(rowOf)
  return [...sections, { label: null, rows: others }].filter(({ rows }) => rows.length > 0)
}

export const placesIn = (rows: readonly MatrixRow[]): PlacedPermission[] =>
  rows.flatMap(({ columns, functions }) => [...Object.values(columns), ...functions])
