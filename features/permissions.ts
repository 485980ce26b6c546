// The permissions of every room: a room brings its own in its `permissions.ts`.
import type { Permission, RoleType } from '../contract/permissions.ts'

type Own = {
  permissions?: readonly Permission[]
  /** Keys of the platform's own staff: what they open is not bound to one organisation. */
  operatorPermissions?: readonly Permission[]
}
const rooms = Object.values(import.meta.glob<Own>('./*/permissions.ts', { eager: true }))
const ofStaff = rooms.flatMap(({ operatorPermissions = [] }) => operatorPermissions)

export const permissions: readonly Permission[] = [
  'public',
  'signedIn',
  ...rooms.flatMap((room) => room.permissions ?? []),
  ...ofStaff,
]

/** Whether the key is one of the platform's own staff. */
export const isOperatorKey = (key: Permission): boolean => ofStaff.includes(key)

/** The keys an account of this role type holds; roles of a finer grain come with the accounts room. */
export function permissionsOf(roleType: RoleType): readonly Permission[] {
  return roleType === 'admin' ? permissions : ['public', 'signedIn']
}
