// The accounts of an organisation: its own people, its customers, and the staff of the platform. [S3 Account] [S6]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { AccountId, DepartmentId, Instant, maybeText, pageOf, paging, RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { NewPassword } from '../../../contract/new-password.ts'
import { type Permission, roleTypes } from '../../../contract/permissions.ts'

/** Invisible characters, and those that change the direction of the text beside them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const isPlain = (text: string | null | undefined) => text == null || !unseen.test(text)
const unseenWords = { params: { en: 'invisible characters are not allowed', zh: '不能包含不可见字符' } }

/** A name of a person or a company. */
export const PlainName = (max: number) => z.string().trim().min(1).max(max).refine(isPlain, unseenWords)
export const MaybePlain = (max: number) => maybeText(max).refine(isPlain, unseenWords)

/**
 * [S5] 6 to 32 letters, digits or underscores, starting with a letter. Existing names of 4 or 5 characters stay valid.
 */
export const Loginname = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]{5,31}$/)

/** A phone number as digits, without spaces and hyphens; empty: none. */
export const Phone = maybeText(30)
  .transform((phone) => phone?.replace(/[\s-]/g, '') || null)
  .refine((phone) => phone === null || /^\+?\d{6,15}$/.test(phone), {
    params: { en: '6 to 15 digits', zh: '须为 6 至 15 位数字' },
  })

/** An e-mail address; empty: none. */
export const Email = maybeText(100).refine((email) => email === null || z.email().safeParse(email).success, {
  params: { en: 'not an e-mail address', zh: '邮箱格式错误' },
})

/** Personal fields of an account. */
const person = {
  name: PlainName(30),
  phone: Phone,
  email: Email,
  company: MaybePlain(50),
  address: MaybePlain(100),
  customerLevel: MaybePlain(20),
  securityZone: MaybePlain(30),
  remark: MaybePlain(limits.accountRemarkLength),
}

export const Account = z.object({
  id: AccountId,
  loginname: z.string(),
  roleType: z.enum(roleTypes),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  customerLevel: z.string().nullable(),
  securityZone: z.string().nullable(),
  remark: z.string().nullable(),
  roleId: RoleId.nullable(),
  roleName: z.string().nullable(),
  departmentId: DepartmentId.nullable(),
  departmentName: z.string().nullable(),
  disabled: z.boolean(),
  /** The account has registered itself and waits for approval. */
  isWaiting: z.boolean(),
  /** Fingerprint of the device lock's key, as OpenSSL prints it. */
  lock: z.string().nullable(),
  /** Another account has set the password; the user must change it at the next sign-in. */
  changePassword: z.boolean(),
  createdAt: Instant,
  /** Time of the latest sign-in. */
  signedInAt: Instant.nullable(),
  /** The account has an app or a passkey as its second step. */
  hasSecondFactor: z.boolean(),
})
export type Account = z.output<typeof Account>

/** The generated password; null if the caller typed one. */
const Drawn = z.object({ password: z.string().nullable() })

const placed = {
  roleId: RoleId.nullable().default(null),
  departmentId: DepartmentId.nullable().default(null),
  /** For staff: an administrator, who has all permissions. */
  isAdmin: z.boolean().default(false),
}
/** The objects that the input names; `mustGive` checks which role the caller may assign. */
const on = { role: 'roleId', department: 'departmentId' } as const
const refers = ['roleId'] as const

/** Roles and departments to choose from. `beyond` lists what the caller lacks of a role. */
export const Choices = z.object({
  roles: z.array(z.object({ id: RoleId, name: z.string(), beyond: z.array(z.string()) })),
  /** The departments, parents first. */
  departments: z.array(z.object({ id: DepartmentId, parentId: DepartmentId.nullable(), name: z.string() })),
  /** Accounts of this kind in the organisation, and their limit; null: no limit. */
  count: z.number(),
  limit: z.number().nullable(),
})
export type Choices = z.output<typeof Choices>

type Calls =
  | 'query'
  | 'choices'
  | 'info'
  | 'add'
  | 'edit'
  | 'disable'
  | 'enable'
  | 'resetPassword'
  | 'resetSecondFactor'
type Paths = Record<Calls, string>
type Keys = Record<'view' | 'add' | 'edit', Permission>

/** The calls for one kind of account; they do not find accounts of another kind. */
const callsOf = (kind: string, at: Paths, may: Keys) => ({
  query: post(at.query, {
    may: may.view,
    on,
    refers,
    about: `A page of the ${kind}, by username, with role, department and last sign-in.`,
    input: z.object({
      ...paging,
      /** Part of username, name, phone, e-mail, company or remark. */
      keyword: maybeText(50),
      roleId: RoleId.nullish(),
      /** Filter by department, including the departments below. */
      departmentId: DepartmentId.nullish(),
      disabled: z.boolean().nullish(),
    }),
    output: pageOf(Account),
  }),
  choices: post(at.choices, {
    may: may.view,
    about: `The roles and departments that the ${kind} may be given.`,
    input: nothing,
    output: Choices,
  }),
  info: post(at.info, {
    may: may.view,
    on: { account: 'id' },
    about: `One of the ${kind}.`,
    input: z.object({ id: AccountId }),
    output: Account,
  }),
  add: post(at.add, {
    may: may.add,
    on,
    refers,
    confirmed: true,
    about: `Adds one of the ${kind}. Without a password one is drawn and answered this once; it is changed at the first sign-in.`,
    input: z.object({ loginname: Loginname, ...person, ...placed, password: NewPassword.nullish() }),
    output: Drawn.extend({ id: AccountId }),
  }),
  edit: post(at.edit, {
    may: may.edit,
    on: { account: 'id', ...on },
    refers,
    confirmed: true,
    about: `Changes one of the ${kind}; the username stays.`,
    input: z.object({ id: AccountId, ...person, ...placed }),
    output: done,
  }),
  disable: post(at.disable, {
    may: may.edit,
    on: { account: 'id' },
    confirmed: true,
    about: `Disables one of the ${kind} and ends its sessions.`,
    input: z.object({ id: AccountId }),
    output: done,
  }),
  enable: post(at.enable, {
    may: may.edit,
    on: { account: 'id' },
    confirmed: true,
    about: `Enables one of the ${kind} again.`,
    input: z.object({ id: AccountId }),
    output: done,
  }),
  resetPassword: post(at.resetPassword, {
    may: may.edit,
    on: { account: 'id' },
    confirmed: true,
    about: `Sets the password of one of the ${kind} that has neither phone nor e-mail to recover it with.`,
    input: z.object({ id: AccountId, password: NewPassword.nullish() }),
    output: Drawn,
  }),
  resetSecondFactor: post(at.resetSecondFactor, {
    may: may.edit,
    on: { account: 'id' },
    confirmed: true,
    about: `Takes a lost second step off one of the ${kind}: app, passkeys and recovery codes. Its sessions end.`,
    input: z.object({ id: AccountId }),
    output: done,
  }),
})
export type AccountCalls = ReturnType<typeof callsOf>

export const internalCalls = callsOf(
  'internal accounts of the organisation',
  {
    query: '/lfscada/account/query',
    choices: '/lfscada/account/choices',
    info: '/lfscada/account/info',
    add: '/lfscada/account/add',
    edit: '/lfscada/account/edit',
    disable: '/lfscada/account/disable',
    enable: '/lfscada/account/enable',
    resetPassword: '/lfscada/account/resetPassword',
    resetSecondFactor: '/lfscada/account/resetSecondFactor',
  },
  { view: 'account:view', add: 'account:add', edit: 'account:edit' },
)

export const externalCalls = callsOf(
  'external accounts of the organisation',
  {
    query: '/lfscada/account/external/query',
    choices: '/lfscada/account/external/choices',
    info: '/lfscada/account/external/info',
    add: '/lfscada/account/external/add',
    edit: '/lfscada/account/external/edit',
    disable: '/lfscada/account/external/disable',
    enable: '/lfscada/account/external/enable',
    resetPassword: '/lfscada/account/external/resetPassword',
    resetSecondFactor: '/lfscada/account/external/resetSecondFactor',
  },
  { view: 'external:view', add: 'external:add', edit: 'external:edit' },
)

export const staffCalls = callsOf(
  "accounts of the platform's staff",
  {
    query: '/lfscada/account/staff/query',
    choices: '/lfscada/account/staff/choices',
    info: '/lfscada/account/staff/info',
    add: '/lfscada/account/staff/add',
    edit: '/lfscada/account/staff/edit',
    disable: '/lfscada/account/staff/disable',
    enable: '/lfscada/account/staff/enable',
    resetPassword: '/lfscada/account/staff/resetPassword',
    resetSecondFactor: '/lfscada/account/staff/resetSecondFactor',
  },
  { view: 'staff:view', add: 'staff:add', edit: 'staff:edit' },
)

export const deleteAccount = post('/lfscada/account/delete', {
  may: 'account:delete',
  on: { account: 'id' },
  confirmed: true,
  about: 'Deletes an internal account; its devices go to an administrator of the organisation.',
  input: z.object({ id: AccountId }),
  output: done,
})

export const rejectAccount = post('/lfscada/account/external/reject', {
  may: 'external:edit',
  on: { account: 'id' },
  about: 'Deletes an external account that registered itself and waits for approval; any other answers 1019.',
  input: z.object({ id: AccountId }),
  output: done,
})

const Named = z.object({ id: AccountId, loginname: z.string(), name: z.string() })
export const queryCompanyAndExternal = post('/lfscada/org/queryCompanyAndExternal', {
  may: 'account:view',
  about: 'The enabled internal and external accounts of the organisation, to which something can be authorised.',
  input: nothing,
  output: z.object({ internal: z.array(Named), external: z.array(Named) }),
})
