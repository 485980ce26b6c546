// Permissions for staff of the platform.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/system/hardware'

export const operatorPermissions = {
  'firmware:view': { page, as: 'view' },
  'firmware:edit': { page, as: 'edit', implies: ['firmware:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
