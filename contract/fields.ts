// The kinds of fields that many contracts share. Numbers arrive as text from forms, so they are coerced.
import { z } from 'zod'
import { isZone } from '../core/zone.ts'
import { limits } from './limits.ts'

const digits = /^\s*-?\d+(\.\d+)?\s*$/

/**
 * A number from JSON, or as text from a form: `numeric(z.number().int())`. Only digits are converted; other values that
 * JavaScript would convert (true, an empty text, a list of one) are a wrong type.
 */
export const numeric = <T extends z.ZodType>(type: T) =>
  z.preprocess((raw: number | string) => (typeof raw === 'string' && digits.test(raw) ? Number(raw) : raw), type)

const documented = new WeakMap<z.ZodType, z.ZodType>()

/** Accepts any value: the handler checks it. The API document shows it as `type`. */
export function checkedLater(type: z.ZodType): z.ZodUnknown {
  const anything = z.unknown()
  documented.set(anything, type)
  return anything
}

/** The documented type of a `checkedLater` field. */
export const documentedType = (type: unknown): z.ZodType | undefined => documented.get(type as z.ZodType)

/** The largest id that an object may have. */
export const maxWhole = 2_147_483_647

/** A positive whole number, from JSON or from a form. */
const whole = (max = maxWhole) => numeric(z.number().int().positive().max(max))

/** The kinds of ids. A room adds its own; the tests over all endpoints walk every kind. */
export interface IdKinds {
  EquipmentId: true
  GatewayId: true
  UnclaimedId: true
  DriverId: true
  SignalId: true
  ReportId: true
  AlarmId: true
  AlarmRuleId: true
  MvarId: true
  ScriptId: true
  ColumnId: true
  GroupId: true
  PageId: true
  ProjectId: true
  OrgId: true
  DepartmentId: true
  RoleId: true
  GrantId: true
  AccountId: true
}
export type IdKind = keyof IdKinds

const kinds = new WeakMap<z.ZodType, IdKind>()

/** The id of an object of one kind: the compiler does not accept it as an id of another kind. */
export function idOf<K extends IdKind>(kind: K, max?: number) {
  const type = whole(max).brand<K>()
  kinds.set(type, kind)
  return type
}

/** The kind of object that a field's type names; nothing for any other type. */
export const idKindOf = (type: unknown): IdKind | undefined => kinds.get(type as z.ZodType)

/** The id of an object of any kind. */
export const ObjectId = whole()

/** Number of a version, 0 before the first. */
export const Version = z.number().int().min(0).max(maxWhole)

export const EquipmentId = idOf('EquipmentId')
export type EquipmentId = z.output<typeof EquipmentId>
export const GatewayId = idOf('GatewayId')
export type GatewayId = z.output<typeof GatewayId>
/** A registered gateway that belongs to no organisation. */
export const UnclaimedId = idOf('UnclaimedId')
export type UnclaimedId = z.output<typeof UnclaimedId>
export const DriverId = idOf('DriverId')
export type DriverId = z.output<typeof DriverId>
export const SignalId = idOf('SignalId')
export type SignalId = z.output<typeof SignalId>
export const ReportId = idOf('ReportId')
export const AlarmRuleId = idOf('AlarmRuleId')
export type AlarmRuleId = z.output<typeof AlarmRuleId>
export const ScriptId = idOf('ScriptId')
export type ScriptId = z.output<typeof ScriptId>
export type ReportId = z.output<typeof ReportId>
export const ColumnId = idOf('ColumnId')
export type ColumnId = z.output<typeof ColumnId>
export const AlarmId = idOf('AlarmId')
export type AlarmId = z.output<typeof AlarmId>
/** The number of an intermediate variable of a project. */
export const MvarId = idOf('MvarId')
export type MvarId = z.output<typeof MvarId>
export const GroupId = idOf('GroupId')
export type GroupId = z.output<typeof GroupId>
export const PageId = idOf('PageId')
export type PageId = z.output<typeof PageId>
export const ProjectId = idOf('ProjectId')
export type ProjectId = z.output<typeof ProjectId>
export const OrgId = idOf('OrgId')
export type OrgId = z.output<typeof OrgId>
export const DepartmentId = idOf('DepartmentId')
export type DepartmentId = z.output<typeof DepartmentId>
export const RoleId = idOf('RoleId')
export type RoleId = z.output<typeof RoleId>
/** The id of one grant: one object authorised to one account or role. */
export const GrantId = idOf('GrantId')
export type GrantId = z.output<typeof GrantId>
export const AccountId = idOf('AccountId')
export type AccountId = z.output<typeof AccountId>

/** Required text, trimmed, of at most `max` characters. */
export const text = (max: number) => z.string().trim().min(1).max(max)

/** Optional text, trimmed; empty means absent. */
export const maybeText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((value) => value || null)

/** The last moment with a year of four digits: leaves room for a calendar to add a period and a zone offset. */
const latestMs = Date.UTC(10_000, 0) - 1

/** A moment, epoch milliseconds UTC, not before 1970 and not after 9999. [S5] */
export const Instant = numeric(z.number().int().min(0).max(latestMs))

/** A name from a set that the rooms declare: only the platform has the set, not the contract. */
export const nameOf = <Name extends string>() => z.string().min(1).max(50) as unknown as z.ZodType<Name, Name>

/** A page of a list. [S9] 10 rows by default. */
export const paging = {
  pageNo: numeric(z.number().int().min(1).max(1_000_000)).default(1),
  pageSize: numeric(z.number().int().min(1).max(200)).default(limits.pageSize),
}

/** The schema of one page of a list: its rows, and the total number of rows. */
export const pageOf = <T extends z.ZodType>(row: T) => z.object({ total: z.number(), rows: z.array(row) })

/** A serial number as printed on the box. */
export const Sn = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{3,31}$/)
  .transform((sn) => sn.toUpperCase())

/** An IANA time zone name. */
export const Zone = z.string().refine(isZone, { message: 'unknown time zone' }).meta({ format: 'time-zone' })

/** The most ids of an `idList`: a page of 2000 widgets with five variables each. */
const maxListedIds = 10_000

/** Ids as text with commas, as in the specification; `type` limits the length of the text. */
export const idText = (type: z.ZodString = z.string()) =>
  type.regex(/^(\d{1,9}(,\d{1,9})*)?$/).transform((text) => (text === '' ? [] : text.split(',').map(Number)))

/** Ids as a list, or as text with commas. */
export const idList = z.union([
  z.array(z.number().int().positive()).max(maxListedIds),
  idText().refine((ids) => ids.length <= maxListedIds, { message: `at most ${maxListedIds}` }),
])
