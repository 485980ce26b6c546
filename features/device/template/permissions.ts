// Permissions for templates. Each applies to all templates of the organisation.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

export const permissions = {
  'template:view': { page: '/manage/eg/template/list', as: 'view' },
  'template:add': { page: '/manage/eg/template/list', as: 'add', implies: ['template:view'] },
  'template:edit': { page: '/manage/eg/template/list', as: 'edit', implies: ['template:view'] },
  'template:delete': { page: '/manage/eg/template/list', as: 'delete', implies: ['template:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
