// Permissions of this room for the platform's staff.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  'feedback:view': { page: '/manage/system/feedback', as: 'view' },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
