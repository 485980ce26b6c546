// Permissions of API keys.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/api/list'

export const permissions = {
  'api:view': { page, as: 'view' },
  'api:edit': { page, as: { en: 'Authorise', 'zh-cn': '授权' }, implies: ['api:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
