// What an endpoint may ask of its caller. Deny unless declared. [S6]

/** `public` needs no login, `signedIn` any account; the others are granted by role, and each is brought by its room. */
export interface Permissions {
  public: true
  signedIn: true
}
export type Permission = keyof Permissions & string

/**
 * Where a key stands in the table of a role: in the row of a page of the navigation, and there in a column, or as a
 * function with words of its own.
 */
export type PermissionPlace = {
  page: string
  as: PermissionColumn | { en: string; 'zh-cn': string }
  /** Keys that come along, since this one is of no use without them. */
  implies?: readonly string[]
  /** Of the operator's staff, its administrators alone. */
  isForAdmin?: true
  /** It changes what is of all devices: only who sees them all can hold it. */
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
 * Which devices a role sees: all of the organisation, those that its department and those below it made, those that the
 * account made itself, or only what is authorised to it. What is authorised is seen in any case. [S3 dataRange]
 */
export const dataRanges = ['all', 'department', 'own', 'granted'] as const
export type DataRange = (typeof dataRanges)[number]
