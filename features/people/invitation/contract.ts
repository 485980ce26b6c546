// Self-service accounts: created by an invitation, or by the open registration of a role. [S2 /enroll, /register]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { DepartmentId, Instant, idOf, numeric, pageOf, paging, RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { NewPassword } from '../../../contract/new-password.ts'
import { Email, Loginname, Phone, PlainName } from '../account/contract.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    InvitationId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    invitation: InvitationId
  }
}

const InvitationId = idOf('InvitationId')
type InvitationId = z.output<typeof InvitationId>

export const invitedTypes = ['internal', 'external'] as const
export type InvitedType = (typeof invitedTypes)[number]

/**
 * State of an invitation. `open`: usable. `void`: its creator may no longer assign these rights, or its role was
 * deleted.
 */
const invitationStates = ['open', 'used', 'expired', 'revoked', 'void'] as const
export type InvitationState = (typeof invitationStates)[number]

export const Invitation = z.object({
  id: InvitationId,
  roleType: z.enum(invitedTypes),
  roleName: z.string().nullable(),
  departmentName: z.string().nullable(),
  email: z.string().nullable(),
  maxUses: z.number(),
  uses: z.array(z.object({ loginname: z.string(), usedAt: Instant })),
  expiresAt: Instant,
  createdAt: Instant,
  creator: z.string(),
  state: z.enum(invitationStates),
})
export type Invitation = z.output<typeof Invitation>

const days = numeric(z.number().int().min(1).max(limits.invitationDays))

export const queryInvitations = post('/lfscada/invitation/query', {
  may: 'invitation:view',
  about: 'The invitations of the organisation, newest first, with who used them.',
  input: z.object({ ...paging }),
  output: pageOf(Invitation),
})

export const addInvitation = post('/lfscada/invitation/add', {
  may: 'invitation:edit',
  on: { role: 'roleId', department: 'departmentId' },
  refers: ['roleId'],
  confirmed: true,
  about: 'Creates an invitation. Only this answer contains the code of its link.',
  input: z.object({
    roleType: z.enum(invitedTypes),
    roleId: RoleId.nullable().default(null),
    departmentId: DepartmentId.nullable().default(null),
    /** Address of the invited person; becomes the address of the account. */
    email: Email,
    days,
    uses: numeric(z.number().int().min(1).max(limits.invitationUses)),
  }),
  output: z.object({ id: InvitationId, code: z.string() }),
})

export const revokeInvitation = post('/lfscada/invitation/revoke', {
  may: 'invitation:edit',
  on: { invitation: 'id' },
  about: 'Revokes an invitation; the accounts made by it stay.',
  input: z.object({ id: InvitationId }),
  output: done,
})

export const Registration = z.object({
  roleId: RoleId,
  name: z.string(),
  roleType: z.enum(invitedTypes),
  isOpen: z.boolean(),
  until: Instant.nullable(),
  /** The account that opened it may no longer assign this role. */
  isVoid: z.boolean(),
})
export type Registration = z.output<typeof Registration>

export const queryRegistrations = post('/lfscada/invitation/register/query', {
  may: 'invitation:view',
  about: 'The roles of the organisation, and for which of them the registration is open.',
  input: nothing,
  output: z.array(Registration),
})

export const openRegistration = post('/lfscada/invitation/register/open', {
  may: 'invitation:edit',
  on: { role: 'roleId' },
  refers: ['roleId'],
  confirmed: true,
  about:
    'Opens the registration for a role under a new link, which is answered this once; accounts made by it wait until they are enabled.',
  input: z.object({ roleId: RoleId, days }),
  output: z.object({ uuid: z.string() }),
})

export const closeRegistration = post('/lfscada/invitation/register/close', {
  may: 'invitation:edit',
  on: { role: 'roleId' },
  refers: ['roleId'],
  about: 'Closes the registration for a role; its link becomes invalid.',
  input: z.object({ roleId: RoleId }),
  output: done,
})

const code = z.string().trim().min(1).max(100)
const roleuuid = z.string().trim().min(1).max(100)
const newcomer = {
  loginname: Loginname,
  name: PlainName(30),
  phone: Phone,
  email: Email,
  password: NewPassword,
  /** The captcha and its proof of work, if `showVcode` for `enroll` requires them. */
  vcode: z.string().trim().max(10).optional(),
  work: z.string().trim().max(20).optional(),
}

/** The offer shown to a newcomer. */
export const Offer = z.object({
  orgName: z.string(),
  roleType: z.enum(invitedTypes),
  /** Address that the invitation is for. */
  email: z.string().nullable(),
  until: Instant,
})
export type Offer = z.output<typeof Offer>

const Enrolled = z.object({ loginname: z.string(), orgName: z.string(), isEnabled: z.boolean() })
export type Enrolled = z.output<typeof Enrolled>

export const enrollInfo = post('/lfscada/enroll/info', {
  may: 'public',
  about: 'What an invitation is for.',
  input: z.object({ code }),
  output: Offer,
})

export const enroll = post('/lfscada/enroll/accept', {
  may: 'public',
  about: 'Makes an account by an invitation. A phone or an e-mail that another account has is left out.',
  input: z.object({ code, ...newcomer }),
  output: Enrolled,
})

export const registerInfo = post('/lfscada/register/info', {
  may: 'public',
  about: 'What the open registration of a role is for.',
  input: z.object({ roleuuid }),
  output: Offer,
})

export const register = post('/lfscada/register/accept', {
  may: 'public',
  about:
    'Makes an account by the open registration of a role, always with a captcha. It takes a place when an administrator enables it, and is removed if nobody does within 14 days.',
  input: z.object({ roleuuid, ...newcomer }),
  output: Enrolled,
})
