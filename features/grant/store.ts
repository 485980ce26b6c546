import { type Kysely, sql } from 'kysely'
import type { AccountId, EquipmentId, GrantId, GroupId, RoleId } from '../../contract/fields.ts'
import type { DB } from '../../db/schema.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'

export type Subject = { accountId: AccountId | null; roleId: RoleId | null }
export type ObjectIds = { equipmentId: EquipmentId | null; groupId: GroupId | null }

/** Grants of visible devices and groups, with their names. */
const named = (sight: Sight) =>
  sight
    .from('accessGrant')
    .leftJoin(sight.table('account'), 'account.id', 'accessGrant.accountId')
    .leftJoin(sight.table('role'), 'role.id', 'accessGrant.roleId')
    .leftJoin(sight.table('equipment'), 'equipment.id', 'accessGrant.equipmentId')
    .leftJoin(sight.table('deviceGroup'), 'deviceGroup.id', 'accessGrant.groupId')
    .where((eb) => eb.or([eb('equipment.id', 'is not', null), eb('deviceGroup.id', 'is not', null)]))
    .select(['accessGrant.id', 'accessGrant.accountId', 'accessGrant.roleId', 'accessGrant.guest'])
    .select(['accessGrant.equipmentId', 'accessGrant.groupId', 'accessGrant.mayWrite', 'accessGrant.createdAt'])
    .select(['account.name as accountName', 'account.loginname', 'role.name as roleName'])
    .select(({ fn }) => fn.coalesce('equipment.name', 'deviceGroup.name').as('object'))

export type GrantRow = Awaited<ReturnType<ReturnType<typeof named>['execute']>>[number]

/** `within`: groups by which a device is reached as well. */
export function loadGrants(
  sight: Sight,
  by: Partial<{ [K in keyof (Subject & ObjectIds)]: (Subject & ObjectIds)[K] | undefined }>,
  within: readonly GroupId[],
): Promise<GrantRow[]> {
  let query = named(sight)
  if (by.accountId) query = query.where('accessGrant.accountId', '=', by.accountId)
  if (by.roleId) query = query.where('accessGrant.roleId', '=', by.roleId)
  if (by.groupId) query = query.where('accessGrant.groupId', '=', by.groupId)
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

/** One whose device or group is visible. */
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

/** What is authorised to an account itself or to its role. */
export const loadGiven = (sight: Sight, { accountId, roleId }: Subject) =>
  sight
    .from('accessGrant')
    .select(['accessGrant.equipmentId', 'accessGrant.groupId', 'accessGrant.mayWrite'])
    .where((eb) =>
      eb.or([
        ...(accountId === null ? [] : [eb('accessGrant.accountId', '=', accountId)]),
        ...(roleId === null ? [] : [eb('accessGrant.roleId', '=', roleId)]),
      ]),
    )
    .execute()

export const loadAccount = (sight: Sight, id: AccountId) =>
  sight
    .from('account')
    .select(['account.id', 'account.name', 'account.loginname', 'account.roleType'])
    .where('account.id', '=', id)
    .executeTakeFirst()

export const loadRoleName = (sight: Sight, id: RoleId) =>
  sight.from('role').select('role.name').where('role.id', '=', id).executeTakeFirst()

/** An account of any organisation that devices may be authorised to: nobody of the platform's staff, nobody disabled. */
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
  const { accountId, roleId, equipmentId, groupId } = by
  if (accountId) query = query.where('accessGrant.accountId', '=', accountId)
  if (roleId) query = query.where('accessGrant.roleId', '=', roleId)
  if (equipmentId) query = query.where('accessGrant.equipmentId', '=', equipmentId)
  if (groupId) query = query.where('accessGrant.groupId', '=', groupId)
  if (accountsOnly) query = query.where('accessGrant.accountId', 'is not', null)
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** Whether it is authorised already, to how many accounts it is, and how much the subject has. */
export async function countAround(sight: Sight, subject: Subject, object: ObjectIds) {
  return {
    same: await countGrants(sight, { ...subject, ...object }),
    accounts: await countGrants(sight, object, true),
    objects: await countGrants(sight, subject),
  }
}

/** Counts a try of a name; false if the account has had its tries of this minute. */
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
