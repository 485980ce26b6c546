// The filters of the list of project operations. Pure.
import type { ProjectId } from '../../../contract/fields.ts'
import type { ProjectOperation } from './contract.ts'

/** `openIds`: projects that a room opens to people without an account. */
export const scopes = {
  all: () => true,
  withAlarms: ({ alarms }) => alarms !== null && alarms > 0,
  withOffline: ({ offline }) => offline > 0,
  withSleeping: ({ sleeping }) => sleeping > 0,
  openToOthers: ({ id, isShared }, openIds) => isShared === true || openIds.has(id),
} as const satisfies Record<string, (project: ProjectOperation, openIds: ReadonlySet<ProjectId>) => boolean>
export type Scope = keyof typeof scopes
export const allScopes = Object.keys(scopes) as Scope[]

/** The ids of all rooms; undefined until each of them has loaded. */
export function openIdsOf(rooms: readonly { openIds: ReadonlySet<ProjectId> | undefined }[]) {
  const ids = rooms.map(({ openIds }) => openIds)
  return ids.some((each) => !each) ? undefined : new Set(ids.flatMap((each) => [...each!]))
}

/** The projects of a scope; undefined until everything that it depends on has loaded. */
export function projectsIn(
  scope: Scope,
  projects: readonly ProjectOperation[] | undefined,
  openIds: ReadonlySet<ProjectId> | undefined,
): ProjectOperation[] | undefined {
  if (scope === 'openToOthers' && !openIds) return undefined
  return projects?.filter((project) => scopes[scope](project, openIds ?? new Set()))
}
