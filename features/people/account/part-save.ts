// Adds accounts, assigns their role and department, and sets passwords, for administrators, the operator and
// invitations alike.
import { hash } from '@node-rs/argon2'
import { fail, failAs } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataRange, RoleType } from '../../../contract/permissions.ts'
import { drawPassword } from '../../../core/draw-password.ts'
import { withDescendants } from '../../../core/tree-rules.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { ChangeCall, Platform } from '../../frame/serve.ts'
import { codes } from '../../platform/verification/contract.ts'
import { rangeOf } from '../access/rules.ts'
import { lacksGiven } from '../grant/part-given.ts'
import { cannotChoose } from '../security/rules.ts'
import { cannotGive, lackWord, roleFor, secondFactorMessage } from './rules.ts'
import {
  countOfType,
  insertAccount,
  isWaiting,
  loadDepartments,
  loadLimits,
  loadRole,
  loadSecondFactor,
  loadZone,
  type Person,
  type Placing,
  type RoleRow,
  resetSecondFactor,
  updateAccount,
  updatePassword,
} from './store.ts'

type Held = { accountId: AccountId | null; roleType: RoleType; role: RoleRow | null; securityZone: string | null }

/** An account sees the devices of its security zone. Callers with a narrow range can assign only their own zone. */
async function mustHoldZone({ sight, user, language }: ChangeCall, securityZone: string | null): Promise<void> {
  if (user.dataRange === 'all' || securityZone === null) return
  if ((await loadZone(sight, user.accountId)) === securityZone) return
  throw fail('grantsMore', { what: lackWord('securityZone', language) }, { field: 'securityZone' })
}

/** Throws 1125 if the role or the account has a permission or sees devices that the caller lacks. */
export async function mustHold(
  call: ChangeCall,
  { accountId, roleType, role, securityZone }: Held,
  field?: 'roleId',
): Promise<void> {
  const why = cannotGive(call.user, roleType, role, call.language)
  if (why) throw failAs(why, field && { field })
  await mustHoldZone(call, securityZone)
  const lacks = await lacksGiven(call, { accountId, roleId: role?.id ?? null })
  if (lacks) throw lacks
}

/** Callers without all devices assign only their own department and those below. Throws 1125. */
async function mustHoldDepartment(
  { sight, user, language }: ChangeCall,
  range: DataRange,
  departmentId: DepartmentId | null,
): Promise<void> {
  if (user.dataRange === 'all' || range !== 'department' || departmentId === null) return
  const own = user.departmentId
  if (own !== null && (own === departmentId || withDescendants(await loadDepartments(sight), own).has(departmentId)))
    return
  throw fail('grantsMore', { what: lackWord('dataRange', language) }, { field: 'departmentId' })
}

/**
 * Checks a placing: the role matches the account's type and includes nothing that the caller lacks. Throws 1125.
 * Returns the role.
 */
export async function mustGive(
  call: ChangeCall,
  { roleType, roleId, departmentId, securityZone = null }: Placing & Partial<Pick<Person, 'securityZone'>>,
): Promise<RoleRow | null> {
  const role = await loadRole(call.sight, roleId)
  if (roleId !== null && role?.roleType !== roleFor(roleType)) throw badField('roleId', 'notAllowed', call.language)
  await mustHold(call, { accountId: null, roleType, role, securityZone }, 'roleId')
  await mustHoldDepartment(call, rangeOf({ roleType, isGuest: false, role }), departmentId)
  return role
}

type Draft = Person &
  Placing & {
    loginname: string
    /** The password; null: the platform generates one. */
    password: string | null
    /** The person has typed the password, so it need not be changed. */
    isOwnPassword?: boolean
    disabled?: boolean
    /**
     * The account has registered itself: it is disabled until an administrator approves it, and does not count towards
     * the limits.
     */
    isWaiting?: boolean
    /** The person typed the address and has not verified it yet. */
    emailClaimed?: boolean
    createdBy: AccountId | null
  }

const nobody: Person = {
  name: '',
  phone: null,
  email: null,
  company: null,
  address: null,
  customerLevel: null,
  securityZone: null,
  remark: null,
}

/** Creates a person from the given fields; all others are empty. */
export const personOf = (known: Pick<Person, 'name'> & Partial<Person>): Person => ({ ...nobody, ...known })

/** Serialises changes to the number of accounts of an organisation. */
export const lockAccounts = (sight: WritableSight): Promise<void> => sight.lock('account')

/** Maximum number of accounts of a type in the organisation; null: no limit. */
export async function limitOf(sight: Parameters<typeof loadLimits>[0], roleType: RoleType): Promise<number | null> {
  const { maxInternal, maxExternal } = await loadLimits(sight)
  if (roleType === 'internal') return maxInternal
  if (roleType === 'external') return maxExternal
  return roleType === 'enterprise' ? limits.enterpriseAccounts : null
}

const full = {
  internal: 'internalAccountLimit',
  external: 'externalAccountLimit',
  enterprise: 'enterpriseAccountLimit',
} as const

async function mustHaveRoom(sight: WritableSight, roleType: RoleType): Promise<void> {
  const limit = await limitOf(sight, roleType)
  if (limit === null || roleType === 'admin' || roleType === 'operation') return
  if ((await countOfType(sight, [roleType])) >= limit) throw fail(full[roleType], { limit })
}

/** The hash of a typed or generated password. Throws 1038, 1039 if a typed one is easily guessed. */
async function chosenOrDrawn(password: string | null, loginname: string) {
  const refused = password === null ? undefined : cannotChoose(password, loginname)
  if (refused) throw refused
  const drawn = password === null ? drawPassword() : null
  return { drawn, passwordHash: await hash(password ?? drawn!) }
}

/**
 * Throws 1013, 1014, 2901 if the limit is reached, 1015-1017 for duplicates. Returns the generated password, if any.
 */
export async function saveNewAccount(
  sight: WritableSight,
  { password, isOwnPassword = false, isWaiting: waits = false, disabled = waits, ...draft }: Draft,
  at: number,
): Promise<{ id: AccountId; password: string | null }> {
  const { drawn, passwordHash } = await chosenOrDrawn(password, draft.loginname)
  await lockAccounts(sight)
  if (!waits) await mustHaveRoom(sight, draft.roleType)
  const more = { disabled, passwordHash, changePassword: !isOwnPassword, waitsSince: waits ? at : null }
  const id = await insertAccount(sight, { ...draft, ...more }, at)
  return { id, password: drawn }
}

/** Counts an approved account against the limit from now on. Throws 1013, 1014 if the limit is reached. */
export async function admitWaiting(sight: WritableSight, id: AccountId, roleType: RoleType): Promise<void> {
  if (!(await isWaiting(sight, id))) return
  await mustHaveRoom(sight, roleType)
  await updateAccount(sight, id, { waitsSince: null })
}

/** Assigns another kind or role. Throws 1013, 1014 if the limit of the new kind is reached. */
export async function placeAccount(
  sight: WritableSight,
  { id, roleType }: { id: AccountId; roleType: RoleType },
  placing: Pick<Placing, 'roleType' | 'roleId'>,
): Promise<void> {
  await lockAccounts(sight)
  if (placing.roleType !== roleType) await mustHaveRoom(sight, placing.roleType)
  await updateAccount(sight, id, placing)
}

/** Returns the generated password, if any; it must be changed at the next sign-in. */
export async function savePassword(
  sight: WritableSight,
  { id, loginname }: { id: AccountId; loginname: string },
  password: string | null,
  at: number,
): Promise<string | null> {
  const { drawn, passwordHash } = await chosenOrDrawn(password, loginname)
  await updatePassword(sight, id, passwordHash, at)
  return drawn
}

/**
 * Removes a lost second step from an account and ends its sessions. Throws noSecondFactor. Returns a function that
 * notifies the owner after the commit, at a verified e-mail address only.
 */
export async function takeSecondFactorOff(
  sight: WritableSight,
  { id, loginname }: { id: AccountId; loginname: string },
  { use, now }: Pick<Platform, 'use' | 'now'>,
): Promise<() => void> {
  const { hasSecondFactor, email } = (await loadSecondFactor(sight, id)) ?? { hasSecondFactor: false, email: null }
  if (!hasSecondFactor) throw fail('noSecondFactor')
  await resetSecondFactor(sight, id, now())
  const mail = use(codes)
  return () => {
    if (email !== null && mail.by('email') !== 'off') mail.tell(secondFactorMessage(email, loginname))
  }
}
