// Whether an invitation is valid, and whether its creator may still assign its rights. [S6]
import type { Permission, RoleType } from '../../../contract/permissions.ts'
import { authsOf, type RoleRights, rangeOf, regionsOf } from '../access/rules.ts'
import { beyondGiver, type Giver } from '../account/rules.ts'
import type { InvitationState, InvitedType } from './contract.ts'

/** Permission for adding accounts of a type; inviting them needs it too. */
export const adds = { internal: 'account:add', external: 'external:add' } as const satisfies Record<
  InvitedType,
  Permission
>

/** The creator of a link with its current rights; null: deleted. */
export type Maker = { roleType: RoleType; disabled: boolean; role: RoleRights | null } | null

const giverOf = (maker: NonNullable<Maker>): Giver => {
  const stand = { ...maker, isGuest: false }
  return { auths: authsOf(stand), dataRange: rangeOf(stand), regions: regionsOf(stand) }
}

/** Whether an account with these rights may create a link for such accounts. */
const mayInvite = (giver: Giver, roleType: InvitedType, role: RoleRights | null): boolean =>
  giver.auths.includes('invitation:edit') &&
  giver.auths.includes(adds[roleType]) &&
  beyondGiver(giver, roleType, role).length === 0

/** Whether the creator of a link may still create such links. */
export const stillMay = (maker: Maker, roleType: InvitedType, role: RoleRights | null): boolean =>
  maker !== null && !maker.disabled && mayInvite(giverOf(maker), roleType, role)

export type Kept = {
  roleType: InvitedType
  revokedAt: number | null
  expiresAt: number
  maxUses: number
  used: number
  /** The role of the invitation was deleted. */
  isRoleGone: boolean
}

/** Revoked, used and expired take precedence over the creator's rights. */
export function stateOf(kept: Kept, maker: Maker, role: RoleRights | null, now: number): InvitationState {
  if (kept.revokedAt !== null) return 'revoked'
  if (kept.used >= kept.maxUses) return 'used'
  if (kept.expiresAt <= now) return 'expired'
  return !kept.isRoleGone && stillMay(maker, kept.roleType, role) ? 'open' : 'void'
}
