// Invitations of an organisation, and their uses.
import type { Generated } from 'kysely'
import type { AccountId, DepartmentId, OrgId, RoleId } from '../../../contract/fields.ts'
import type { RoomScopes } from '../../../db/sight.ts'

type Invitation = {
  id: Generated<number>
  orgId: OrgId
  codeHash: Buffer
  roleType: 'internal' | 'external'
  roleId: RoleId | null
  /** Name of the role, which remains after the role is deleted. */
  roleName: string | null
  departmentId: DepartmentId | null
  email: string | null
  maxUses: number
  expiresAt: number
  revokedAt: number | null
  createdAt: number
  createdBy: AccountId | null
  creator: string
}

type InvitationUse = {
  id: Generated<number>
  orgId: OrgId
  invitationId: number
  accountId: AccountId | null
  loginname: string
  usedAt: number
}

/** The open registration of a role. */
type Registration = {
  roleId: RoleId
  orgId: OrgId
  /** Hash of the uuid in the link. */
  uuidHash: Buffer
  untilAt: number
  createdBy: AccountId | null
}

declare module '../../../db/schema.ts' {
  interface RoomTables {
    invitation: Invitation
    invitationUse: InvitationUse
    registration: Registration
  }
}

export const scopes: Pick<RoomScopes, 'invitation' | 'invitationUse' | 'registration'> = {
  invitation: { org: 'orgId' },
  invitationUse: { org: 'orgId' },
  registration: { org: 'orgId' },
}
