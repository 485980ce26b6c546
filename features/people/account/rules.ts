// Who may manage which account, and what may be given to it. [S6] [S8 1018-1022, 1125, 1126]
import type { ErrorName, Language, Named } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId, RoleId } from '../../../contract/fields.ts'
import type { DataRange, Permission, RoleType } from '../../../contract/permissions.ts'
import { keyTold } from '../../frame/permission-words.ts'
import type { Message } from '../../platform/verification/contract.ts'
import { authsOf, type RoleRights, rangeOf, regionsOf } from '../access/rules.ts'

export const kinds = ['internal', 'external', 'staff'] as const
/** A kind of accounts, as pages list them. */
export type AccountKind = (typeof kinds)[number]

const typesOf = {
  internal: ['internal'],
  external: ['external'],
  staff: ['admin', 'operation'],
} as const satisfies Record<AccountKind, readonly RoleType[]>

export const roleTypesOf = (kind: AccountKind): readonly RoleType[] => typesOf[kind]

/** The role type of an account of a kind. */
export const roleTypeOf = (kind: AccountKind, isAdmin: boolean): RoleType =>
  kind === 'staff' ? (isAdmin ? 'admin' : 'operation') : kind

/** Of what type a role must be to be given to such an account; administrators are given none. */
export const roleFor = (roleType: RoleType): 'operation' | 'internal' | 'external' | undefined =>
  roleType === 'admin' || roleType === 'enterprise' ? undefined : roleType

/** What somebody holds who gives. */
export type Giver = {
  auths: readonly Permission[]
  dataRange: DataRange
  regions: readonly string[] | null
}

const widest: readonly DataRange[] = ['granted', 'own', 'department', 'all']

/**
 * Of what an account of a role type holds by a role (none: the usual) that which the giver does not hold himself: keys, and
 * `dataRange`, `regions`.
 */
export function beyondGiver(giver: Giver, roleType: RoleType, role: RoleRights | null): string[] {
  const stand = { roleType, isGuest: false, role }
  const [range, regions] = [rangeOf(stand), regionsOf(stand)]
  const lacks = authsOf(stand).filter((key) => !giver.auths.includes(key)) as string[]
  if (widest.indexOf(range) > widest.indexOf(giver.dataRange)) lacks.push('dataRange')
  const own = giver.regions
  if (own !== null && (regions === null || regions.some((region) => !own.includes(region)))) lacks.push('regions')
  return lacks
}

const lackWords: Readonly<Record<string, Record<Language, string>>> = {
  dataRange: { en: 'data range', 'zh-cn': '数据范围' },
  regions: { en: 'page regions', 'zh-cn': '页面区域' },
  securityZone: { en: 'security zone', 'zh-cn': '安全区域' },
}

/** What somebody lacks, as people call it. */
export const lackWord = (lack: string, language: Language): string =>
  lackWords[lack]?.[language] ?? keyTold(lack as Permission, language)

/** Why somebody may not give this, or nothing. */
export function cannotGive(
  giver: Giver,
  roleType: RoleType,
  role: RoleRights | null,
  language: Language,
): Named | undefined {
  const lacks = beyondGiver(giver, roleType, role)
  if (lacks.length === 0) return undefined
  const words = new Set(lacks.map((lack) => lackWord(lack, language)))
  return { error: 'grantsMore', details: { what: [...words].join(', ') } }
}

export type Standing = {
  id: AccountId
  roleType: RoleType
  disabled: boolean
  roleId: RoleId | null
  departmentId: DepartmentId | null
  phone: string | null
  email: string | null
}

/** Why an account cannot be deleted by somebody, or nothing. */
export function cannotDelete(
  byId: AccountId,
  account: Standing,
): (ErrorName & ('ownAccount' | 'onlyInternal')) | undefined {
  if (account.id === byId) return 'ownAccount'
  return account.roleType === 'internal' ? undefined : 'onlyInternal'
}

type Change = Partial<Pick<Standing, 'roleType' | 'disabled' | 'roleId' | 'departmentId'>>

/** Whether a change would change what one may do oneself. */
export const isOwnGrant = (byId: AccountId, account: Standing, change: Change): boolean =>
  account.id === byId && (Object.keys(change) as (keyof Change)[]).some((key) => change[key] !== account[key])

export const isAdministrator = ({ roleType, disabled }: Pick<Standing, 'roleType' | 'disabled'>): boolean =>
  !disabled && (roleType === 'admin' || roleType === 'enterprise')

/** Whether a change takes the last administrator who can sign in. `others`: administrators beside this account. */
export const takesLast = (account: Standing, change: Change, others: number): boolean =>
  isAdministrator(account) && !isAdministrator({ ...account, ...change }) && others === 0

/** Whether it can recover its password without an administrator. */
export const recoversItself = ({ phone, email }: Pick<Standing, 'phone' | 'email'>): boolean =>
  phone !== null || email !== null

/** What the owner of an account is told, in both languages: which one he reads is not known here. */
export const secondFactorMessage = (to: string, loginname: string): Message => ({
  channel: 'email',
  to,
  subject: 'Gatehouse: two-step sign-in was reset / 两步登录已重置',
  text: [
    `An administrator has reset two-step sign-in of your account ${loginname}. Authenticator app, passkeys and recovery codes are no longer valid, and you are signed out everywhere. Set it up again after signing in. If you did not ask for this, tell your administrator at once.`,
    `管理员已重置您的账号 ${loginname} 的两步登录，原有的验证器应用、通行密钥和恢复码均已失效，所有登录已退出。请登录后重新设置；如非您本人要求，请立即联系管理员。`,
  ].join('\n\n'),
})
