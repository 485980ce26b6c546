// The permissions of every room: a room brings its own in its `permissions.ts`, each with its place in the table of a
// role. What an account holds of them, `features/people/access/rules.ts` says.
import type { Permission, PermissionPlace, PermissionPlaces } from '../../contract/permissions.ts'

type Own = {
  permissions?: PermissionPlaces
  /** Keys of the platform's own staff: what they open is not bound to one organisation. */
  operatorPermissions?: PermissionPlaces
}
const rooms = Object.values(import.meta.glob<Own>('../*/*/permissions.ts', { eager: true }))

export type PlacedPermission = PermissionPlace & { key: Permission; isOperators: boolean }

const placed = (places: PermissionPlaces = {}, isOperators: boolean): PlacedPermission[] =>
  Object.entries(places).map(([key, place]) => ({ ...place, key: key as Permission, isOperators }))

/** Every key that a role may hold, with its place. */
export const placedPermissions: readonly PlacedPermission[] = rooms.flatMap((room) => [
  ...placed(room.permissions, false),
  ...placed(room.operatorPermissions, true),
])

const byKey = new Map(placedPermissions.map((place) => [place.key, place]))

export const permissions: readonly Permission[] = ['public', 'signedIn', ...byKey.keys()]

/** Where a key stands; nothing for those that every account has. */
export const placeOf = (key: Permission): PlacedPermission | undefined => byKey.get(key)

/** Whether the key is one of the platform's own staff. */
export const isOperatorKey = (key: Permission): boolean => byKey.get(key)?.isOperators ?? false
