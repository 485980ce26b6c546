// What staff of the platform may be granted in this room.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  // The platform asks an issuer by itself, and believes what it says of people: the platform's administrators alone.
  'signOn:view': { page: '/manage/system/sign-on', as: 'view', isForAdmin: true },
  'signOn:edit': { page: '/manage/system/sign-on', as: 'edit', implies: ['signOn:view'], isForAdmin: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
