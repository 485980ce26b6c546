// Permissions of the operation log.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'log:view': { page: '/manage/orgal/log', as: 'view' },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
