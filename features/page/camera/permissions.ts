// Permissions of cameras. Viewers of a page need none of them for the cameras on the page.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  // The account gives access to every camera of the organisation.
  'openys:edit': { page: '/manage/openys', as: 'edit', isForAllDevices: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
