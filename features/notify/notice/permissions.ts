// Permissions of this room that staff of the platform may hold.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/system/msg'

export const operatorPermissions = {
  'notice:view': { page, as: 'view' },
  'notice:edit': { page, as: 'edit', implies: ['notice:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
