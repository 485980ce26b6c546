// Authorisation of devices, groups and projects to accounts and roles, to view or also to write. [S6] [S8 1121-1127]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import {
  AccountId,
  EquipmentId,
  GrantId,
  GroupId,
  Instant,
  maybeText,
  ProjectId,
  RoleId,
} from '../../../contract/fields.ts'

export const Grant = z.object({
  id: GrantId,
  /** Id of the account; null for a role, and for an account of another organisation. */
  accountId: AccountId.nullable(),
  roleId: RoleId.nullable(),
  /** Name of the account or role; login name of a guest. */
  subject: z.string(),
  loginname: z.string().nullable(),
  isGuest: z.boolean(),
  equipmentId: EquipmentId.nullable(),
  groupId: GroupId.nullable(),
  projectId: ProjectId.nullable(),
  object: z.string(),
  /** Number of visible devices that the grant covers; 0 for a project. */
  devices: z.number(),
  mayWrite: z.boolean(),
  createdAt: Instant,
})
export type Grant = z.output<typeof Grant>

const subject = { accountId: AccountId.nullish(), roleId: RoleId.nullish() }
const onSubject = { account: 'accountId', role: 'roleId' } as const
const object = { equipmentId: EquipmentId.nullish(), groupId: GroupId.nullish() }
const onObject = { equipment: 'equipmentId', group: 'groupId' } as const
const right = { loginname: maybeText(50), mayWrite: z.boolean().default(false) }

export const queryGrants = post('/lfscada/grant/query', {
  may: 'role:view',
  on: { ...onSubject, ...onObject },
  about: 'What is authorised: of an account, a role, a device (also by its groups) or a group; newest first.',
  input: z.object({ ...subject, ...object }),
  output: z.array(Grant),
})

export const addGrant = post('/lfscada/grant/add', {
  may: 'grant:edit',
  on: { ...onSubject, ...onObject },
  confirmed: true,
  beside: true,
  about:
    'Authorises one device or group to one role, one account of the organisation, or one of another by its login name.',
  input: z.object({ ...subject, ...object, ...right }),
  output: z.object({ id: GrantId }),
})

const change = {
  may: 'grant:edit',
  on: { accessGrant: 'id' },
  beside: true,
  confirmed: true,
  about: 'Changes an authorisation between viewing and writing; of a project, between its pages watched and edited.',
  input: z.object({ id: GrantId, mayWrite: z.boolean() }),
  output: done,
} as const

const withdrawal = {
  may: 'grant:edit',
  on: { accessGrant: 'id' },
  beside: true,
  confirmed: true,
  about: 'Withdraws an authorisation immediately.',
  input: z.object({ id: GrantId }),
  output: done,
} as const

export const editGrant = post('/lfscada/grant/edit', change)
export const deleteGrant = post('/lfscada/grant/delete', withdrawal)

// A project includes its pages; its devices need their own authorisation. [S7 Projects]

export const queryProjectGrants = post('/lfscada/project/pmsn/query', {
  may: 'role:view',
  on: { project: 'projectId' },
  about: 'Lists the accounts and roles that a project is authorised to, newest first.',
  input: z.object({ projectId: ProjectId }),
  output: z.array(Grant),
})

export const queryWithoutGrant = post('/lfscada/project/pmsn/queryNoPmsnUser', {
  may: 'role:view',
  on: { project: 'projectId' },
  about:
    'Accounts of the organisation that a project is not authorised to yet, by name, 200 at most; without those that see all projects.',
  input: z.object({ projectId: ProjectId, keyword: maybeText(50) }),
  output: z.array(z.object({ accountId: AccountId, loginname: z.string(), name: z.string() })),
})

export const addProjectGrant = post('/lfscada/project/pmsn/add', {
  may: 'grant:edit',
  on: { project: 'projectId', ...onSubject },
  confirmed: true,
  beside: true,
  about: 'Authorises a project to one role, one account of the organisation, or one of another by its login name.',
  input: z.object({ projectId: ProjectId, ...subject, ...right }),
  output: z.object({ id: GrantId }),
})

export const editProjectGrant = post('/lfscada/project/pmsn/edit', change)
export const deleteProjectGrant = post('/lfscada/project/pmsn/delete', withdrawal)
