// Permissions of two-step sign-in.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'organisation:secure': {
    page: '/manage/orgal/enterprise',
    as: { en: 'Require two-step sign-in', 'zh-cn': '要求两步登录' },
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
