// Permissions of 3D scenes.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/eg/scene'

export const permissions = {
  'scene:view': { page, as: 'view' },
  'scene:edit': { page, as: 'edit', implies: ['scene:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
