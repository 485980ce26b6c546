// Tables of organisations and their people: migration 0017.
import type { Generated } from 'kysely'
import type { Language } from '../contract/errors.ts'
import type {
  AccountId,
  DepartmentId,
  EquipmentId,
  GrantId,
  GroupId,
  OrgId,
  ProjectId,
  RoleId,
} from '../contract/fields.ts'
import type { DataRange, RoleType } from '../contract/permissions.ts'

export type Organisation = {
  id: Generated<OrgId>
  name: string
  zone: Generated<string>
  createdAt: number
  historyDays: Generated<number>
  kind: Generated<'platform' | 'enterprise'>
  disabled: Generated<boolean>
  contact: string | null
  phone: string | null
  email: string | null
  address: string | null
  remark: string | null
  maxInternal: Generated<number>
  maxExternal: Generated<number>
  accessVersion: Generated<number>
  secondFactorRequired: Generated<boolean>
  /** Language of accounts that have not chosen one in their browser; null: the browser's language. */
  language: Language | null
  /** The first administrator, until they have set time zone and language. */
  firstSettingsBy: AccountId | null
  /** Number of days before the end of a warranty at which users are notified. */
  warrantyNoticeDays: Generated<number>
}

export type Department = {
  id: Generated<DepartmentId>
  orgId: OrgId
  parentId: DepartmentId | null
  name: string
  sort: Generated<number>
  createdAt: number
}

export type Role = {
  id: Generated<RoleId>
  orgId: OrgId
  roleType: 'operation' | 'internal' | 'external'
  name: string
  remark: string | null
  auths: Generated<string[]>
  dataRange: Generated<DataRange>
  regions: string[] | null
  version: Generated<number>
  createdAt: number
}

/** Columns of accounts that rooms add. */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it
export interface AccountColumns {}

export type Account = AccountColumns & {
  /** For a self-registered account: since when it waits for an administrator to enable it. */
  waitsSince: number | null
  id: Generated<AccountId>
  orgId: OrgId
  loginname: string
  passwordHash: string
  roleType: RoleType
  name: string
  disabled: Generated<boolean>
  createdAt: number
  roleId: RoleId | null
  departmentId: DepartmentId | null
  phone: string | null
  email: string | null
  company: string | null
  address: string | null
  customerLevel: string | null
  securityZone: string | null
  remark: string | null
  changePassword: Generated<boolean>
  passwordAt: Generated<number>
  emailAt: Generated<number | null>
  /** The account itself entered the address when it registered. */
  emailClaimed: Generated<boolean>
  secondFactorResetAt: Generated<number>
  createdBy: AccountId | null
}

/** A device, a group or a project authorised to an account or to all accounts of a role. */
export type AccessGrant = {
  id: Generated<GrantId>
  orgId: OrgId
  accountId: AccountId | null
  roleId: RoleId | null
  equipmentId: EquipmentId | null
  groupId: GroupId | null
  projectId: Generated<ProjectId | null>
  mayWrite: Generated<boolean>
  createdAt: number
  createdBy: AccountId | null
  /** Login name of the authorised account, if it belongs to another organisation. */
  guest: string | null
}
