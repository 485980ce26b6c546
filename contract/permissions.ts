// What an endpoint may ask of its caller. Deny unless declared. [S6]

/** `public` needs no login, `signedIn` any account; the others are granted by role. */
export const permissions = [
  'public',
  'signedIn',
  'equipment:view',
  'equipment:edit',
  'signal:write',
  'history:view',
  'gateway:view',
  'gateway:edit',
  'gateway:register',
  'group:edit',
  'log:view',
  'page:edit',
  'platform:admin',
] as const

/** Keys of the platform's own staff: what they open is not bound to one organisation. */
export const isOperatorKey = (key: Permission): boolean => key === 'gateway:register' || key === 'platform:admin'

export type Permission = (typeof permissions)[number]

/** Role types of accounts. [S6]: admin and operation count as operation users, only admin as admin. */
export type RoleType = 'admin' | 'operation' | 'enterprise' | 'internal' | 'external'

/** The keys an account of this role type holds; roles of a finer grain come with the accounts room. */
export function permissionsOf(roleType: RoleType): readonly Permission[] {
  return roleType === 'admin' ? permissions : ['public', 'signedIn']
}
