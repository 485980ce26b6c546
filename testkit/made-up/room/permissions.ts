// Permissions of shift notes.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'shiftNote:view': { page: '/monitor/eg/list', as: { en: 'Shift notes', 'zh-cn': '交班记录' } },
  'shiftNote:edit': {
    page: '/monitor/eg/list',
    as: { en: 'Write shift notes', 'zh-cn': '填写交班记录' },
    implies: ['shiftNote:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
