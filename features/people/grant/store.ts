import { type Kysely, sql } from 'kysely'
import type { AccountId, EquipmentId, GrantId, GroupId, ProjectId, RoleId } from '../../../contract/fields.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { ObjectIds } from './rules.ts'

export type Subject = { accountId: AccountId | null; roleId: RoleId | null }

/** Grants of visible devices, groups and projects, with their names. */
const named = (sight: Sight) =>
  sight
    .from('accessGrant')
    .leftJoin(sight.table('account'), 'account.id', 'accessGrant.accountId')
    .leftJoin(sight.table('role'), 'role.id', 'accessGrant.roleId')
    .leftJoin(sight.table('equipment'), 'equipment.id', 'accessGrant.equipmentId')
    .leftJoin(sight.table('deviceGroup'), 'deviceGroup.id', 'accessGrant.groupId')
    .leftJoin(sight.table('project'), 'project.id', 'accessGrant.projectId')
    .where(({ eb, fn }) => eb(fn.coalesce('equipment.id', 'deviceGroup.id', 'project.id'), 'is not', null))
    .select(['accessGrant.id', 'accessGrant.accountId', 'accessGrant.roleId', 'accessGrant.guest'])
    .select(['accessGrant.equipmentId', 'accessGrant.groupId', 'accessGrant.projectId', 'accessGrant.mayWrite'])
    .select(['accessGrant.createdAt', 'account.name as accountName', 'account.loginname', 'role.name as roleName'])
    .select(({ fn }) => fn.coalesce('equipment.name', 'deviceGroup.name', 'project.name').as('object'))

export type GrantRow = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

/** Newest grants that match `by`. `within`: groups whose grants also reach the device. */
export function loadGrants(
  sight: Sight,
  by: Partial<{ [K in keyof (Subject & ObjectIds)]: (Subject & ObjectIds)[K] | undefined }>,
  within: readonly GroupId[],
): Promise<GrantRow[]> {
  let query = named(sight)
  if (by.accountId) query = query.where('accessGrant.accountId', '=', by.accountId)
  if (by.roleId) query = query.where('accessGrant.roleId', '=', by.roleId)
  if (by.groupId) query = query.where('accessGrant.groupId', '=', by.groupId)
  if (by.projectId) query = query.where('accessGrant.projectId', '=', by.projectId)
  const { equipmentId } = by
  if (equipmentId)
    query = query.where((eb) =>
      eb.or([
        eb('accessGrant.equipmentId', '=', equipmentId),
        ...(within.length > 0 ? [eb('accessGrant.groupId', 'in', within)] : []),
      ]),
    )
  return query.orderBy('accessGrant.id', 'desc').limit(1000).execute()
}

/** A grant, if its device, group or project is visible. */
export const loadGrant = (sight: Sight, id: GrantId): Promise<GrantRow | undefined> =>
  named(sight).where('accessGrant.id', '=', id).executeTakeFirst()

export const loadTree = (sight: Sight) =>
  sight.from('deviceGroup').select(['deviceGroup.id', 'deviceGroup.parentId', 'deviceGroup.name']).execute()

/** Numbers of visible devices directly in each group. */
export async function countInGroups(sight: Sight): Promise<Map<GroupId, number>> {
  const rows = await sight
    .from('equipment')
    .select(['equipment.groupId'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('equipment.groupId', 'is not', null)
    .groupBy('equipment.groupId')
    .execute()
  return new Map(rows.map(({ groupId, count }) => [groupId!, Number(count)]))
}

export const loadDevice = (sight: Sight, id: EquipmentId) =>
  sight
    .from('equipment')
    .select(['equipment.id', 'equipment.name', 'equipment.groupId', 'equipment.createdBy'])
    .where('equipment.id', '=', id)
    .executeTakeFirst()

export const loadProject = (sight: Sight, id: ProjectId) =>
  sight.from('project').select('project.name').where('project.id', '=', id).executeTakeFirst()

/** Loads the grants to an account itself, and those to its role. */
export const loadGiven = (sight: Sight, { accountId, roleId }: Subject) =>
  sight
    .from('accessGrant')
    .select(['accessGrant.equipmentId', 'accessGrant.groupId', 'accessGrant.projectId', 'accessGrant.mayWrite'])
    .where((eb) =>
      eb.or([
        ...(accountId === null ? [] : [eb('accessGrant.accountId', '=', accountId)]),
        ...(roleId === null ? [] : [eb('accessGrant.roleId', '=', roleId)]),
      ]),
    )
    .execute()

/** An account of the organisation in the caller's data range. */
export const loadAccount = (sight: Sight, id: AccountId) =>
  sight
    .from('account')
    .select(['account.id', 'account.loginname', 'account.roleType'])
    .where('account.id', '=', id)
    .where(sight.inRange('account'))
    .executeTakeFirst()
export type OwnAccount = NonNullable<Awaited<ReturnType<typeof loadAccount>>>

export const loadRoleName = (sight: Sight, id: RoleId) =>
  sight.from('role').select('role.name').where('role.id', '=', id).executeTakeFirst()

/** An enabled account of any organisation to which devices can be authorised; staff of the platform cannot. */
export const loadByName = (db: Kysely<DB>, loginname: string) =>
  db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.orgId')
    .select(['account.id', 'account.orgId', 'account.loginname'])
    .where(sql`lower(account.loginname)`, '=', loginname.toLowerCase())
    .where('account.roleType', 'in', ['enterprise', 'internal', 'external'])
    .where('account.disabled', '=', false)
    .where('organisation.disabled', '=', false)
    .executeTakeFirst()

type New = Subject & ObjectIds & { guest: string | null; mayWrite: boolean; createdAt: number; createdBy: AccountId }

export async function insertGrant(sight: WritableSight, grant: New): Promise<GrantId> {
  const row = await sight.insert('accessGrant', grant).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export const updateGrant = (sight: WritableSight, id: GrantId, mayWrite: boolean) =>
  sight.update('accessGrant', { mayWrite }).where('id', '=', id).execute()

export const removeGrant = (sight: WritableSight, id: GrantId) =>
  sight.remove('accessGrant').where('id', '=', id).execute()

async function countGrants(sight: Sight, by: Partial<Subject & ObjectIds>, accountsOnly = false): Promise<number> {
  let query = sight.from('accessGrant').select(({ fn }) => fn.countAll<number>().as('count'))
  const { accountId, roleId, equipmentId, groupId, projectId } = by
  if (accountId) query = query.where('accessGrant.accountId', '=', accountId)
  if (roleId) query = query.where('accessGrant.roleId', '=', roleId)
  if (equipmentId) query = query.where('accessGrant.equipmentId', '=', equipmentId)
  if (groupId) query = query.where('accessGrant.groupId', '=', groupId)
  if (projectId) query = query.where('accessGrant.projectId', '=', projectId)
  if (accountsOnly) query = query.where('accessGrant.accountId', 'is not', null)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Numbers for the limits: equal grants, accounts of the object, grants of the subject. */
export async function countAround(sight: Sight, subject: Subject, object: ObjectIds) {
  return {
    same: await countGrants(sight, { ...subject, ...object }),
    accounts: await countGrants(sight, object, true),
    objects: await countGrants(sight, subject),
  }
}

const offered = 200

/**
 * Accounts in the caller's range, by name, that have no grant of a project; without types in `fixed`, which see all
 * projects.
 */
export function loadWithout(sight: Sight, projectId: ProjectId, keyword: string | null, fixed: readonly RoleType[]) {
  const like = keyword === null ? null : contains(keyword)

  let query = sight
    .from('account')
    .select(['account.id as accountId', 'account.loginname', 'account.name'])
    .where(sight.inRange('account'))
    .where('account.roleType', 'not in', fixed)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(sight.table('accessGrant'))
            .select('accessGrant.id')
            .whereRef('accessGrant.accountId', '=', 'account.id')
            .where('accessGrant.projectId', '=', projectId),
        ),
      ),
    )
  if (like)
    query = query.where((eb) => eb.or([eb('account.name', 'ilike', like), eb('account.loginname', 'ilike', like)]))
  return query.orderBy('account.name').orderBy('account.id').limit(offered).execute()
}

/** Counts a try of a name; returns false after `max` tries within a minute. */
export const countTry = (sight: WritableSight, accountId: AccountId, at: number, max: number): Promise<boolean> =>
  sight.transaction(async (inner) => {
    await inner.lock('guest')
    await inner
      .remove('guestTry')
      .where('at', '<', at - 60_000)
      .execute()
    const { count } = await inner
      .from('guestTry')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('guestTry.accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= max) return false
    await inner.insert('guestTry', { accountId, at }).execute()
    return true
  })
