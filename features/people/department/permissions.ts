// Permissions of departments.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'department:edit': { page: '/manage/orgal/dept', as: 'edit', implies: ['role:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
