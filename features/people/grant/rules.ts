// Who comes to a device, and by what; and who may pass it, or a project, on. [S6]
import type { Named } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, GroupId, ProjectId } from '../../../contract/fields.ts'
import type { DataRange } from '../../../contract/permissions.ts'
import type { VisibleDevices, VisibleProjects } from '../../../db/sight.ts'
import { type Node, withDescendants } from '../../device/group/rules.ts'

/** What is authorised: exactly one of them is not null. */
export type ObjectIds = { equipmentId: EquipmentId | null; groupId: GroupId | null; projectId: ProjectId | null }
/** By a project no device is reached. */
export type Given = Pick<ObjectIds, 'equipmentId' | 'groupId'> & { mayWrite: boolean }
export type Device = { id: EquipmentId; groupId: GroupId | null; createdBy: AccountId }

/** What a device is seen by, as far as it is not authorised: it is written to as well then. */
export type OwnReason = 'all' | 'made' | 'department'
export type Reach<G extends Given = Given> =
  | { by: OwnReason; mayWrite: true; grant?: never }
  | { by: 'grant'; mayWrite: boolean; grant: G }

/** An account of the organisation, or all of a role without one of them. */
export type Asking<G extends Given = Given> = {
  accountId: AccountId | null
  range: DataRange
  /** Accounts of its department and those below. */
  colleagues: ReadonlySet<AccountId>
  given: readonly G[]
}

/** By what an account comes to a device: by what gives most. The query of `features/people/access` answers the same. */
export function reachOf<G extends Given>(
  device: Device,
  { accountId, range, colleagues, given }: Asking<G>,
  groups: readonly Node<GroupId>[],
): Reach<G> | undefined {
  if (range === 'all') return { by: 'all', mayWrite: true }
  if (accountId !== null && device.createdBy === accountId) return { by: 'made', mayWrite: true }
  if (range === 'department' && colleagues.has(device.createdBy)) return { by: 'department', mayWrite: true }
  const reaching = given.filter(({ equipmentId, groupId }) =>
    equipmentId === null ? groupId !== null && isIn(device, groupId, groups) : equipmentId === device.id,
  )
  const grant = reaching.find(({ mayWrite }) => mayWrite) ?? reaching[0]
  return grant && { by: 'grant', mayWrite: grant.mayWrite, grant }
}

const isIn = ({ groupId }: Device, id: GroupId, groups: readonly Node<GroupId>[]): boolean =>
  groupId !== null && (groupId === id || withDescendants(groups, id).has(groupId))

/** The groups that a device is in: its own and those above. */
export function groupsOf(groupId: GroupId | null, groups: readonly Node<GroupId>[]): GroupId[] {
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]))
  const found: GroupId[] = []
  for (let at = groupId; at !== null && !found.includes(at); at = parents.get(at) ?? null) found.push(at)
  return found
}

export type Granter = {
  devices: VisibleDevices
  writable: VisibleDevices
  projects: VisibleProjects
  writableProjects: VisibleProjects
  /** Authorised to the granter himself, or to his role. */
  given: readonly Given[]
}

/** A device, group or project that is to be authorised. */
export type Target = ObjectIds & { name: string }

/**
 * Nobody gives what he lacks. Who does not see every device gives a group only if it came to him as a whole: else he would
 * give what is put into it later, too.
 */
export function cannotGive(
  { devices, writable, projects, writableProjects, given }: Granter,
  { equipmentId, groupId, projectId, name }: Target,
  mayWrite: boolean,
  groups: readonly Node<GroupId>[],
): Named | undefined {
  const lacks: Named = { error: 'grantsMore', details: { what: name } }
  if (projectId !== null) {
    const within = mayWrite ? writableProjects : projects
    return within === 'all' || within.includes(projectId) ? undefined : lacks
  }
  const within = mayWrite ? writable : devices
  if (within === 'all') return undefined
  if (equipmentId !== null) return within.includes(equipmentId) ? undefined : lacks
  const above = groupsOf(groupId, groups)
  const covers = (grant: Given) =>
    grant.groupId !== null && above.includes(grant.groupId) && (grant.mayWrite || !mayWrite)
  return given.some(covers) ? undefined : lacks
}
