// Permissions of groups.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'group:edit': { page: '/manage/eg/group', as: 'edit', implies: ['equipment:view'], isForAllDevices: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
