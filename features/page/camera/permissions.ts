// What may be granted in this room. Who watches a page needs none of it for the cameras on it.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  // Whoever has the account sees every camera of the organisation.
  'openys:edit': { page: '/manage/openys', as: 'edit', isForAllDevices: true },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
