// Permissions of this room that staff of the platform may hold.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  // Only administrators of the platform have these permissions: an issuer decides who may sign in, and the platform
  // sends requests to it.
  'signOn:view': { page: '/manage/system/sign-on', as: 'view', isForAdmin: true },
  'signOn:edit': { page: '/manage/system/sign-on', as: 'edit', implies: ['signOn:view'], isForAdmin: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
