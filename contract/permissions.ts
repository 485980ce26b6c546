// Permissions that an endpoint can require of its caller. Deny unless declared. [S6]

/**
 * `public` needs no login, `signedIn` any account; the others are granted by role, and each is declared by its room.
 */
export interface Permissions {
  public: true
  signedIn: true
}
export type Permission = keyof Permissions & string

/**
 * The place of a key in the table of a role: the row of a page of the navigation, and in it a column, or a function
 * with its own name.
 */
export type PermissionPlace = {
  page: string
  as: PermissionColumn | { en: string; 'zh-cn': string }
  /** Keys that are granted with this one, which is useless without them. */
  implies?: readonly string[]
  /** If the key is one of the operator's staff: only administrators can have it. */
  isForAdmin?: true
  /** The type of messages about the objects of this key: it is offered only where a room sends such messages. */
  needsMessages?: string
  /** The key changes something of all devices: only an account that sees all of them can hold it. */
  isForAllDevices?: true
}
export const permissionColumns = ['view', 'add', 'edit', 'delete', 'export'] as const
export type PermissionColumn = (typeof permissionColumns)[number]
/** The keys of a room, each with its place. */
export type PermissionPlaces = Readonly<Record<string, PermissionPlace>>

/** Role types of accounts. [S6]: admin and operation count as operation users, only admin as admin. */
export const roleTypes = ['admin', 'operation', 'enterprise', 'internal', 'external'] as const
export type RoleType = (typeof roleTypes)[number]

/**
 * The devices that a role sees: all of the organisation, those made by its department and the departments below it,
 * those made by the account itself, or only those authorised to it. Authorised devices are always visible.
 * [S3 dataRange]
 */
export const dataRanges = ['all', 'department', 'own', 'granted'] as const
export type DataRange = (typeof dataRanges)[number]
