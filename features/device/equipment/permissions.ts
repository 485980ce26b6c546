// Permissions of devices.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'equipment:view': { page: '/manage/eg/equipment/list', as: 'view', implies: ['monitor:view'] },
  'equipment:add': { page: '/manage/eg/equipment/list', as: 'add', implies: ['equipment:view'] },
  'equipment:edit': { page: '/manage/eg/equipment/list', as: 'edit', implies: ['equipment:view'] },
  'equipment:delete': { page: '/manage/eg/equipment/list', as: 'delete', implies: ['equipment:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
