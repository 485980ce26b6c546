// What staff of the platform may be granted in this room.
export const operatorPermissions = ['platform:admin'] as const

declare module '../../contract/permissions.ts' {
  interface Permissions extends Record<(typeof operatorPermissions)[number], true> {}
}
