// What an endpoint may ask of its caller. Deny unless declared. [S6]

/** `public` needs no login, `signedIn` any account; the others are granted by role, and each is brought by its room. */
export interface Permissions {
  public: true
  signedIn: true
}
export type Permission = keyof Permissions & string

/** Role types of accounts. [S6]: admin and operation count as operation users, only admin as admin. */
export type RoleType = 'admin' | 'operation' | 'enterprise' | 'internal' | 'external'
