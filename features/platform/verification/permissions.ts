// What staff of the platform may be granted in this room.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  // The codes of everybody can be read there: the platform's administrators alone.
  'outbox:view': { page: '/manage/system/outbox', as: 'view', isForAdmin: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
