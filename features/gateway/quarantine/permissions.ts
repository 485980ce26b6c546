// Permissions for staff of the platform.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  'platform:admin': { page: '/manage/system/history-quarantine', as: 'edit', isForAdmin: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
