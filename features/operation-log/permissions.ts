// What may be granted in this room.
export const permissions = ['log:view'] as const

declare module '../../contract/permissions.ts' {
  interface Permissions extends Record<(typeof permissions)[number], true> {}
}
