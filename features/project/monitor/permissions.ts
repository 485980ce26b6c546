// Permissions of monitoring.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'monitor:view': { page: '/monitor/eg/list', as: 'view' },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
