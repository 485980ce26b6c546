// Permissions of enterprises.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/account/co'
const ownPage = '/manage/orgal/enterprise'

export const permissions = {
  'organisation:view': { page: ownPage, as: 'view' },
  'organisation:edit': { page: ownPage, as: 'edit', implies: ['organisation:view'] },
} as const satisfies PermissionPlaces

export const operatorPermissions = {
  'enterprise:view': { page, as: 'view' },
  'enterprise:edit': { page, as: 'edit', implies: ['enterprise:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions | keyof typeof operatorPermissions, true> {}
}
