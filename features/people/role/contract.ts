// Roles of an organisation: permissions, data range and page regions of their members. [S3 auths, dataRange,
// authRegion] [S6]
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import {
  AccountId,
  EquipmentId,
  maybeText,
  nameOf,
  pageOf,
  paging,
  RoleId,
  text,
  Version,
} from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { dataRanges, type Permission, roleTypes } from '../../../contract/permissions.ts'

/** Types for which an organisation can define roles; accounts of other types have fixed permissions. */
export const ownRoleTypes = ['operation', 'internal', 'external'] as const
export type OwnRoleType = (typeof ownRoleTypes)[number]

const Key = nameOf<Permission>()
const DataRange = z.enum(dataRanges)
const Regions = z.array(z.string()).nullable()

/** A role of the organisation. */
export const Role = z.object({
  id: RoleId,
  roleType: z.enum(ownRoleTypes),
  name: z.string(),
  remark: z.string().nullable(),
  auths: z.array(Key),
  dataRange: DataRange,
  /** Regions of pages that the role may see; null: all. */
  regions: Regions,
  version: z.number(),
  memberCount: z.number(),
})
export type Role = z.output<typeof Role>

/** Default rights of accounts of a type without a role, fixed by the platform. */
export const SystemRole = z.object({
  roleType: z.enum(roleTypes),
  auths: z.array(Key),
  dataRange: DataRange,
  regions: Regions,
  memberCount: z.number(),
})
export type SystemRole = z.output<typeof SystemRole>

/** The log writes regions as a list with commas, and all regions as `*`. */
const region = text(limits.regionLength).regex(/^([^,，*]|[^,，]{2,})$/)
const rights = {
  name: text(limits.roleNameLength),
  remark: maybeText(limits.remarkLength),
  auths: z.array(Key).max(1000).default([]),
  dataRange: DataRange.default('granted'),
  regions: z.array(region).max(limits.roleRegions).nullable().default([]),
}

export const queryRoles = post('/lfscada/role/query', {
  may: 'role:view',
  about: 'The roles of the organisation, and what its accounts without one hold, with their numbers of members.',
  input: nothing,
  output: z.object({ system: z.array(SystemRole), roles: z.array(Role) }),
})

export const roleInfo = post('/lfscada/role/info', {
  may: 'role:view',
  on: { role: 'id' },
  about: 'One role.',
  input: z.object({ id: RoleId }),
  output: Role,
})

export const addRole = post('/lfscada/role/add', {
  may: 'role:edit',
  confirmed: true,
  about: 'Adds a role; it can only contain permissions that the caller has.',
  input: z.object({ roleType: z.enum(ownRoleTypes), ...rights }),
  output: Role,
})

export const editRole = post('/lfscada/role/edit', {
  may: 'role:edit',
  on: { role: 'id' },
  confirmed: true,
  about: 'Replaces a role for all its members; the caller sends the version that it has read.',
  input: z.object({ id: RoleId, version: Version, ...rights }),
  output: Role,
})

export const copyRole = post('/lfscada/role/copy', {
  may: 'role:edit',
  on: { role: 'id' },
  confirmed: true,
  about: 'Adds a role with the keys, range and regions of another; members and authorised devices are not copied.',
  input: z.object({ id: RoleId, name: rights.name }),
  output: Role,
})

export const deleteRole = post('/lfscada/role/delete', {
  may: 'role:edit',
  on: { role: 'id' },
  confirmed: true,
  about: 'Deletes a role that no account has.',
  input: z.object({ id: RoleId }),
  output: done,
})

const Member = z.object({ accountId: AccountId, name: z.string(), loginname: z.string(), disabled: z.boolean() })

export const queryMembers = post('/lfscada/role/members', {
  may: 'role:view',
  on: { role: 'id' },
  about: 'Accounts of the organisation: with a role, or of a type without one; of all if neither is named.',
  input: z.object({
    ...paging,
    id: RoleId.nullish(),
    roleType: z.enum(roleTypes).nullish(),
    keyword: maybeText(50),
  }),
  output: pageOf(Member),
})

export const queryRegions = post('/lfscada/role/regions', {
  may: 'role:view',
  heavy: true,
  about: 'The regions that widgets of the organisation’s pages name.',
  input: nothing,
  output: z.array(z.string()),
})

export const queryRoleDevices = post('/lfscada/role/devices', {
  may: 'role:view',
  on: { role: 'id', account: 'accountId' },
  about:
    'Devices that members of a role see, with the range given or its own; of one member with those that it made. As far as the caller sees them.',
  input: z.object({ id: RoleId, accountId: AccountId.nullish(), dataRange: DataRange.nullish() }),
  output: z.object({
    visible: z.number(),
    writable: z.number(),
    /** The first rows of the list of devices. */
    rows: z.array(z.object({ id: EquipmentId, name: z.string(), mayWrite: z.boolean() })),
  }),
})

/** Steps of the decision, in order; the first that fails is the reason. */
export const WhyStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('account'), ok: z.boolean(), by: z.enum(['active', 'disabled']) }),
  z.object({ step: z.literal('function'), ok: z.boolean(), by: z.enum(['role', 'type']), what: z.string().nullable() }),
  z.object({
    step: z.literal('device'),
    ok: z.boolean(),
    by: z.enum(['all', 'made', 'department', 'account', 'role', 'nothing']),
    /** Name of the authorised device or group. */
    what: z.string().nullable(),
  }),
  z.object({ step: z.literal('right'), ok: z.boolean(), by: z.enum(['reads', 'write', 'view']) }),
])
export type WhyStep = z.output<typeof WhyStep>

export const whyMay = post('/lfscada/role/why', {
  may: 'role:view',
  on: { account: 'accountId', equipment: 'equipmentId' },
  about: 'Whether an account may do something with a device, and by which steps.',
  input: z.object({ accountId: AccountId, key: Key, equipmentId: EquipmentId }),
  output: z.object({ may: z.boolean(), steps: z.array(WhyStep) }),
})
