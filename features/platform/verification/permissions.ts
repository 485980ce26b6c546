// Permissions of this room for the platform's staff.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  // The page shows the codes of all users, so only the platform's administrators may open it.
  'outbox:view': { page: '/manage/system/outbox', as: 'view', isForAdmin: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
