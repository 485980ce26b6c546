// Permissions of history.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'history:view': { page: '/monitor/eg/list', as: { en: 'History', 'zh-cn': '历史' }, implies: ['monitor:view'] },
  'history:export': { page: '/monitor/eg/list', as: 'export', implies: ['history:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
