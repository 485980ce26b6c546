// The data range over people: which accounts, departments, roles, invitations and authorisations a caller may act on. A
// caller that sees all devices acts on all of them; any other caller only on those in its range, as it does on devices.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AccountId, DepartmentId, OrgId, RoleId } from '../contract/fields.ts'

/** A caller with a narrow data range. `isDepartment`: the range includes the accounts of its department and of the departments below it. */
type NarrowCaller = {
  accountId: AccountId
  roleId: RoleId | null
  departmentId: DepartmentId | null
  isDepartment: boolean
}

/** The people that a call can see. `none`: a caller without an account in this organisation. */
export type People = 'all' | 'none' | NarrowCaller

/** The kinds of objects that belong to people and not to devices. A room's table may have the shape of one of them. */
const rangedKinds = ['account', 'department', 'role', 'invitation', 'accessGrant'] as const
export type RangedKind = (typeof rangedKinds)[number]

export const isRanged = (kind: string): kind is RangedKind => rangedKinds.some((each) => each === kind)

type Ids = 'all' | readonly number[]

/** The devices and projects that the caller can see and write to. */
type Authorisable = { orgId: OrgId; devices: Ids; writable: Ids; projects: Ids; writableProjects: Ids }

/** The department of the caller; with the range of a department also the departments below it. */
function departmentsOf(orgId: OrgId, { departmentId, isDepartment }: NarrowCaller): RawBuilder<unknown> {
  if (departmentId === null) return sql`array[]::int[]`
  if (!isDepartment) return sql`array[${departmentId}]::int[]`
  return sql`array(with recursive below as (
      select id from department where org_id = ${orgId} and id = ${departmentId}
      union select department.id from department join below on department.parent_id = below.id)
    select id from below)`
}

/**
 * The account itself; with the range of a department its colleagues; and the accounts that it added, unless they were
 * moved to a department beyond its range.
 */
function isAccountInRange(account: string, orgId: OrgId, caller: NarrowCaller): RawBuilder<SqlBool> {
  const [id, madeBy, department] = ['id', 'created_by', 'department_id'].map((column) =>
    sql.ref(`${account}.${column}`),
  )
  const within = sql<SqlBool>`${department} = any(${departmentsOf(orgId, caller)})`
  const isColleague = caller.isDepartment ? sql`or ${within}` : sql``
  return sql<SqlBool>`(${id} = ${caller.accountId} ${isColleague}
    or ${madeBy} = ${caller.accountId} and (${department} is null or ${within}))`
}

const isWithin = (column: string, ids: Ids): RawBuilder<SqlBool> =>
  ids === 'all' ? sql<SqlBool>`${sql.ref(column)} is not null` : sql<SqlBool>`${sql.ref(column)} = any(${ids}::int[])`

/** Whether the object of an authorisation is visible to the caller and, where it allows writing, writable. */
function isGrantHeld(orgId: OrgId, { accountId, roleId }: NarrowCaller, seen: Authorisable): RawBuilder<SqlBool> {
  const either = (column: string, visible: Ids, writable: Ids) =>
    sql`(${isWithin(column, writable)} or not given.may_write and ${isWithin(column, visible)})`
  return sql<SqlBool>`(${either('given.equipment_id', seen.devices, seen.writable)}
    or ${either('given.project_id', seen.projects, seen.writableProjects)}
    or exists (
      with recursive above as (
        select id, parent_id from device_group where id = given.group_id
        union select device_group.id, device_group.parent_id from device_group join above on device_group.id = above.parent_id)
      select from access_grant as held join above on above.id = held.group_id
      where held.org_id = ${orgId} and (held.account_id = ${accountId} or held.role_id = ${roleId}::int)
        and (held.may_write or not given.may_write)))`
}

/**
 * The caller's own role, and roles whose members are all in the caller's range and that grant no more than the caller's
 * rights.
 */
function isRoleInRange(orgId: OrgId, caller: NarrowCaller, seen: Authorisable): RawBuilder<SqlBool> {
  return sql<SqlBool>`(role.id = ${caller.roleId}::int
    or not exists (select from account as member where member.org_id = ${orgId} and member.role_id = role.id
        and ${isAccountInRange('member', orgId, caller)} is not true)
      and not exists (select from access_grant as given where given.org_id = ${orgId} and given.role_id = role.id
        and (${isGrantHeld(orgId, caller, seen)}) is not true))`
}

/** An authorisation is in the range of a caller that sees its device, group or project. */
const isGrantInRange = (seen: Authorisable, groups: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${isWithin('access_grant.equipment_id', seen.devices)}
    or ${isWithin('access_grant.project_id', seen.projects)} or access_grant.group_id in (${groups}))`

const isMakerInRange = (table: string, orgId: OrgId, caller: NarrowCaller): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from account as maker where maker.org_id = ${orgId}
    and maker.id = ${sql.ref(`${table}.created_by`)} and ${isAccountInRange('maker', orgId, caller)})`

/** Whether a row of the kind, under its table's own name, is in the range of the caller. */
export function isInRange(
  kind: RangedKind,
  people: People,
  seen: Authorisable,
  /** The ids of the groups that the caller sees. */
  groups: () => RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (people === 'all') return sql<SqlBool>`true`
  if (people === 'none') return kind === 'accessGrant' ? isGrantInRange(seen, groups()) : sql<SqlBool>`false`
  const { orgId } = seen
  switch (kind) {
    case 'account':
      return isAccountInRange('account', orgId, people)
    case 'department':
      return sql<SqlBool>`department.id = any(${departmentsOf(orgId, people)})`
    case 'role':
      return isRoleInRange(orgId, people, seen)
    case 'invitation':
      return isMakerInRange('invitation', orgId, people)
    case 'accessGrant':
      return isGrantInRange(seen, groups())
  }
}

/** Whether the account in `created_by` of a row is in the range of the caller. */
export const isMadeInRange = (table: string, people: People, orgId: OrgId): RawBuilder<SqlBool> =>
  people === 'all' ? sql<SqlBool>`true` : people === 'none' ? sql<SqlBool>`false` : isMakerInRange(table, orgId, people)
