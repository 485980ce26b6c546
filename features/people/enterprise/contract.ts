// Companies of the platform, for its operator, and the own organisation, for its accounts. [S6] [S8 2901]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { languages } from '../../../contract/errors.ts'
import { Instant, idOf, maybeText, numeric, OrgId, pageOf, paging, Zone } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { NewPassword } from '../../../contract/new-password.ts'
import { Email, Loginname, MaybePlain, Phone, PlainName } from '../account/contract.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    EnterpriseAccountId: true
  }
}

/** A company administrator in any organisation, for the operator. */
export const EnterpriseAccountId = idOf('EnterpriseAccountId')
export type EnterpriseAccountId = z.output<typeof EnterpriseAccountId>

const maxAccounts = numeric(z.number().int().min(0).max(limits.accountsOfKind)).default(200)

/** Fields that an organisation may edit. */
const own = {
  name: PlainName(50),
  contact: MaybePlain(30),
  phone: Phone,
  email: Email,
  address: MaybePlain(100),
  /** A new organisation without a zone gets the operator's. */
  zone: Zone.optional(),
  remark: MaybePlain(limits.remarkLength),
}
const byOperator = { ...own, maxInternal: maxAccounts, maxExternal: maxAccounts }

const shown = {
  id: OrgId,
  name: z.string(),
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  zone: z.string(),
  remark: z.string().nullable(),
  maxInternal: z.number(),
  maxExternal: z.number(),
  internalCount: z.number(),
  externalCount: z.number(),
  equipmentCount: z.number(),
  createdAt: Instant,
}

export const EnterpriseAccount = z.object({
  id: EnterpriseAccountId,
  loginname: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  disabled: z.boolean(),
  /** Fingerprint of the device lock's key, as OpenSSL prints it. */
  lock: z.string().nullable(),
  changePassword: z.boolean(),
  /** The account has an app or a passkey as its second step. */
  hasSecondFactor: z.boolean(),
})
export type EnterpriseAccount = z.output<typeof EnterpriseAccount>

export const Enterprise = z.object({ ...shown, disabled: z.boolean(), accounts: z.array(EnterpriseAccount) })
export type Enterprise = z.output<typeof Enterprise>

export const queryEnterprises = post('/lfscada/org/query', {
  may: 'enterprise:view',
  about: 'The companies of the platform by name, each with its company administrators.',
  input: z.object({
    ...paging,
    /** Part of name, contact, phone, e-mail, remark, or of the username of a company administrator. */
    keyword: maybeText(50),
    disabled: z.boolean().nullish(),
  }),
  output: pageOf(Enterprise),
})

const Drawn = z.object({ password: z.string().nullable() })
const typed = { password: NewPassword.nullish() }

export const addEnterprise = post('/lfscada/org/add', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Adds a company with its first company administrator, whose password is answered this once.',
  input: z.object({ ...byOperator, loginname: Loginname, accountName: PlainName(30), ...typed }),
  output: Drawn.extend({ id: OrgId }),
})

export const editEnterprise = post('/lfscada/org/edit', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Changes a company and how many accounts it may have.',
  input: z.object({ id: OrgId, ...byOperator }),
  output: done,
})

export const disableEnterprise = post('/lfscada/org/disable', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Disables a company: its sessions end and none of its accounts can sign in. Its gateways keep recording.',
  input: z.object({ id: OrgId }),
  output: done,
})

export const enableEnterprise = post('/lfscada/org/enable', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Enables a company again.',
  input: z.object({ id: OrgId }),
  output: done,
})

const contact = { name: PlainName(30), phone: Phone, email: Email }

export const addEnterpriseAccount = post('/lfscada/org/account/add', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Adds a company administrator; there are at most 5. The password is answered this once.',
  input: z.object({ orgId: OrgId, loginname: Loginname, ...contact, ...typed }),
  output: Drawn,
})

export const editEnterpriseAccount = post('/lfscada/org/account/edit', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Changes name, phone and e-mail of a company administrator.',
  input: z.object({ id: EnterpriseAccountId, ...contact }),
  output: done,
})

export const disableEnterpriseAccount = post('/lfscada/org/account/disable', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Disables a company administrator and ends its sessions.',
  input: z.object({ id: EnterpriseAccountId }),
  output: done,
})

export const enableEnterpriseAccount = post('/lfscada/org/account/enable', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Enables a company administrator again.',
  input: z.object({ id: EnterpriseAccountId }),
  output: done,
})

export const resetEnterprisePassword = post('/lfscada/org/account/resetPassword', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Sets the password of a company administrator that has neither phone nor e-mail to recover it with.',
  input: z.object({ id: EnterpriseAccountId, ...typed }),
  output: Drawn,
})

export const resetEnterpriseSecondFactor = post('/lfscada/org/account/resetSecondFactor', {
  may: 'enterprise:edit',
  confirmed: true,
  about: 'Removes a lost second step of a company administrator: app, passkeys and recovery codes. Its sessions end.',
  input: z.object({ id: EnterpriseAccountId }),
  output: done,
})

export const MyOrganisation = z.object({
  ...shown,
  enterpriseCount: z.number(),
  maxEnterprise: z.number(),
  isPlatform: z.boolean(),
  /** Language of accounts that have not chosen one in their browser; null: the browser's language. */
  language: z.enum(languages).nullable(),
})
export type MyOrganisation = z.output<typeof MyOrganisation>

export const myOrganisation = post('/lfscada/org/my/info', {
  may: 'organisation:view',
  about: 'The organisation that one acts in.',
  input: nothing,
  output: MyOrganisation,
})

export const editMyOrganisation = post('/lfscada/org/my/edit', {
  may: 'organisation:edit',
  about: 'Changes the profile of the organisation; only the operator changes its account quotas.',
  input: z.object({ ...own, language: z.enum(languages).nullish() }),
  output: done,
})
