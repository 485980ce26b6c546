// Devices and groups authorised to accounts and roles, to be seen or also written to. [S6] [S8 1121-1127]
import { z } from 'zod'
import { done, post } from '../../contract/endpoint.ts'
import { AccountId, EquipmentId, GrantId, GroupId, Instant, maybeText, RoleId } from '../../contract/fields.ts'

export const Grant = z.object({
  id: GrantId,
  /** Null for a role, and for an account of another organisation. */
  accountId: AccountId.nullable(),
  roleId: RoleId.nullable(),
  /** Name of the account or role; of a guest, its login name. */
  subject: z.string(),
  loginname: z.string().nullable(),
  isGuest: z.boolean(),
  equipmentId: EquipmentId.nullable(),
  groupId: GroupId.nullable(),
  object: z.string(),
  /** Devices that come by it, as far as the caller sees them. */
  devices: z.number(),
  mayWrite: z.boolean(),
  createdAt: Instant,
})
export type Grant = z.output<typeof Grant>

const subject = { accountId: AccountId.nullish(), roleId: RoleId.nullish() }
const object = { equipmentId: EquipmentId.nullish(), groupId: GroupId.nullish() }
const on = { account: 'accountId', role: 'roleId', equipment: 'equipmentId', group: 'groupId' } as const

export const queryGrants = post('/lfscada/grant/query', {
  may: 'role:view',
  on,
  about: 'What is authorised: of an account, a role, a device (also by its groups) or a group; newest first.',
  input: z.object({ ...subject, ...object }),
  output: z.array(Grant),
})

export const addGrant = post('/lfscada/grant/add', {
  may: 'grant:edit',
  on,
  confirmed: true,
  beside: true,
  about:
    'Authorises one device or group to one role, one account of the organisation, or one of another by its login name.',
  input: z.object({ ...subject, loginname: maybeText(50), ...object, mayWrite: z.boolean().default(false) }),
  output: z.object({ id: GrantId }),
})

export const editGrant = post('/lfscada/grant/edit', {
  may: 'grant:edit',
  on: { accessGrant: 'id' },
  confirmed: true,
  about: 'Changes an authorisation between viewing and writing.',
  input: z.object({ id: GrantId, mayWrite: z.boolean() }),
  output: done,
})

export const deleteGrant = post('/lfscada/grant/delete', {
  may: 'grant:edit',
  on: { accessGrant: 'id' },
  confirmed: true,
  about: 'Withdraws an authorisation, at once.',
  input: z.object({ id: GrantId }),
  output: done,
})
