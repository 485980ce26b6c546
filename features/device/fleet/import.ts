// Compares a device file with the stored devices, for the preview and for the import.
import type { GroupId } from '../../../contract/fields.ts'
import { pathsOf } from '../../../core/tree-rules.ts'
import { isAmong } from '../../../db/sight.ts'
import type { Call, ReadyCall } from '../../frame/serve.ts'
import { fleetColumns } from './columns.ts'
import { tableDecoder } from './decoders.ts'
import { namedIn, type Plan, planOf, type World } from './plan.ts'
import { loadGroups, loadNamed, loadTemplates } from './store.ts'

/** Groups by path, and by name if the name is unique. */
export function groupsByName(groups: Awaited<ReturnType<typeof loadGroups>>) {
  const paths = pathsOf(groups)
  const found = new Map<string, GroupId>()
  const shared = new Set<string>()
  for (const { id, name } of groups) {
    if (found.has(name)) shared.add(name)
    found.set(name, id)
  }
  for (const name of shared) found.delete(name)
  for (const [id, path] of paths) found.set(path, id as GroupId)
  return { paths, found }
}

/** Decodes the file into rows of cells. Throws fleetFile. */
export const tableOf = (content: string, { decode, user, language }: ReadyCall): Promise<string[][]> =>
  decode(tableDecoder, { content, language }, user.accountId)

export async function planImport(
  table: readonly string[][],
  { sight, user, language }: Pick<Call, 'sight' | 'user' | 'language'>,
): Promise<Plan> {
  const { paths, found } = groupsByName(await loadGroups(sight))
  const devices = await loadNamed(sight, namedIn(table))
  const may = (key: (typeof user.auths)[number]) => user.auths.includes(key)
  const world: World = {
    devices: devices.map((each) => ({ ...each, mayWrite: isAmong(user.writable, each.id) })),
    groups: found,
    groupPath: (id) => paths.get(id) ?? '',
    templates: await loadTemplates(sight),
    ...{ mayAdd: may('equipment:add'), mayEdit: may('equipment:edit'), mayOpen: may('grant:edit'), language },
  }
  return planOf(table, world)
}

export const titleOf = (key: string, language: Call['language']): string =>
  fleetColumns.find((column) => column.key === key)?.title[language] ?? key
