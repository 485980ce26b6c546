// Permissions for staff of the platform.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const operatorPermissions = {
  'gateway:register': {
    page: '/manage/eg/gateway',
    as: { en: 'Register', 'zh-cn': '登记' },
    implies: ['gateway:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof operatorPermissions, true> {}
}
