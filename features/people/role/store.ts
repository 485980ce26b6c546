import { type SqlBool, sql } from 'kysely'
import type { AccountId, DepartmentId, EquipmentId, RoleId } from '../../../contract/fields.ts'
import type { DataRange, RoleType } from '../../../contract/permissions.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { OwnRoleType, Role } from './contract.ts'

const rows = (sight: Sight) =>
  sight
    .from('role')
    .select(['role.id', 'role.roleType', 'role.name', 'role.remark', 'role.auths', 'role.dataRange', 'role.regions'])
    .select('role.version')
    .select((eb) =>
      eb
        .selectFrom(sight.table('account'))
        .whereRef('account.roleId', '=', 'role.id')
        .where(sight.inRange('account'))
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('memberCount'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const view = (row: Row) => ({ ...row, memberCount: Number(row.memberCount ?? 0) }) as Role

/** Loads the roles in the caller's range. */
export const loadRoles = async (sight: Sight): Promise<Role[]> =>
  (await rows(sight).where(sight.inRange('role')).orderBy('role.roleType').orderBy('role.id').execute()).map(view)

export async function loadRole(sight: Sight, id: RoleId): Promise<Role | undefined> {
  const row = await rows(sight).where('role.id', '=', id).executeTakeFirst()
  return row && view(row)
}

export const hasName = async (sight: Sight, name: string, besideId: RoleId | null): Promise<boolean> =>
  (await sight
    .from('role')
    .select('role.id')
    .where(sql`lower(role.name)`, '=', name.toLowerCase())
    .where('role.id', '!=', besideId ?? (0 as RoleId))
    .executeTakeFirst()) !== undefined

export const loadKind = async (sight: Sight): Promise<'platform' | 'enterprise'> =>
  (await sight.from('organisation').select('organisation.kind').executeTakeFirstOrThrow()).kind

type Rights = {
  name: string
  remark: string | null
  auths: string[]
  dataRange: DataRange
  regions: string[] | null
}

export async function insertRole(
  sight: WritableSight,
  role: Rights & { roleType: OwnRoleType; createdAt: number },
): Promise<RoleId> {
  const row = await sight.insert('role', role).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Saves a role; returns false if a newer version was saved meanwhile. */
export async function updateRole(sight: WritableSight, id: RoleId, version: number, rights: Rights): Promise<boolean> {
  const changed = await sight
    .update('role', { ...rights, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .execute()
  return changed.length > 0
}

export const removeRole = (sight: WritableSight, id: RoleId) => sight.remove('role').where('id', '=', id).execute()

/**
 * Numbers of accounts in the caller's range with the default rights of their type: those without a role, and
 * administrators.
 */
export async function countByType(sight: Sight): Promise<Map<RoleType, number>> {
  const found = await sight
    .from('account')
    .select('account.roleType')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isBySystem)
    .where(sight.inRange('account'))
    .groupBy('account.roleType')
    .execute()
  return new Map(found.map(({ roleType, count }) => [roleType, Number(count)]))
}

const isBySystem = sql<SqlBool>`(account.role_id is null or account.role_type in ('admin', 'enterprise'))`

type MemberFilter = {
  id?: RoleId | null | undefined
  roleType?: RoleType | null | undefined
  keyword: string | null
  pageNo: number
  pageSize: number
}

export async function loadMembers(sight: Sight, { id, roleType, keyword, pageNo, pageSize }: MemberFilter) {
  let query = sight.from('account').where(sight.inRange('account'))
  if (id) query = query.where('account.roleId', '=', id)
  if (roleType) query = query.where('account.roleType', '=', roleType).where(isBySystem)
  if (keyword) {
    const like = contains(keyword)
    query = query.where((eb) => eb.or([eb('account.name', 'ilike', like), eb('account.loginname', 'ilike', like)]))
  }
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const found = await query
    .select(['account.id as accountId', 'account.name', 'account.loginname', 'account.disabled'])
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows: found }
}

/** Regions named by widgets, also within groups, on pages of visible devices. */
export async function loadRegions(sight: Sight, most: number): Promise<string[]> {
  const found = await sight
    .from('page')
    .select(
      sql<string[]>`jsonb_path_query_array(page.content, '$.widgets.**.authRegion ? (@.type() == "string")')`.as(
        'titles',
      ),
    )
    .where(sql<SqlBool>`jsonb_path_exists(page.content, '$.widgets.**.authRegion')`)
    .execute()
  const titles = found.flatMap((row) => row.titles.flatMap((list) => list.split(',').map((title) => title.trim())))
  return [...new Set(titles.filter((title) => title !== ''))].sort().slice(0, most)
}

export const loadAccount = (sight: Sight, id: AccountId) =>
  sight
    .from('account')
    .leftJoin(sight.table('role'), 'role.id', 'account.roleId')
    .select(['account.id', 'account.roleType', 'account.roleId', 'account.departmentId', 'account.disabled'])
    .select(['role.name as roleName', 'role.auths', 'role.dataRange', 'role.regions'])
    .where('account.id', '=', id)
    .executeTakeFirst()

/** Grants to an account, a role, or both, with the names of their objects. */
export const loadGiven = (
  sight: Sight,
  { accountId, roleId }: { accountId: AccountId | null; roleId: RoleId | null },
) =>
  sight
    .from('accessGrant')
    .leftJoin(sight.table('equipment'), 'equipment.id', 'accessGrant.equipmentId')
    .leftJoin(sight.table('deviceGroup'), 'deviceGroup.id', 'accessGrant.groupId')
    .select(['accessGrant.equipmentId', 'accessGrant.groupId', 'accessGrant.mayWrite', 'accessGrant.roleId'])
    .select(({ fn }) => fn.coalesce('equipment.name', 'deviceGroup.name').as('name'))
    .where((eb) =>
      eb.or([
        ...(accountId === null ? [] : [eb('accessGrant.accountId', '=', accountId)]),
        ...(roleId === null ? [] : [eb('accessGrant.roleId', '=', roleId)]),
      ]),
    )
    .execute()

export const loadGroupNodes = (sight: Sight) =>
  sight.from('deviceGroup').select(['deviceGroup.id', 'deviceGroup.parentId']).execute()

export const loadDepartmentNodes = (sight: Sight) =>
  sight.from('department').select(['department.id', 'department.parentId']).execute()

export async function loadAccountsOf(sight: Sight, departmentIds: readonly DepartmentId[]): Promise<AccountId[]> {
  if (departmentIds.length === 0) return []
  const found = await sight
    .from('account')
    .select('account.id')
    .where('account.departmentId', 'in', departmentIds)
    .execute()
  return found.map(({ id }) => id)
}

export const loadDevices = (sight: Sight, id?: EquipmentId) => {
  const all = sight
    .from('equipment')
    .select(['equipment.id', 'equipment.name', 'equipment.groupId', 'equipment.createdBy'])
    .orderBy('equipment.name')
  return (id === undefined ? all : all.where('equipment.id', '=', id)).execute()
}
