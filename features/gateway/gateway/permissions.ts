// Permissions of the gateways.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'gateway:view': { page: '/manage/eg/gateway', as: 'view' },
  'gateway:add': { page: '/manage/eg/gateway', as: 'add', implies: ['gateway:view'] },
  'gateway:edit': { page: '/manage/eg/gateway', as: 'edit', implies: ['gateway:view'] },
  'gateway:release': { page: '/manage/eg/gateway', as: 'delete', implies: ['gateway:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
