// Permissions of projects.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/eg/project/list'

export const permissions = {
  'project:view': { page, as: 'view', implies: ['monitor:view'] },
  'project:edit': { page, as: 'edit', implies: ['project:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
