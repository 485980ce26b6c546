// Permissions of remote downloads.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'gateway:tunnel': {
    page: '/manage/eg/gateway',
    as: { en: 'Remote download', 'zh-cn': '远程下载' },
    implies: ['gateway:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
