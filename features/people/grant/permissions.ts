// Permissions of authorisations.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'grant:edit': {
    page: '/manage/orgal/role',
    as: { en: 'Authorise', 'zh-cn': '授权' },
    implies: ['role:view', 'monitor:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
