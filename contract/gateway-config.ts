// The projection of an equipment's configuration that its gateway executes. Its hash decides match or mismatch, so it
// holds only what the gateway acts on: renaming a variable's title changes nothing here.
import { z } from 'zod'
import { byteOrders, dataTypes, textPrefixes } from '../core/data-type.ts'
import { Area, areaLimits } from './area.ts'
import { limits } from './limits.ts'

const finite = z.number().refine(Number.isFinite)

/** A variable as the gateway sees it. Absent fields have their default, so that a new field changes no hash. */
export const GatewaySignal = z.object({
  id: z.number().int().positive(),
  address: z.string().min(1).max(limits.addressLength),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']).default('r'),
  /** Bytes that a text has room for, its prefix aside. */
  length: z.number().int().min(1).max(250).optional(),
  /** value = raw × scale + offset; default 1 and 0, numbers only. */
  scale: finite.optional(),
  offset: finite.optional(),
  /** Of this variable alone; default the driver's. A text has ABCD or BADC. */
  byteOrder: z.enum(byteOrders).optional(),
  /** What stands before a text; default nothing: it ends with a NUL or its room. */
  prefix: z.enum(textPrefixes).optional(),
  /** In place of scale and offset, all four: raw rawLow is valueLow, raw rawHigh is valueHigh. */
  rawLow: finite.optional(),
  rawHigh: finite.optional(),
  valueLow: finite.optional(),
  valueHigh: finite.optional(),
  /** What lies beyond those reads as the nearer of them, and cannot be written. */
  clamp: z.boolean().optional(),
  /** Registers that hold one of these hold no value: `0x8000, NaN` (core/no-value.ts). */
  noValue: z.string().min(1).max(limits.noValueLength).optional(),
  /** It is read every so many ms; default as its driver says. */
  periodMs: z.number().int().min(10).max(86_400_000).optional(),
  /** A counter that begins again at 0 when it reaches this, in engineering units: the delta of a summary counts on. */
  rollover: finite.positive().optional(),
  /** Bounds of a write, in engineering units. */
  min: finite.optional(),
  max: finite.optional(),
})
export type GatewaySignal = z.output<typeof GatewaySignal>

/** What is read of a variable that the gateway need not know: where it stands and what its bytes mean. */
export const ProbePoint = GatewaySignal.pick({
  address: true,
  dataType: true,
  length: true,
  scale: true,
  offset: true,
  byteOrder: true,
  prefix: true,
  rawLow: true,
  rawHigh: true,
  valueLow: true,
  valueHigh: true,
  clamp: true,
  noValue: true,
})
export type ProbePoint = z.output<typeof ProbePoint>

export const GatewayDriver = z.object({
  id: z.number().int().positive(),
  type: z.string().min(1).max(40),
  params: z.record(z.string(), z.unknown()),
  signals: z.array(GatewaySignal).max(5000),
})
export type GatewayDriver = z.output<typeof GatewayDriver>

/** [S3 History report] When a report stores. */
export const storageModes = ['conditional', 'change', 'periodic', 'interval', 'single'] as const
export type StorageMode = (typeof storageModes)[number]

/** [S3 Variable] What a summary keeps of a period. */
export const aggregations = ['delta', 'first', 'last', 'max', 'min', 'average'] as const
export type Aggregation = (typeof aggregations)[number]

export const periodUnits = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const

/**
 * A length of time. In mode `periodic` it is aligned to the clock of the equipment's zone (a week begins on Monday) and
 * begins `offsetS` seconds late: { every: 1, unit: 'day', offsetS: 28800 } is a day from 08:00 to 08:00.
 */
export const Period = z.object({
  every: z.number().int().min(1).max(86_400),
  unit: z.enum(periodUnits),
  offsetS: z.number().int().min(0).max(2_678_400).optional(),
})
export type Period = z.output<typeof Period>

/** One stored series: a variable, in a summary one aggregation of it. Its id is never used again. */
export const GatewayColumn = z.object({
  id: z.number().int().positive(),
  signalId: z.number().int().positive(),
  aggregation: z.enum(aggregations).optional(),
})
export type GatewayColumn = z.output<typeof GatewayColumn>

/**
 * A history report as the gateway executes it (signal/store/storage-rule.ts).
 * - `periodic`: at the borders of `period`; `interval`: every `period` from the start; both need `period`.
 * - `conditional`: while `condition` holds, at once and then every `period` (a summary: one for each time it held).
 * - `change`: each variable when it moved more than `fluctuation` since it was stored or its quality changed, at most
 *   once in `minIntervalMs`, and the newest when that ends; with `triggerSignalId`, all variables when that one moved,
 *   its faults aside (a summary: over the time between two such changes).
 * - `single`: once each time the variable `triggerSignalId` takes a new value other than 0, off or an empty text, with
 *   `condition` only while that holds; without a trigger once when `condition` turns true, having been known to be false
 *   (a summary: over the time since it was last stored).
 *
 * A row has every variable with the reading that stands then, a bad one as null with its code; what was not read yet
 * (since the box woke) is left out. A summary stands at the END of its period and is over the good readings as they
 * were polled: `delta` is the last minus the last good one before the period, else minus the first, and counts on where
 * a counter rolls over (a fall of more than half of `rollover`; any other fall is a fall); `average` their
 * mean; null with the last fault where none was good; nothing where nothing was read. Borders that were slept through
 * are not invented, but a summary of what had been counted is kept. While a condition is undetermined nothing is stored,
 * and the time does not count as one in which it held.
 */
export const GatewayReport = z.object({
  id: z.number().int().positive(),
  type: z.enum(['normal', 'summary']),
  mode: z.enum(storageModes),
  period: Period.optional(),
  /** Formula over `${equipmentId.signalId}` (core/formula). */
  condition: z.string().min(1).max(500).optional(),
  /** Default 0: every change. In percent of the value last stored if `isPercent`. */
  fluctuation: finite.min(0).optional(),
  isPercent: z.boolean().optional(),
  /** Default limits.changeIntervalMs. */
  minIntervalMs: z.number().int().min(100).max(86_400_000).optional(),
  triggerSignalId: z.number().int().positive().optional(),
  columns: z.array(GatewayColumn).min(1).max(100),
})
export type GatewayReport = z.output<typeof GatewayReport>

/**
 * An alarm rule as it is judged (signal/judge/rule.ts): the condition of `raise` starts an alarm; while it stands, the one
 * of `stay` keeps it (default the same: they differ by a dead band). `rate`: instead of both, a variable moved by more than
 * `change` (below 0: fell) within `overMs`. `fence`: instead of them, two variables are a place outside an area, or inside,
 * until it is back by more than `marginM`. What nobody can tell, because a value is missing or bad, changes nothing.
 */
export const GatewayRule = z.object({
  id: z.number().int().positive(),
  raise: z.string().min(1).max(limits.formulaLength).optional(),
  stay: z.string().min(1).max(limits.formulaLength).optional(),
  rate: z
    .object({
      signalId: z.number().int().positive(),
      change: finite,
      overMs: z.number().int().min(1000).max(3_600_000),
    })
    .optional(),
  fence: z
    .object({
      longitudeId: z.number().int().positive(),
      latitudeId: z.number().int().positive(),
      is: z.enum(['outside', 'inside']),
      area: Area,
      marginM: finite.min(0).max(areaLimits.marginM).optional(),
    })
    .optional(),
  /** The condition must hold, or be gone, for so long without a break; default 0. */
  onMs: z.number().int().min(1000).max(86_400_000).optional(),
  offMs: z.number().int().min(1000).max(86_400_000).optional(),
  /** Variables whose values are told with the alarm, the one it is about first. */
  tell: z.array(z.number().int().positive()).max(limits.alarmTold).optional(),
})
export type GatewayRule = z.output<typeof GatewayRule>

/** A script as it is run (signal/edge/script/scripts.ts): variables by the names that it uses, and what starts it. */
export const GatewayScript = z.object({
  id: z.number().int().positive(),
  source: z.string().max(limits.scriptLength),
  names: z.record(z.string(), z.number().int().positive()),
  everyMs: z.number().int().min(limits.scriptPeriodMinMs).max(86_400_000).optional(),
  onChange: z.array(z.number().int().positive()).max(limits.scriptTriggers).optional(),
  atStart: z.boolean().optional(),
})
export type GatewayScript = z.output<typeof GatewayScript>

export const GatewayConfig = z.object({
  /** IANA zone of the equipment: its periods and days. */
  zone: z.string().default('UTC'),
  drivers: z.array(GatewayDriver).max(50),
  reports: z.array(GatewayReport).max(50).optional(),
  alarms: z.array(GatewayRule).max(limits.alarmRulesPerEquipment).optional(),
  scripts: z.array(GatewayScript).max(limits.scriptsPerEquipment).optional(),
})
export type GatewayConfig = z.output<typeof GatewayConfig>

/**
 * The secrets that parameters name by their numbers, for this gateway alone (contract/sealed.ts): they stand in no
 * configuration, and in none of its hashes.
 */
export const Sealed = z.string().max(limits.sealedLength).optional()

/**
 * What an equipment is told and what it reports back. `hash` is over `config` alone; `bindingId` names the period in
 * which this gateway served this equipment: records carry it, so that they never go to a later owner.
 */
export const BoundConfig = z.object({
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  hash: z.string().length(64),
  config: GatewayConfig,
  sealed: Sealed,
})
export type BoundConfig = z.output<typeof BoundConfig>
