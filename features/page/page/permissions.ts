// Permissions of pages.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'page:edit': {
    page: '/manage/eg/equipment/list',
    as: { en: 'Configuration pages', 'zh-cn': '组态页面' },
    implies: ['equipment:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
