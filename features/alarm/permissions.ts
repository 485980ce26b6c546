// Who sees alarms, and who deals with them.
import type { PermissionPlaces } from '../../contract/permissions.ts'

const page = '/monitor/alarm'

export const permissions = {
  'alarm:view': { page, as: 'view', implies: ['monitor:view'] },
  'alarm:acknowledge': { page, as: { en: 'Acknowledge', 'zh-cn': '确认报警' }, implies: ['alarm:view'] },
  'alarm:shelve': { page, as: { en: 'Shelve', 'zh-cn': '搁置报警' }, implies: ['alarm:view'] },
  'alarm:export': { page, as: 'export', implies: ['alarm:view'] },
} as const satisfies PermissionPlaces

declare module '../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
