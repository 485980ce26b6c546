// What a device's gateway shall do: its drivers, variables and history reports, saved as immutable versions.
// [S3 Driver, Variable, History report]
import { z } from 'zod'
import { post } from '../../contract/endpoint.ts'
import {
  ColumnId,
  checkedLater,
  DriverId,
  EquipmentId,
  ReportId,
  SignalId,
  text,
  Version,
} from '../../contract/fields.ts'
import { aggregations, Period, storageModes } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { byteOrders, dataTypes, textPrefixes } from '../../core/data-type.ts'
import { VersionHead, VersionMessage } from '../versioned/contract.ts'

/** A name as formulas and files use it: starts with a letter, letters, digits, underscores. [S5] */
export const Identifier = z
  .string()
  .trim()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/)
  .max(limits.signalNameLength)

const finite = z.number().refine(Number.isFinite)
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined)

export const Driver = z.object({
  id: DriverId,
  name: text(limits.titleLength),
  /** Folder of drivers/, e.g. `modbus-tcp`. */
  type: z.string().min(1).max(40),
  params: z.record(z.string(), z.unknown()),
})
export type Driver = z.output<typeof Driver>

/** A variable. Absent fields have their default; what the newer ones mean stands in contract/gateway-config. */
export const Signal = z.object({
  id: SignalId,
  driverId: DriverId,
  name: Identifier,
  title: text(limits.titleLength),
  address: text(limits.addressLength),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']).default('r'),
  length: optional(z.number().int().min(1).max(250)),
  unit: optional(z.string().trim().max(limits.unitLength)),
  decimals: optional(z.number().int().min(0).max(8)),
  /** Own words for whole numbers or on and off, `0=manual; 1=automatic`: for people, not for the gateway. */
  texts: optional(z.string().trim().max(2000)),
  scale: optional(finite),
  offset: optional(finite),
  byteOrder: optional(z.enum(byteOrders)),
  prefix: optional(z.enum(textPrefixes)),
  rawLow: optional(finite),
  rawHigh: optional(finite),
  valueLow: optional(finite),
  valueHigh: optional(finite),
  clamp: optional(z.boolean()),
  rollover: optional(finite.positive()),
  periodMs: optional(z.number().int().min(10).max(86_400_000)),
  /** Bounds of a write and range of the bar. */
  min: optional(finite),
  max: optional(finite),
  normalLow: optional(finite),
  normalHigh: optional(finite),
  group: optional(z.string().trim().max(30)),
  pinned: optional(z.boolean()),
})
export type Signal = z.output<typeof Signal>

/** [S3 History report] How a variable is compared with a threshold. */
export const comparisons = ['==', '!=', '>', '>=', '<', '<='] as const
export type Comparison = (typeof comparisons)[number]

/** An expression over `${equipmentId.signalId}` (core/formula), or one variable against a threshold. */
export const Condition = z.union([
  // Longer than any that is taken: the rules name 2005 with the length that is.
  z.object({ expression: z.string().trim().min(1).max(4000) }),
  z.object({ signalId: SignalId, symbol: z.enum(comparisons), value: finite }),
])
export type Condition = z.output<typeof Condition>

/** A variable of a report, in a summary one aggregation of it. Its id is never used again (docs/decisions/0005). */
export const ReportColumn = z.object({
  id: ColumnId,
  signalId: SignalId,
  aggregation: optional(z.enum(aggregations)),
})
export type ReportColumn = z.output<typeof ReportColumn>

/** A history report: which variables are stored together, and when. Absent fields have their default. */
export const Report = z.object({
  id: ReportId,
  name: text(limits.titleLength),
  type: z.enum(['normal', 'summary']),
  mode: z.enum(storageModes),
  period: optional(Period),
  condition: optional(Condition),
  /** How far a value must move to be stored again; 0: every change. Of the value last stored if `isPercent`. */
  fluctuation: optional(finite.min(0)),
  isPercent: optional(z.boolean()),
  /** Default limits.changeIntervalMs. */
  minIntervalMs: optional(z.number().int().min(100).max(86_400_000)),
  triggerSignalId: optional(SignalId),
  columns: z.array(ReportColumn),
  /** Only `false` is kept: the gateway does not get the report, what it stored stays. */
  enabled: optional(z.boolean()),
})
export type Report = z.output<typeof Report>

/** A report on its way in: the platform gives ids to it and its columns. */
export const ReportDraft = Report.extend({
  id: ReportId.nullish(),
  // More than a report may have: the rules name 1705 with the number that may be.
  columns: z.array(ReportColumn.omit({ id: true })).max(limits.signalsPerEquipment * aggregations.length),
})
export type ReportDraft = z.output<typeof ReportDraft>

/** Versions from before there were reports lack them; they keep their hash. */
export const EquipmentConfig = z.object({
  drivers: z.array(Driver),
  signals: z.array(Signal),
  reports: z.array(Report).default([]),
})
export type EquipmentConfig = z.output<typeof EquipmentConfig>

/** A row that is wrong: its place in the request (from 0), the field, and why in the user's language. */
export const RowFault = z.object({
  /** -1: a row that was not in the request but would become wrong by it. */
  index: z.number(),
  name: z.string(),
  field: z.string(),
  reason: z.string(),
})
export type RowFault = z.output<typeof RowFault>

const head = VersionHead.extend({ config: EquipmentConfig })
const at = {
  equipmentId: EquipmentId,
  /** The version the change was made on; a newer one answers 10004. */
  version: Version,
  message: VersionMessage,
}
const saved = z.object({ version: z.number(), hash: z.string(), config: EquipmentConfig })

export const queryConfig = post('/lfscada/equipment/config/query', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId' },
  about: 'The newest version of drivers, variables and history reports of a device, or a given one.',
  input: z.object({ equipmentId: EquipmentId, version: Version.optional() }),
  output: head,
})

export const saveDriver = post('/lfscada/equipment/driver/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Adds a driver (no id) or changes one.',
  input: z.object({ ...at, driver: Driver.extend({ id: DriverId.nullish() }) }),
  output: saved,
})

export const deleteDriver = post('/lfscada/equipment/driver/delete', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Deletes a driver with its variables; reports no longer store them.',
  input: z.object({ ...at, driverId: DriverId }),
  output: saved,
})

export const SignalDraft = Signal.extend({ id: SignalId.nullish() })
export type SignalDraft = z.output<typeof SignalDraft>

export const saveSignals = post('/lfscada/equipment/signal/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about:
    'Adds, changes and removes variables in one version. Wrong rows answer 10006 and are listed in data. ' +
    'Reports no longer store removed variables; 10007 while a condition uses one.',
  input: z.object({
    ...at,
    // Each row is checked by itself, so that all that are wrong are named at once.
    save: z.array(checkedLater(SignalDraft)).max(limits.signalsPerEquipment * 2),
    remove: z.array(SignalId).max(limits.signalsPerEquipment),
  }),
  output: saved,
})

export const importSignals = post('/lfscada/equipment/signal/import', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.fileBodyBytes,
  about: 'Imports variables from CSV text: rows with a known name change that variable, others are added.',
  input: z.object({ ...at, csv: z.string().max(limits.csvLength), driverId: DriverId }),
  output: saved.extend({ added: z.number(), changed: z.number() }),
})

export const saveReport = post('/lfscada/equipment/report/save', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about: 'Adds a history report (no id) or changes one. A column keeps its id while variable and aggregation stay.',
  input: z.object({ ...at, report: ReportDraft }),
  output: saved.extend({ reportId: ReportId }),
})

export const deleteReport = post('/lfscada/equipment/report/delete', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Deletes a history report. Data already stored stays readable.',
  input: z.object({ ...at, reportId: ReportId }),
  output: saved,
})

export const queryVersions = post('/lfscada/equipment/version/query', {
  may: 'equipment:view',
  on: { equipment: 'equipmentId' },
  about: "The versions of a device's configuration, newest first.",
  input: z.object({ equipmentId: EquipmentId }),
  output: z.array(VersionHead.extend({ drivers: z.number(), signals: z.number(), reports: z.number() })),
})

export const restoreVersion = post('/lfscada/equipment/version/restore', {
  may: 'equipment:edit',
  on: { equipment: 'equipmentId' },
  about: 'Saves an older version as the newest one.',
  input: z.object({ ...at, restore: Version }),
  output: saved,
})
