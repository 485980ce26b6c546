// Permissions of shares.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'share:edit': {
    page: '/manage/eg/equipment/list',
    as: { en: 'Share publicly', 'zh-cn': '公开分享' },
    implies: ['monitor:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
