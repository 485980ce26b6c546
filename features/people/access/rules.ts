// Permissions of an account, and the devices it sees. [S6] [DESIGN 10 Permission as data]
import type { DataRange, Permission, RoleType } from '../../../contract/permissions.ts'
import { type PlacedPermission, placedPermissions, placeOf } from '../../frame/permissions.ts'

/** The fields of a role that decide permissions. */
export type RoleRights = {
  auths: readonly string[]
  dataRange: DataRange
  /** Regions of pages that the role may see; null: all. */
  regions: readonly string[] | null
}

/** The caller, in the organisation that the session acts in. */
export type SessionRights = {
  roleType: RoleType
  /** The account belongs to another organisation: in the present one it may only do what it was authorised to. */
  isGuest: boolean
  role: RoleRights | null
}

/** Whether accounts of a role type can have a permission at all, whatever their role. */
export function canHold(roleType: RoleType, { isOperators, isForAdmin, page }: PlacedPermission): boolean {
  if (roleType === 'admin') return true
  if (isForAdmin || (isOperators && roleType !== 'operation')) return false
  // Customers view, and write where authorised; they manage nothing of their supplier.
  return roleType !== 'external' || page.startsWith('/monitor/')
}

/** The permissions of an account that has no role. */
function usual(roleType: RoleType): readonly Permission[] {
  switch (roleType) {
    case 'admin':
    case 'enterprise':
      return placedPermissions.map(({ key }) => key)
    case 'operation':
      return placedPermissions.filter(({ isOperators }) => isOperators).map(({ key }) => key)
    default:
      return ['monitor:view', 'history:view']
  }
}

const ofGuests: readonly Permission[] = ['monitor:view', 'history:view', 'history:export', 'signal:write']

/** The permissions and those they imply. */
export function withImplied(keys: Iterable<string>): Set<Permission> {
  const all = new Set(keys as Iterable<Permission>)
  // A set that grows while it is iterated is iterated to its end.
  for (const key of all) for (const implied of placeOf(key)?.implies ?? []) all.add(implied as Permission)
  return all
}

/** The permissions of an account. */
export function authsOf({ roleType, isGuest, role }: SessionRights): Permission[] {
  const base = isGuest ? ofGuests : isFixed(roleType) ? usual(roleType) : (role?.auths ?? usual(roleType))
  const seesAll = rangeOf({ roleType, isGuest, role }) === 'all'
  const held = [...withImplied(base)].filter((key) => {
    const place = placeOf(key)
    if (!place || (place.isForAllDevices && !seesAll)) return false
    return canHold(isGuest ? 'external' : roleType, place)
  })
  return ['public', 'signedIn', ...held]
}

/** Permissions of an API key: those granted to it that its account still has. */
export const authsOfKey = (own: readonly Permission[], given: readonly string[]): Permission[] =>
  own.filter((key) => key === 'public' || key === 'signedIn' || given.includes(key))

/** The administrators of the platform and of an organisation. */
export const fixedTypes = ['admin', 'enterprise'] as const satisfies RoleType[]

/** Accounts with fixed permissions, which no role reduces. */
export const isFixed = (roleType: RoleType): boolean => fixedTypes.some((each) => each === roleType)

/** Devices that an account sees apart from its grants. */
export function rangeOf({ roleType, isGuest, role }: SessionRights): DataRange {
  if (isGuest || roleType === 'external') return 'granted'
  if (isFixed(roleType)) return 'all'
  return role?.dataRange ?? 'granted'
}

/** Regions of pages that an account sees; null: all. [S3 authRegion] */
export function regionsOf({ roleType, isGuest, role }: SessionRights): readonly string[] | null {
  if (isGuest) return []
  if (isFixed(roleType)) return null
  return role ? role.regions : []
}

/** Permissions that an account cannot assign because it lacks them. */
export const beyond = (own: readonly Permission[], given: Iterable<string>): Permission[] =>
  [...withImplied(given)].filter((key) => !own.includes(key))
