// Permissions that a role can have, and that an author may assign. For server and page.
import type { Language, Named } from '../../../contract/errors.ts'
import { type DataRange, dataRanges, type Permission } from '../../../contract/permissions.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { type PlacedPermission, placedPermissions, placeOf } from '../../frame/permissions.ts'
import { beyond, canHold, withImplied } from '../access/rules.ts'
import type { OwnRoleType, Role } from './contract.ts'

export type Rights = Pick<Role, 'auths' | 'dataRange' | 'regions'>

/** Permissions that roles of a type can have, in the order of the rooms. */
export const keysFor = (roleType: OwnRoleType): readonly PlacedPermission[] =>
  placedPermissions.filter((place) => canHold(roleType, place))

/** The permissions and those they imply, in a fixed order, so that equal roles have equal lists. */
export function completed(auths: Iterable<string>): Permission[] {
  const all = withImplied(auths)
  return placedPermissions.map(({ key }) => key).filter((key) => all.has(key))
}

/** The permissions minus one, and minus those that depend on it. */
export function without(auths: readonly Permission[], key: Permission): Permission[] {
  const needs = (each: Permission) => withImplied([each]).has(key)
  return auths.filter((each) => !needs(each))
}

/** Removes duplicate regions. */
export const distinct = (regions: readonly string[] | null): string[] | null => regions && [...new Set(regions)]

/** The invalid field, if roles of the type cannot have these rights. */
export function cannotHave(roleType: OwnRoleType, { auths, dataRange }: Rights): 'auths' | 'dataRange' | undefined {
  const known = new Set(keysFor(roleType).map(({ key }) => key))
  if (auths.some((key) => !known.has(key))) return 'auths'
  return roleType === 'external' && dataRange !== 'granted' ? 'dataRange' : undefined
}

/** Rank of a range: wider is larger. */
const size = (range: DataRange): number => dataRanges.length - dataRanges.indexOf(range)

/** Whether a range exceeds the author's own. */
export const isWider = (range: DataRange, own: DataRange): boolean => size(range) > size(own)

export type Lack =
  | { kind: 'key'; key: Permission }
  | { kind: 'dataRange' | 'allRegions' }
  | { kind: 'region'; region: string }

type Regions = readonly string[] | null

/** Regions that a change adds to a role and its author lacks. */
function lackedRegions(own: Regions, before: Regions | undefined, after: Regions): Lack[] {
  if (own === null) return []
  if (after === null) return before === null ? [] : [{ kind: 'allRegions' }]
  return after
    .filter((region) => !own.includes(region) && !before?.includes(region))
    .map((region) => ({ kind: 'region', region }))
}

/** Rights that a change adds to a role and its author lacks. Earlier rights of the role may stay. */
export function lacksOf(own: Rights, before: Rights | undefined, after: Rights): Lack[] {
  const added = after.auths.filter((key) => !before?.auths.includes(key))
  const isRangeNew = before?.dataRange !== after.dataRange
  return [
    ...beyond(own.auths, added).map((key): Lack => ({ kind: 'key', key })),
    ...(isRangeNew && isWider(after.dataRange, own.dataRange) ? [{ kind: 'dataRange' } as const] : []),
    ...lackedRegions(own.regions, before?.regions, after.regions),
  ]
}

/** Why a role cannot be deleted: accounts have it. */
export function cannotDelete(members: readonly string[], total: number, language: Language): Named | undefined {
  if (total === 0) return undefined
  return { error: 'inUse', details: { reason: joinWords(members, language) + (total > members.length ? ' …' : '') } }
}

/** A change of a role, as listed before saving. */
export type RoleChange =
  | { kind: 'name' | 'remark'; from: string; to: string }
  | { kind: 'given' | 'taken'; key: Permission }
  | { kind: 'dataRange'; from: DataRange; to: DataRange }
  | { kind: 'region'; added: boolean; region: string }
  | { kind: 'allRegions'; to: boolean }

type Editable = Rights & Pick<Role, 'name' | 'remark'>

export function changesOf(before: Editable, after: Editable): RoleChange[] {
  const own = before.regions ?? []
  const now = after.regions ?? []
  const added = (list: readonly string[], to: readonly string[]) => to.filter((each) => !list.includes(each))
  return [
    ...(before.name === after.name ? [] : [{ kind: 'name', from: before.name, to: after.name } as const]),
    ...((before.remark ?? '') === (after.remark ?? '')
      ? []
      : [{ kind: 'remark', from: before.remark ?? '', to: after.remark ?? '' } as const]),
    ...after.auths.filter((key) => !before.auths.includes(key)).map((key) => ({ kind: 'given', key }) as const),
    ...before.auths.filter((key) => !after.auths.includes(key)).map((key) => ({ kind: 'taken', key }) as const),
    ...(before.dataRange === after.dataRange
      ? []
      : [{ kind: 'dataRange', from: before.dataRange, to: after.dataRange } as const]),
    ...((before.regions === null) === (after.regions === null)
      ? []
      : [{ kind: 'allRegions', to: after.regions === null } as const]),
    ...added(own, now).map((region) => ({ kind: 'region', added: true, region }) as const),
    // A change to all regions removes none.
    ...(after.regions === null ? [] : added(now, own)).map(
      (region) => ({ kind: 'region', added: false, region }) as const,
    ),
  ]
}

/** Read-only permissions: seeing the device is enough for them. */
export const isReading = (key: Permission): boolean => /:(view|export)$/.test(key) || key.startsWith('monitor_')

/** Permissions on devices: their effect depends on which devices the account sees. */
export const isAboutDevices = (key: Permission): boolean =>
  /^\/(monitor|manage\/eg\/equipment)\//.test(placeOf(key)?.page ?? '')

/** The fields of a role for the operation log. */
export const loggedOf = ({ name, remark, auths, dataRange, regions }: Editable) => ({
  name,
  remark,
  auths: auths.join(', '),
  dataRange,
  regions: regions?.join(', ') ?? '*',
})

/** Reads a role back from the log; undefined if the entry contains none. */
export function readLogged(told: unknown): Editable | undefined {
  const { name, remark, auths, dataRange, regions } = (told ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || typeof auths !== 'string' || typeof regions !== 'string') return undefined
  const list = (text: string) => (text === '' ? [] : text.split(', '))
  return {
    name,
    remark: typeof remark === 'string' ? remark : null,
    auths: list(auths) as Permission[],
    dataRange: dataRanges.find((range) => range === dataRange) ?? 'granted',
    regions: regions === '*' ? null : list(regions),
  }
}

// Roles of a new organisation. Names are stored in English and have a Chinese translation.
type Words = readonly [en: string, zh: string]
type Starter = { name: Words; remark: Words; auths: readonly Permission[] }

const looking: readonly Permission[] = [
  ...(['monitor:view', 'history:view', 'alarm:view', 'project:view'] as const),
  ...(['monitor_multi_designer_alarm', 'monitor_multi_designer_repair'] as const),
  ...(['monitor_equipinfo_menu_alarm', 'monitor_designer_menu_alarm'] as const),
]
const operating: readonly Permission[] = [
  ...looking,
  'signal:write',
  'history:export',
  'alarm:acknowledge',
  'alarm:shelve',
  'alarm:export',
]
const engineering: readonly Permission[] = [
  ...operating,
  'equipment:add',
  'equipment:edit',
  'page:edit',
  'gateway:add',
  'gateway:edit',
  'gateway:tunnel',
  'group:edit',
  'template:add',
  'template:edit',
  'project:edit',
  'scene:edit',
  'share:edit',
]

/** Roles from the fewest to the most rights: each includes the rights of the previous one. */
const starterRoles: readonly Starter[] = [
  {
    name: ['Viewer', '查看员'],
    remark: ['Sees values, history, alarms and pages; changes nothing', '查看实时值、历史、报警和组态页面，不能更改'],
    auths: looking,
  },
  {
    name: ['Operator', '操作员'],
    remark: ['A viewer who also writes values and acknowledges alarms', '查看权限之外，可写入变量、确认报警'],
    auths: operating,
  },
  {
    name: ['Engineer', '工程师'],
    remark: ['An operator who also configures gateways, devices and pages', '操作权限之外，可配置网关、设备和组态页面'],
    auths: engineering,
  },
  {
    name: ['Manager', '主管'],
    remark: ['An engineer who also manages accounts, roles and access', '工程权限之外，可管理账号、角色和授权'],
    auths: [
      ...engineering,
      'equipment:delete',
      'gateway:release',
      'template:delete',
      'account:add',
      'account:edit',
      'account:delete',
      'external:add',
      'external:edit',
      'invitation:edit',
      'department:edit',
      'role:edit',
      'grant:edit',
      'organisation:edit',
      'log:view',
    ],
  },
]

/** Names and remarks of the roles in both languages. */
export const starterWords: readonly Words[] = starterRoles.flatMap(({ name, remark }) => [name, remark])

/** Stored rows: internal roles with access to all devices. */
export const starterRows = starterRoles.map(({ name, remark, auths }) => ({
  roleType: 'internal' as const,
  name: name[0],
  remark: remark[0],
  auths: completed(auths),
  dataRange: 'all' as const,
}))
