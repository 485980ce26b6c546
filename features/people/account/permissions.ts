// Permissions of accounts.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const internal = '/manage/account/int'
const external = '/manage/account/ext'
const staff = '/manage/account/op'

export const permissions = {
  'account:view': { page: internal, as: 'view' },
  'account:add': { page: internal, as: 'add', implies: ['account:view'] },
  'account:edit': { page: internal, as: 'edit', implies: ['account:view'] },
  'account:delete': { page: internal, as: 'delete', implies: ['account:view'] },
  'external:view': { page: external, as: 'view' },
  'external:add': { page: external, as: 'add', implies: ['external:view'] },
  'external:edit': { page: external, as: 'edit', implies: ['external:view'] },
} as const satisfies PermissionPlaces

export const operatorPermissions = {
  'staff:view': { page: staff, as: 'view', isForAdmin: true },
  'staff:add': { page: staff, as: 'add', isForAdmin: true, implies: ['staff:view'] },
  'staff:edit': { page: staff, as: 'edit', isForAdmin: true, implies: ['staff:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions | keyof typeof operatorPermissions, true> {}
}
