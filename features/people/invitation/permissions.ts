// Permissions of invitations.
import type { PermissionPlaces } from '../../../contract/permissions.ts'

const page = '/manage/account/enroll'

export const permissions = {
  'invitation:view': { page, as: 'view' },
  'invitation:edit': { page, as: 'edit', implies: ['invitation:view'] },
} as const satisfies PermissionPlaces

declare module '../../../contract/permissions.ts' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}
