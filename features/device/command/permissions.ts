// Permissions of commands.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'signal:write': {
    page: '/monitor/eg/list',
    as: { en: 'Write values', 'zh-cn': '写入数据' },
    implies: ['monitor:view'],
  },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
