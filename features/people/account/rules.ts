// Rules for managing accounts: which accounts, and which rights a caller may assign. [S6] [S8 1018-1022, 1125, 1126]
import type { ErrorName, Language, Named } from '../../../contract/errors.ts'
import type { AccountId, DepartmentId, RoleId } from '../../../contract/fields.ts'
import type { DataRange, Permission, RoleType } from '../../../contract/permissions.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { keyWithPage } from '../../frame/permission-words.ts'
import type { Message } from '../../platform/verification/contract.ts'
import { authsOf, type RoleRights, rangeOf, regionsOf } from '../access/rules.ts'

const kinds = ['internal', 'external', 'staff'] as const
/** A kind of account, as the pages list them. */
export type AccountKind = (typeof kinds)[number]

const typesOf = {
  internal: ['internal'],
  external: ['external'],
  staff: ['admin', 'operation'],
} as const satisfies Record<AccountKind, readonly RoleType[]>

export const roleTypesOf = (kind: AccountKind): readonly RoleType[] => typesOf[kind]

/** The role type of an account of this kind. */
export const roleTypeOf = (kind: AccountKind, isAdmin: boolean): RoleType =>
  kind === 'staff' ? (isAdmin ? 'admin' : 'operation') : kind

/** The type of role that such an account can have; administrators have none. */
export const roleFor = (roleType: RoleType): 'operation' | 'internal' | 'external' | undefined =>
  roleType === 'admin' || roleType === 'enterprise' ? undefined : roleType

/** Rights of the account that assigns a role. */
export type Giver = {
  auths: readonly Permission[]
  dataRange: DataRange
  regions: readonly string[] | null
}

const widest: readonly DataRange[] = ['granted', 'own', 'department', 'all']

/**
 * Rights that a role (null: the default rights) of this type includes and the giver lacks: permissions, `dataRange`,
 * `regions`.
 */
export function beyondGiver(giver: Giver, roleType: RoleType, role: RoleRights | null): string[] {
  const rights = { roleType, isGuest: false, role }
  const [range, regions] = [rangeOf(rights), regionsOf(rights)]
  const lacks = authsOf(rights).filter((key) => !giver.auths.includes(key)) as string[]
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

/** A lacking right in words for the user. */
export const lackWord = (lack: string, language: Language): string =>
  lackWords[lack]?.[language] ?? keyWithPage(lack as Permission, language)

/** The reason why these rights cannot be assigned, or nothing. */
export function cannotGive(
  giver: Giver,
  roleType: RoleType,
  role: RoleRights | null,
  language: Language,
): Named | undefined {
  const lacks = beyondGiver(giver, roleType, role)
  if (lacks.length === 0) return undefined
  const words = new Set(lacks.map((lack) => lackWord(lack, language)))
  return { error: 'grantsMore', details: { what: joinWords([...words], language) } }
}

/** The fields of an account that the rules need. */
export type AccountFacts = {
  id: AccountId
  roleType: RoleType
  disabled: boolean
  roleId: RoleId | null
  departmentId: DepartmentId | null
  phone: string | null
  email: string | null
}

/** The reason why the caller cannot delete an account, or nothing. */
export function cannotDelete(
  byId: AccountId,
  account: AccountFacts,
): (ErrorName & ('ownAccount' | 'onlyInternal')) | undefined {
  if (account.id === byId) return 'ownAccount'
  return account.roleType === 'internal' ? undefined : 'onlyInternal'
}

type Change = Partial<Pick<AccountFacts, 'roleType' | 'disabled' | 'roleId' | 'departmentId'>>

/** Whether the change concerns the caller's own rights. */
export const isOwnGrant = (byId: AccountId, account: AccountFacts, change: Change): boolean =>
  account.id === byId && (Object.keys(change) as (keyof Change)[]).some((key) => change[key] !== account[key])

export const isAdministrator = ({ roleType, disabled }: Pick<AccountFacts, 'roleType' | 'disabled'>): boolean =>
  !disabled && (roleType === 'admin' || roleType === 'enterprise')

/** Whether the change removes the last administrator who can sign in. `others`: the number of other administrators. */
export const takesLast = (account: AccountFacts, change: Change, others: number): boolean =>
  isAdministrator(account) && !isAdministrator({ ...account, ...change }) && others === 0

/** Whether the account can recover its password without an administrator. */
export const recoversItself = ({ phone, email }: Pick<AccountFacts, 'phone' | 'email'>): boolean =>
  phone !== null || email !== null

/** E-mail to the owner, in both languages because the owner's language is not stored here. */
export const secondFactorMessage = (to: string, loginname: string): Message => ({
  channel: 'email',
  to,
  subject: 'Gatehouse: two-step sign-in was reset / 两步登录已重置',
  text: [
    `An administrator has reset two-step sign-in of your account ${loginname}. Authenticator app, passkeys and recovery codes are no longer valid, and you are signed out everywhere. Set it up again after signing in. If you did not ask for this, tell your administrator at once.`,
    `管理员已重置您的账号 ${loginname} 的两步登录，原有的验证器应用、通行密钥和恢复码均已失效，所有登录已退出。请登录后重新设置；如非您本人要求，请立即联系管理员。`,
  ].join('\n\n'),
})
