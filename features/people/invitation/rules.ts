// Whether an invitation is still good, and whether who made it may still give what it gives. [S6]
import type { Permission, RoleType } from '../../../contract/permissions.ts'
import { authsOf, type RoleRights, rangeOf, regionsOf } from '../access/rules.ts'
import { beyondGiver, type Giver } from '../account/rules.ts'
import type { InvitationState, InvitedType } from './contract.ts'

/** The key by which accounts of a type are added: whoever lacks it invites none either. */
export const adds = { internal: 'account:add', external: 'external:add' } as const satisfies Record<
  InvitedType,
  Permission
>

/** What is needed to give by a link: the account that made it, as it is now; null: it is gone. */
export type Maker = { roleType: RoleType; disabled: boolean; role: RoleRights | null } | null

const giverOf = (maker: NonNullable<Maker>): Giver => {
  const stand = { ...maker, isGuest: false }
  return { auths: authsOf(stand), dataRange: rangeOf(stand), regions: regionsOf(stand) }
}

/** Whether somebody who holds this may make a link for such accounts. */
const mayInvite = (giver: Giver, roleType: InvitedType, role: RoleRights | null): boolean =>
  giver.auths.includes('invitation:edit') &&
  giver.auths.includes(adds[roleType]) &&
  beyondGiver(giver, roleType, role).length === 0

/** Whether who made a link still may. */
export const stillMay = (maker: Maker, roleType: InvitedType, role: RoleRights | null): boolean =>
  maker !== null && !maker.disabled && mayInvite(giverOf(maker), roleType, role)

export type Kept = {
  roleType: InvitedType
  revokedAt: number | null
  expiresAt: number
  maxUses: number
  used: number
  /** It was for a role that is deleted. */
  isRoleGone: boolean
}

/** Revoked, used up and expired come before what its maker may. */
export function stateOf(kept: Kept, maker: Maker, role: RoleRights | null, now: number): InvitationState {
  if (kept.revokedAt !== null) return 'revoked'
  if (kept.used >= kept.maxUses) return 'used'
  if (kept.expiresAt <= now) return 'expired'
  return !kept.isRoleGone && stillMay(maker, kept.roleType, role) ? 'open' : 'void'
}
