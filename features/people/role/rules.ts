// What may be in a role, and who may put it there. Used by the server and by the page.
import type { Named } from '../../../contract/errors.ts'
import { type DataRange, dataRanges, type Permission } from '../../../contract/permissions.ts'
import { type PlacedPermission, placedPermissions, placeOf } from '../../frame/permissions.ts'
import { beyond, canHold, withImplied } from '../access/rules.ts'
import type { OwnRoleType, Role } from './contract.ts'

export type Rights = Pick<Role, 'auths' | 'dataRange' | 'regions'>

/** The keys that roles of a type can have, in the order of the rooms. */
export const keysFor = (roleType: OwnRoleType): readonly PlacedPermission[] =>
  placedPermissions.filter((place) => canHold(roleType, place))

/** The keys with those that they imply, in one order: equal roles are equal lists. */
export function completed(auths: Iterable<string>): Permission[] {
  const all = withImplied(auths)
  return placedPermissions.map(({ key }) => key).filter((key) => all.has(key))
}

/** Keys without one, and without those that are of no use then. */
export function without(auths: readonly Permission[], key: Permission): Permission[] {
  const needs = (each: Permission) => withImplied([each]).has(key)
  return auths.filter((each) => !needs(each))
}

/** Regions trimmed, each once. */
export const distinct = (regions: readonly string[] | null): string[] | null => regions && [...new Set(regions)]

/** The field at fault, where a type of role cannot have such rights. */
export function cannotHave(roleType: OwnRoleType, { auths, dataRange }: Rights): 'auths' | 'dataRange' | undefined {
  const known = new Set(keysFor(roleType).map(({ key }) => key))
  if (auths.some((key) => !known.has(key))) return 'auths'
  return roleType === 'external' && dataRange !== 'granted' ? 'dataRange' : undefined
}

/** How much a range holds: more comes first. */
const size = (range: DataRange): number => dataRanges.length - dataRanges.indexOf(range)

/** Who holds less cannot give the range. */
export const isWider = (range: DataRange, own: DataRange): boolean => size(range) > size(own)

const isBeyondRegions = (regions: readonly string[] | null, own: readonly string[] | null): readonly string[] =>
  own === null ? [] : regions === null ? ['*'] : regions.filter((region) => !own.includes(region))

export type Lack = { kind: 'key'; key: Permission } | { kind: 'dataRange' } | { kind: 'region'; region: string }

/** What a change adds to a role that its author does not hold himself. What was in it before may stay. */
export function lacksOf(own: Rights, before: Rights | undefined, after: Rights): Lack[] {
  const added = after.auths.filter((key) => !before?.auths.includes(key))
  const isRangeNew = before?.dataRange !== after.dataRange
  const regionsBefore = before ? isBeyondRegions(before.regions, own.regions) : []
  const regions = isBeyondRegions(after.regions, own.regions).filter((region) => !regionsBefore.includes(region))
  return [
    ...beyond(own.auths, added).map((key): Lack => ({ kind: 'key', key })),
    ...(isRangeNew && isWider(after.dataRange, own.dataRange) ? [{ kind: 'dataRange' } as const] : []),
    ...regions.map((region): Lack => ({ kind: 'region', region })),
  ]
}

/** A role that accounts have stays. */
export function cannotDelete(members: readonly string[], total: number): Named | undefined {
  if (total === 0) return undefined
  return { error: 'inUse', details: { reason: members.join(', ') + (total > members.length ? ' …' : '') } }
}

/** A change of a role as it is listed before it is saved. */
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
    // Who sees all regions loses none.
    ...(after.regions === null ? [] : added(now, own)).map(
      (region) => ({ kind: 'region', added: false, region }) as const,
    ),
  ]
}

/** Keys that only look: for these it is enough to see the device. */
export const isReading = (key: Permission): boolean => /:(view|export)$/.test(key) || key.startsWith('monitor_')

/** Keys that are about devices: what they open depends on which devices one sees. */
export const isAboutDevices = (key: Permission): boolean =>
  /^\/(monitor|manage\/eg\/equipment)\//.test(placeOf(key)?.page ?? '')

/** A role as the log tells it: in words, for people and for machines alike. */
export const loggedOf = ({ name, remark, auths, dataRange, regions }: Editable) => ({
  name,
  remark,
  auths: auths.join(', '),
  dataRange,
  regions: regions?.join(', ') ?? '*',
})

/** The same read back; nothing where a line holds no role. */
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

// The roles that a new organisation has. Their names are English and have their translation into Chinese.
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

/** From the least to the most: each may do what the one before may. */
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

/** Both languages of their names and remarks. */
export const starterWords: readonly Words[] = starterRoles.flatMap(({ name, remark }) => [name, remark])

/** The stored rows: of accounts of the organisation, over all of its devices. */
export const starterRows = starterRoles.map(({ name, remark, auths }) => ({
  roleType: 'internal' as const,
  name: name[0],
  remark: remark[0],
  auths: completed(auths),
  dataRange: 'all' as const,
}))
