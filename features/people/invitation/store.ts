// Stores invitations and open registrations; also finds them by their link, for callers without a session.
import { type Kysely, sql } from 'kysely'
import type { AccountId, DepartmentId, OrgId, RoleId } from '../../../contract/fields.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import { type Sight, type WritableSight, writableSight } from '../../../db/sight.ts'
import type { RoleRights } from '../access/rules.ts'
import type { InvitedType } from './contract.ts'
import type { Maker } from './rules.ts'

export type DbOf = Kysely<DB>

export const inTransaction = <R>(db: DbOf, work: (db: DbOf) => Promise<R>): Promise<R> => db.transaction().execute(work)

export const sightIn = (db: DbOf, orgId: OrgId): WritableSight => writableSight(db, { orgId, devices: 'all' })

type Rights = {
  auths: string[] | null
  dataRange: RoleRights['dataRange'] | null
  regions: string[] | null
}
const roleOf = ({ auths, dataRange, regions }: Rights): RoleRights | null =>
  auths && dataRange ? { auths, dataRange, regions } : null

/** Accounts with their rights, as creators of links; all of one organisation. */
export async function loadMakers(sight: Sight, ids: readonly AccountId[]): Promise<Map<AccountId, Maker>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('account')
    .leftJoin(sight.table('role'), 'role.id', 'account.roleId')
    .select(['account.id', 'account.roleType', 'account.disabled', 'role.auths', 'role.dataRange', 'role.regions'])
    .where('account.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, roleType, disabled, ...role }) => [
      id,
      { roleType: roleType as RoleType, disabled, role: roleOf(role as Rights) },
    ]),
  )
}

type RoleRow = RoleRights & { id: RoleId; name: string; roleType: 'operation' | 'internal' | 'external' }

export const loadRole = (sight: Sight, id: RoleId): Promise<RoleRow | undefined> =>
  sight
    .from('role')
    .select(['role.id', 'role.name', 'role.roleType', 'role.auths', 'role.dataRange', 'role.regions'])
    .where('role.id', '=', id)
    .executeTakeFirst()

type NewInvitation = {
  codeHash: Buffer
  roleType: InvitedType
  roleId: RoleId | null
  roleName: string | null
  departmentId: DepartmentId | null
  email: string | null
  maxUses: number
  expiresAt: number
  createdAt: number
  createdBy: AccountId
  creator: string
}

export async function insertInvitation(sight: WritableSight, invitation: NewInvitation): Promise<number> {
  const row = await sight.insert('invitation', invitation).returning('id').executeTakeFirstOrThrow()
  return row.id
}

const columns = [
  'invitation.id',
  'invitation.roleType',
  'invitation.roleName',
  'invitation.roleId',
  'invitation.departmentId',
  'invitation.email',
  'invitation.maxUses',
  'invitation.expiresAt',
  'invitation.revokedAt',
  'invitation.createdAt',
  'invitation.createdBy',
  'invitation.creator',
] as const

/** A page of invitations, newest first, with their roles and uses. */
export async function loadInvitations(sight: Sight, { pageNo, pageSize }: { pageNo: number; pageSize: number }) {
  const { total } = await sight
    .from('invitation')
    .where(sight.inRange('invitation'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const found = await sight
    .from('invitation')
    .where(sight.inRange('invitation'))
    .leftJoin(sight.table('role'), 'role.id', 'invitation.roleId')
    .leftJoin(sight.table('department'), 'department.id', 'invitation.departmentId')
    .select([...columns, 'department.name as departmentName'])
    .select(['role.auths', 'role.dataRange', 'role.regions'])
    .orderBy('invitation.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const uses = await loadUses(
    sight,
    found.map(({ id }) => id),
  )
  const rows = found.map(({ auths, dataRange, regions, ...row }) => ({
    ...row,
    role: roleOf({ auths, dataRange, regions }),
    uses: uses.filter(({ invitationId }) => invitationId === row.id),
  }))
  return { total: Number(total), rows }
}

const loadUses = (sight: Sight, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : sight
        .from('invitationUse')
        .select(['invitationUse.invitationId', 'invitationUse.loginname', 'invitationUse.usedAt'])
        .where('invitationUse.invitationId', 'in', ids)
        .orderBy('invitationUse.id')
        .execute()

/** Returns the invitation; undefined if it was revoked before. */
export const setRevoked = (sight: WritableSight, id: number, at: number) =>
  sight
    .update('invitation', { revokedAt: at })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning(['roleName', 'roleType', 'email'])
    .executeTakeFirst()

/** Roles that may be open for registration: those in the caller's range, and those opened by an account in it. */
export const loadRegistrations = (sight: Sight) =>
  sight
    .from('role')
    .leftJoin(sight.table('registration'), 'registration.roleId', 'role.id')
    .select(['role.id', 'role.name', 'role.roleType', 'role.auths', 'role.dataRange', 'role.regions'])
    .select(['registration.untilAt', 'registration.createdBy'])
    .where('role.roleType', 'in', ['internal', 'external'])
    .where((eb) =>
      eb.or([
        sight.inRange('role'),
        eb.and([eb('registration.roleId', 'is not', null), sight.madeInRange('registration')]),
      ]),
    )
    .orderBy('role.roleType')
    .orderBy('role.name')
    .execute()

export const removeRegistration = async (sight: WritableSight, roleId: RoleId): Promise<void> =>
  void (await sight.remove('registration').where('roleId', '=', roleId).execute())

/** The open registration of a role, and whether it is in the caller's range. */
export const loadRegistration = (sight: Sight, roleId: RoleId) =>
  sight
    .from('registration')
    .select('registration.untilAt')
    .select(sight.madeInRange('registration').as('isInRange'))
    .where('registration.roleId', '=', roleId)
    .executeTakeFirst()

/** Number of accounts of the organisation that wait to be enabled. */
export async function countWaiting(sight: Sight): Promise<number> {
  const { count } = await sight
    .from('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account.waitsSince', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes accounts that registered before this time and were never enabled. */
export const removeWaiting = (db: DbOf, before: number) =>
  db.deleteFrom('account').where('waitsSince', '<', before).where('disabled', '=', true).execute()

/** Replaces the registration of the role. */
export async function putRegistration(
  sight: WritableSight,
  registration: { roleId: RoleId; uuidHash: Buffer; untilAt: number; createdBy: AccountId },
): Promise<void> {
  await removeRegistration(sight, registration.roleId)
  await sight.insert('registration', registration).execute()
}

/** The invitation of a code with its number of uses; none of a disabled organisation. */
export async function findInvitation(db: DbOf, codeHash: Buffer) {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('organisation', 'organisation.id', 'invitation.orgId')
    .leftJoin('role', 'role.id', 'invitation.roleId')
    .select([...columns, 'invitation.orgId', 'organisation.name as orgName'])
    .select(['role.auths', 'role.dataRange', 'role.regions'])
    .select((eb) =>
      eb
        .selectFrom('invitationUse')
        .whereRef('invitationUse.invitationId', '=', 'invitation.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('used'),
    )
    .where('invitation.codeHash', '=', codeHash)
    .where('organisation.disabled', '=', false)
    .executeTakeFirst()
  if (!row) return undefined
  const { auths, dataRange, regions, ...kept } = row
  return { ...kept, used: Number(kept.used), role: roleOf({ auths, dataRange, regions }) }
}

/** The role whose registration is open under this uuid; none of a disabled organisation. */
export async function findRegistration(db: DbOf, uuidHash: Buffer, now: number) {
  const row = await db
    .selectFrom('registration')
    .innerJoin('role', 'role.id', 'registration.roleId')
    .innerJoin('organisation', 'organisation.id', 'registration.orgId')
    .select(['role.id as roleId', 'role.roleType', 'registration.orgId', 'organisation.name as orgName'])
    .select(['role.auths', 'role.dataRange', 'role.regions', 'registration.untilAt', 'registration.createdBy'])
    .where('registration.uuidHash', '=', uuidHash)
    .where('registration.untilAt', '>', now)
    .where('organisation.disabled', '=', false)
    .executeTakeFirst()
  if (!row || row.roleType === 'operation') return undefined
  const { auths, dataRange, regions, roleType, ...kept } = row
  return { ...kept, roleType, role: { auths, dataRange, regions } }
}

type Use = { invitationId: number; orgId: OrgId; accountId: AccountId; loginname: string; usedAt: number }
export const insertUse = async (db: DbOf, use: Use): Promise<void> =>
  void (await db.insertInto('invitationUse').values(use).execute())

/** Phone and e-mail, each null if another account has it. */
export async function loadFree(db: DbOf, { phone, email }: { phone: string | null; email: string | null }) {
  const isTaken = async (condition: ReturnType<typeof sql<boolean>>) =>
    (await db.selectFrom('account').select('id').where(condition).executeTakeFirst()) !== undefined
  return {
    phone: phone !== null && (await isTaken(sql<boolean>`phone = ${phone}`)) ? null : phone,
    email: email !== null && (await isTaken(sql<boolean>`lower(email) = ${email.toLowerCase()}`)) ? null : email,
  }
}
