// What may be granted in this room.
export const permissions = ['shiftNote:view', 'shiftNote:edit'] as const

declare module '../../contract/permissions.ts' {
  interface Permissions extends Record<(typeof permissions)[number], true> {}
}
