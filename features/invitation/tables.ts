// Invitations of an organisation, and who used them.
import type { Generated } from 'kysely'
import type { RoomScopes } from '../../db/sight.ts'

type Invitation = {
  id: Generated<number>
  orgId: number
  codeHash: Buffer
  roleType: 'internal' | 'external'
  roleId: number | null
  /** Stays when the role goes. */
  roleName: string | null
  departmentId: number | null
  email: string | null
  maxUses: number
  expiresAt: number
  revokedAt: number | null
  createdAt: number
  createdBy: number | null
  creator: string
}

type InvitationUse = {
  id: Generated<number>
  orgId: number
  invitationId: number
  accountId: number | null
  loginname: string
  usedAt: number
}

declare module '../../db/schema.ts' {
  interface RoomTables {
    invitation: Invitation
    invitationUse: InvitationUse
  }
}

export const scopes: Pick<RoomScopes, 'invitation' | 'invitationUse'> = {
  invitation: { org: 'orgId' },
  invitationUse: { org: 'orgId' },
}
