// Permissions of roles.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'role:view': { page: '/manage/orgal/role', as: 'view' },
  'role:edit': { page: '/manage/orgal/role', as: 'edit', implies: ['role:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
