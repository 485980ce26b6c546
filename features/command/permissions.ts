// What may be granted in this room.
export const permissions = ['signal:write'] as const

declare module '../../contract/permissions.ts' {
  interface Permissions extends Record<(typeof permissions)[number], true> {}
}
