// The one way an account comes to be, is given its place, or gets another password, whoever asks for it: by an administrator,
// by the operator, by an invitation.
import { hash } from '@node-rs/argon2'
import { fail, failAs } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId } from '../../../contract/fields.ts'
import { badField } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataRange, RoleType } from '../../../contract/permissions.ts'
import { drawPassword } from '../../../core/draw-password.ts'
import type { WritableSight } from '../../../db/sight.ts'
import { withDescendants } from '../../device/group/rules.ts'
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

/** Throws 1125 if the caller lacks a permission, or does not see devices, that the role or the account has. */
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

/** Who does not see all devices gives those of no department but his own and those below it. Throws 1125. */
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

/** A place for an account: its role is of the account's type, and nobody gives what he lacks. Throws 1125. Answers the role. */
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

export type Draft = Person &
  Placing & {
    loginname: string
    /** Null: one is drawn. */
    password: string | null
    /** Whoever added it knows the password. */
    isOwnPassword?: boolean
    disabled?: boolean
    /** It registered itself: it is disabled, and takes no place before it is enabled. */
    isWaiting?: boolean
    /** Its own person wrote the address down, and has not shown yet that it is his. */
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

/** A person of whom only this is known. */
export const personOf = (known: Pick<Person, 'name'> & Partial<Person>): Person => ({ ...nobody, ...known })

/** Whoever adds or takes accounts of an organisation does so one after the other. */
export const lockAccounts = (sight: WritableSight): Promise<void> => sight.lock('account')

/** How many accounts of a type the organisation may have; null: no limit. */
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

/** The hash of a password that somebody typed, or of one that is drawn. Throws 1038, 1039 for one that is easily guessed. */
async function chosenOrDrawn(password: string | null, loginname: string) {
  const refused = password === null ? undefined : cannotChoose(password, loginname)
  if (refused) throw refused
  const drawn = password === null ? drawPassword() : null
  return { drawn, passwordHash: await hash(password ?? drawn!) }
}

/** Throws 1013, 1014, 2901 without room, 1015-1017 for what is taken. Answers the drawn password, if one was. */
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

/** Gives an account that registered itself its place. Throws 1013, 1014 without room. */
export async function admitWaiting(sight: WritableSight, id: AccountId, roleType: RoleType): Promise<void> {
  if (!(await isWaiting(sight, id))) return
  await mustHaveRoom(sight, roleType)
  await updateAccount(sight, id, { waitsSince: null })
}

/** Gives an account another kind or role. Throws 1013, 1014 where its new kind has no room. */
export async function placeAccount(
  sight: WritableSight,
  { id, roleType }: { id: AccountId; roleType: RoleType },
  placing: Pick<Placing, 'roleType' | 'roleId'>,
): Promise<void> {
  await lockAccounts(sight)
  if (placing.roleType !== roleType) await mustHaveRoom(sight, placing.roleType)
  await updateAccount(sight, id, placing)
}

/** Answers the drawn password, if one was; it is changed at the next sign-in. */
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
 * Takes a lost second step off an account and ends its sessions. Throws noSecondFactor. Answers what tells its owner, once it
 * is committed, where an e-mail address is known to be his.
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
