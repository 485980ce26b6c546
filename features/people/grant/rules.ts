// How an account reaches a device, and the conditions for authorising a device or project further. [S6]
import type { Named } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, GroupId, ProjectId } from '../../../contract/fields.ts'
import type { DataRange } from '../../../contract/permissions.ts'
import { type TreeNode, withDescendants } from '../../../core/tree-rules.ts'
import type { VisibleDevices, VisibleProjects } from '../../../db/sight.ts'

/** An authorised object: exactly one id is not null. */
export type ObjectIds = { equipmentId: EquipmentId | null; groupId: GroupId | null; projectId: ProjectId | null }
/** Part of a grant that reaches devices; a grant of a project reaches none. */
type Given = Pick<ObjectIds, 'equipmentId' | 'groupId'> & { mayWrite: boolean }
type Device = { id: EquipmentId; groupId: GroupId | null; createdBy: AccountId }

/** Reasons, other than a grant, why an account sees a device; all of them include writing. */
type OwnReason = 'all' | 'made' | 'department'
export type Reach<G extends Given = Given> =
  | { by: OwnReason; mayWrite: true; grant?: never }
  | { by: 'grant'; mayWrite: boolean; grant: G }

/** An account of the organisation, or a role without any account (`accountId` null). */
export type Asking<G extends Given = Given> = {
  accountId: AccountId | null
  range: DataRange
  /** Accounts of the account's department and those below. */
  colleagues: ReadonlySet<AccountId>
  given: readonly G[]
}

/**
 * How an account reaches a device, preferring a reason that includes writing. The query of `features/people/access`
 * gives the same result.
 */
export function reachOf<G extends Given>(
  device: Device,
  { accountId, range, colleagues, given }: Asking<G>,
  groups: readonly TreeNode<GroupId>[],
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

const isIn = ({ groupId }: Device, id: GroupId, groups: readonly TreeNode<GroupId>[]): boolean =>
  groupId !== null && (groupId === id || withDescendants(groups, id).has(groupId))

/** The device's group and all groups above. */
export function groupsOf(groupId: GroupId | null, groups: readonly TreeNode<GroupId>[]): GroupId[] {
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
  /** Grants to the granter's account or role. */
  given: readonly Given[]
}

/** A device, group or project to authorise. */
export type Target = ObjectIds & { name: string }

/**
 * Returns a fault if the granter lacks the object. A granter without all devices can authorise only groups that were
 * granted as a whole: a group also includes devices added later.
 */
export function cannotGive(
  { devices, writable, projects, writableProjects, given }: Granter,
  { equipmentId, groupId, projectId, name }: Target,
  mayWrite: boolean,
  groups: readonly TreeNode<GroupId>[],
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
