import { type SqlBool, sql } from 'kysely'
import { type Failure, fail } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId, RoleId } from '../../../contract/fields.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import { hasSecondFactor, lockMark } from '../../../db/account-marks.ts'
import { contains } from '../../../db/like.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { RoleRights } from '../access/rules.ts'
import type { Account } from './contract.ts'
import type { AccountFacts } from './rules.ts'

export type Person = Pick<
  Account,
  'name' | 'phone' | 'email' | 'company' | 'address' | 'customerLevel' | 'securityZone' | 'remark'
>
export type Placing = { roleType: RoleType; roleId: RoleId | null; departmentId: DepartmentId | null }

const personColumns = [
  'account.name',
  'account.phone',
  'account.email',
  'account.company',
  'account.address',
  'account.customerLevel',
  'account.securityZone',
  'account.remark',
] as const
const placingColumns = ['account.roleType', 'account.roleId', 'account.departmentId'] as const

/** Time of the last login in the log. */
const signedInAt = (sight: Sight) =>
  sight
    .from('operationLog')
    .select('operationLog.at')
    .where('operationLog.objectType', '=', 'account')
    .where('operationLog.objectId', '=', sql<number>`account.id`)
    .where('operationLog.act', '=', 'login')
    .orderBy('operationLog.id', 'desc')
    .limit(1)

const detailed = (sight: Sight, roleTypes: readonly RoleType[]) =>
  sight
    .from('account')
    .where('account.roleType', 'in', roleTypes)
    .leftJoin(sight.table('role'), 'role.id', 'account.roleId')
    .leftJoin(sight.table('department'), 'department.id', 'account.departmentId')
    .select([...personColumns, ...placingColumns])
    .select(['account.id', 'account.loginname', 'account.disabled', 'account.changePassword', 'account.createdAt'])
    .select(['role.name as roleName', 'department.name as departmentName'])
    .select([signedInAt(sight).as('signedInAt'), lockMark.as('lock'), hasSecondFactor.as('hasSecondFactor')])
    .select((eb) => eb('account.waitsSince', 'is not', null).as('isWaiting'))

type AccountFilter = {
  pageNo: number
  pageSize: number
  keyword: string | null
  roleId?: RoleId | null | undefined
  departmentId?: DepartmentId | null | undefined
  disabled?: boolean | null | undefined
}

/** A page of the accounts of these types, by username. */
export async function loadAccounts(
  sight: Sight,
  roleTypes: readonly RoleType[],
  { pageNo, pageSize, keyword, roleId, departmentId, disabled }: AccountFilter,
): Promise<{ total: number; rows: Account[] }> {
  let ids = sight.from('account').where('account.roleType', 'in', roleTypes).where(sight.inRange('account'))
  if (roleId != null) ids = ids.where('account.roleId', '=', roleId)
  if (disabled != null) ids = ids.where('account.disabled', '=', disabled)
  if (departmentId != null)
    ids = ids.where(sql<SqlBool>`account.department_id in (
      with recursive below as (
        select id from department where org_id = ${sight.orgId} and id = ${departmentId}
        union select department.id from department join below on department.parent_id = below.id)
      select id from below)`)
  if (keyword) {
    const like = contains(keyword)
    const columns = ['loginname', 'name', 'phone', 'email', 'company', 'remark'] as const
    ids = ids.where((eb) => eb.or(columns.map((column) => eb(`account.${column}`, 'ilike', like))))
  }
  const { total } = await ids.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await detailed(sight, roleTypes)
    .where('account.id', 'in', ids.select('account.id'))
    .orderBy(sql`lower(account.loginname)`)
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows: rows as Account[] }
}

export const loadAccount = async (sight: Sight, roleTypes: readonly RoleType[], id: AccountId) =>
  (await detailed(sight, roleTypes).where('account.id', '=', id).executeTakeFirst()) as Account | undefined

/** Fields of an account, of any type, for rules and for the log. */
export const loadAccountFacts = async (
  sight: Sight,
  id: AccountId,
): Promise<(AccountFacts & Person & { loginname: string }) | undefined> =>
  (await sight
    .from('account')
    .select([...personColumns, ...placingColumns])
    .select(['account.id', 'account.loginname', 'account.disabled'])
    .where('account.id', '=', id)
    .executeTakeFirst()) as (AccountFacts & Person & { loginname: string }) | undefined

/** Whether the account registered itself and was not enabled yet. */
export const isWaiting = async (sight: Sight, id: AccountId): Promise<boolean> =>
  (await sight
    .from('account')
    .select('account.id')
    .where('account.id', '=', id)
    .where('account.waitsSince', 'is not', null)
    .executeTakeFirst()) !== undefined

export const loadZone = async (sight: Sight, id: AccountId): Promise<string | null> =>
  (await sight.from('account').select('account.securityZone').where('account.id', '=', id).executeTakeFirst())
    ?.securityZone ?? null

/** Whether an account has a second step, and its verified address. */
export const loadSecondFactor = (sight: Sight, id: AccountId) =>
  sight
    .from('account')
    .select(hasSecondFactor.as('hasSecondFactor'))
    .select((eb) => eb.case().when('account.emailAt', 'is not', null).then(eb.ref('account.email')).end().as('email'))
    .where('account.id', '=', id)
    .executeTakeFirst()

/** Administrators of the organisation that can sign in, other than one account. */
export async function countOtherAdministrators(sight: Sight, roleType: RoleType, id: AccountId): Promise<number> {
  const row = await sight
    .from('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account.roleType', '=', roleType)
    .where('account.disabled', '=', false)
    .where('account.id', '<>', id)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Counts accounts, except for those that wait for approval. */
export async function countOfType(sight: Sight, roleTypes: readonly RoleType[]): Promise<number> {
  const row = await sight
    .from('account')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account.waitsSince', 'is', null)
    .where('account.roleType', 'in', roleTypes)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Limits of the organisation for accounts. */
export const loadLimits = (sight: Sight) =>
  sight.from('organisation').select(['organisation.maxInternal', 'organisation.maxExternal']).executeTakeFirstOrThrow()

export type RoleRow = RoleRights & { id: RoleId; name: string; roleType: 'operation' | 'internal' | 'external' }

const roles = (sight: Sight) =>
  sight.from('role').select(['role.id', 'role.name', 'role.roleType', 'role.auths', 'role.dataRange', 'role.regions'])

export const loadRole = async (sight: Sight, id: RoleId | null): Promise<RoleRow | null> =>
  id === null ? null : ((await roles(sight).where('role.id', '=', id).executeTakeFirst()) ?? null)

export const loadRoles = (sight: Sight, roleType: RoleRow['roleType']): Promise<RoleRow[]> =>
  roles(sight).where('role.roleType', '=', roleType).orderBy('role.name').execute()

/** The departments in the caller's range. */
export const loadDepartments = (sight: Sight) =>
  sight
    .from('department')
    .where(sight.inRange('department'))
    .select(['department.id', 'department.parentId', 'department.name'])
    .orderBy('department.sort')
    .orderBy('department.id')
    .execute()

export const loadDepartmentName = async (sight: Sight, id: DepartmentId): Promise<string | undefined> =>
  (await sight.from('department').select('department.name').where('department.id', '=', id).executeTakeFirst())?.name

/** Id and names of enabled accounts of a type in the caller's range. */
export const loadNamed = (sight: Sight, roleType: RoleType) =>
  sight
    .from('account')
    .select(['account.id', 'account.loginname', 'account.name'])
    .where('account.roleType', '=', roleType)
    .where('account.disabled', '=', false)
    .where(sight.inRange('account'))
    .orderBy(sql`lower(account.loginname)`)
    .execute()

const taken: Record<string, Failure> = {
  account_loginname: fail('loginnameExists', {}, { field: 'loginname' }),
  account_phone: fail('phoneExists', {}, { field: 'phone' }),
  account_email: fail('emailExists', {}, { field: 'email' }),
}

/**
 * Names, phones and addresses are unique on the whole platform. An organisation does not see the others, so the
 * database's constraints decide.
 */
function asTaken(error: unknown): never {
  const { code, constraint = '' } = error as { code?: unknown; constraint?: string }
  throw code === '23505' ? (taken[constraint] ?? error) : error
}

type NewAccount = Person &
  Placing & {
    loginname: string
    passwordHash: string
    changePassword: boolean
    disabled: boolean
    waitsSince?: number | null
    emailClaimed?: boolean
    createdBy: AccountId | null
  }

/** Adds an account. Throws 1015, 1016, 1017. */
export async function insertAccount(sight: WritableSight, account: NewAccount, at: number): Promise<AccountId> {
  const row = await sight
    .insert('account', { ...account, createdAt: at, passwordAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(asTaken)
  return row.id
}

type Change = Partial<Person & Placing & { disabled: boolean; waitsSince: null }>

/** Changes an account. Throws 1016, 1017. */
export const updateAccount = async (sight: WritableSight, id: AccountId, change: Change): Promise<void> =>
  void (await sight.update('account', change).where('id', '=', id).execute().catch(asTaken))

/** Changes the password; a trigger ends the account's sessions. */
export const updatePassword = async (
  sight: WritableSight,
  id: AccountId,
  passwordHash: string,
  at: number,
): Promise<void> =>
  void (await sight
    .update('account', { passwordHash, changePassword: true, passwordAt: at })
    .where('id', '=', id)
    .execute())

/** Triggers remove the second step and end the sessions (migration 0028). */
export const resetSecondFactor = async (sight: WritableSight, id: AccountId, at: number): Promise<void> =>
  void (await sight.update('account', { secondFactorResetAt: at }).where('id', '=', id).execute())

/** Triggers move the account's devices to an administrator and cancel its pending commands (migration 0020). */
export const removeAccount = async (sight: WritableSight, id: AccountId): Promise<void> =>
  void (await sight.remove('account').where('id', '=', id).execute())
