import { type Kysely, sql } from 'kysely'
import type { AccountId, DepartmentId, OrgId, RoleId } from '../../../contract/fields.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import type { RoleRights } from './rules.ts'

/** A version that changes with every change that affects access. */
export async function loadAccessVersion(db: Kysely<DB>, orgId: OrgId): Promise<number> {
  const row = await db.selectFrom('organisation').select('accessVersion').where('id', '=', orgId).executeTakeFirst()
  return Number(row?.accessVersion ?? 0)
}

export type MemberRow = {
  accountId: AccountId
  isGuest: boolean
  roleType: RoleType
  roleId: RoleId | null
  departmentId: DepartmentId | null
  role: RoleRights | null
}

/** Enabled accounts of an organisation, and guests with a grant of it. */
export async function loadMembers(db: Kysely<DB>, orgId: OrgId): Promise<MemberRow[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.orgId')
    .leftJoin('role', 'role.id', 'account.roleId')
    .select(['account.id as accountId', 'account.roleType', 'account.roleId', 'account.departmentId'])
    .select(['role.auths', 'role.dataRange', 'role.regions'])
    .select(sql<boolean>`account.org_id <> ${orgId}`.as('isGuest'))
    .where('account.disabled', '=', false)
    .where('organisation.disabled', '=', false)
    .where((eb) =>
      eb.or([
        eb('account.orgId', '=', orgId),
        eb.exists(
          eb
            .selectFrom('accessGrant')
            .select('accessGrant.id')
            .where('accessGrant.orgId', '=', orgId)
            .whereRef('accessGrant.accountId', '=', 'account.id'),
        ),
      ]),
    )
    .execute()
  return rows.map(({ auths, dataRange, regions, ...row }) => ({
    ...row,
    role: auths && dataRange ? { auths, dataRange, regions } : null,
  }))
}
