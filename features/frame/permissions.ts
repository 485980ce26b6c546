// The permissions of all rooms: each room declares its own in `permissions.ts`, with their places in the table of a
// role. `features/people/access/rules.ts` decides which of them an account holds.
import type { Permission, PermissionPlace, PermissionPlaces } from '../../contract/permissions.ts'
import { isSent } from './message-types.ts'

type Own = {
  permissions?: PermissionPlaces
  /** Keys of the platform's own staff, which apply to all organisations. */
  operatorPermissions?: PermissionPlaces
}
const rooms = Object.values(import.meta.glob<Own>('../*/*/permissions.ts', { eager: true }))

export type PlacedPermission = PermissionPlace & { key: Permission; isOperators: boolean }

const placed = (places: PermissionPlaces = {}, isOperators: boolean): PlacedPermission[] =>
  Object.entries(places).map(([key, place]) => ({ ...place, key: key as Permission, isOperators }))

/** Every permission that a role may have, with its place. */
export const placedPermissions: readonly PlacedPermission[] = rooms.flatMap((room) => [
  ...placed(room.permissions, false),
  ...placed(room.operatorPermissions, true),
])

/** The keys that screens offer: all but those for objects that no room of this platform has. */
export const offeredPermissions: readonly PlacedPermission[] = placedPermissions.filter(
  ({ needsMessages }) => needsMessages === undefined || isSent(needsMessages),
)

const byKey = new Map(placedPermissions.map((place) => [place.key, place]))

/** The place of a key; undefined for keys that every account has. */
export const placeOf = (key: Permission): PlacedPermission | undefined => byKey.get(key)

/** True for a permission of the platform's own staff. */
export const isOperatorKey = (key: Permission): boolean => byKey.get(key)?.isOperators ?? false
