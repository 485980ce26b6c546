// The part of an equipment's configuration that its gateway executes. Its hash decides match or mismatch, so it holds
// only fields that the gateway acts on: renaming a variable's title changes nothing here.
import { z } from 'zod'
import { byteOrders, dataTypes, textPrefixes } from '../core/data-type.ts'
import { Area, areaLimits } from './area.ts'
import { limits } from './limits.ts'

const finite = z.number().refine(Number.isFinite)

/** A variable as the gateway reads it. Absent fields have their default, so that a new field changes no hash. */
export const GatewaySignal = z.object({
  id: z.number().int().positive(),
  address: z.string().min(1).max(limits.addressLength),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']).default('r'),
  /** Bytes reserved for a text, without its prefix. */
  length: z.number().int().min(1).max(250).optional(),
  /** value = raw × scale + offset; default 1 and 0, numbers only. */
  scale: finite.optional(),
  offset: finite.optional(),
  /** Byte order of this variable; default: that of its driver. A text has ABCD or BADC. */
  byteOrder: z.enum(byteOrders).optional(),
  /** Length prefix of a text; default none: it ends at a NUL or at its length. */
  prefix: z.enum(textPrefixes).optional(),
  /** Replaces scale and offset, all four together: raw rawLow is valueLow, raw rawHigh is valueHigh. */
  rawLow: finite.optional(),
  rawHigh: finite.optional(),
  valueLow: finite.optional(),
  valueHigh: finite.optional(),
  /** Values beyond the range read as its nearer end, and cannot be written. */
  clamp: z.boolean().optional(),
  /** Raw values that mean “no value”: `0x8000, NaN` (core/no-value.ts). */
  noValue: z.string().min(1).max(limits.noValueLength).optional(),
  /** Poll interval in ms; default the driver's. */
  periodMs: z.number().int().min(10).max(86_400_000).optional(),
  /** Where a counter rolls over to 0, in engineering units: the delta of a summary accounts for it. */
  rollover: finite.positive().optional(),
  /** Bounds of a write, in engineering units. */
  min: finite.optional(),
  max: finite.optional(),
})
export type GatewaySignal = z.output<typeof GatewaySignal>

/**
 * The fields needed to read a point that is not in the gateway's configuration: its address and the meaning of its
 * bytes.
 */
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

/** [S3 History report] Modes that decide when a report stores. */
export const storageModes = ['conditional', 'change', 'periodic', 'interval', 'single'] as const
export type StorageMode = (typeof storageModes)[number]

/** [S3 Variable] Aggregations of a summary over a period. */
export const aggregations = ['delta', 'first', 'last', 'max', 'min', 'average'] as const
export type Aggregation = (typeof aggregations)[number]

export const periodUnits = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const

/**
 * A length of time. In mode `periodic` it is aligned to the clock of the equipment's zone (a week starts on Monday) and
 * shifted by `offsetS` seconds: { every: 1, unit: 'day', offsetS: 28800 } is a day from 08:00 to 08:00.
 */
export const Period = z.object({
  every: z.number().int().min(1).max(86_400),
  unit: z.enum(periodUnits),
  offsetS: z.number().int().min(0).max(2_678_400).optional(),
})
export type Period = z.output<typeof Period>

/** One stored series: a variable, in a summary one aggregation of it. Its id is never reused. */
export const GatewayColumn = z.object({
  id: z.number().int().positive(),
  signalId: z.number().int().positive(),
  aggregation: z.enum(aggregations).optional(),
})
export type GatewayColumn = z.output<typeof GatewayColumn>

/**
 * A history report as the gateway executes it (signal/store/storage-rule.ts).
 * - `periodic`: at the borders of `period`; `interval`: every `period` from the start; both require `period`.
 * - `conditional`: while `condition` holds, immediately and then every `period` (a summary: one each time it held).
 * - `change`: each variable when its quality changed or it moved more than `fluctuation` since it was stored, at most
 *   once in `minIntervalMs`, and the newest value when that ends; with `triggerSignalId`, all variables when that one
 *   moved, ignoring its faults (a summary: over the time between two such changes).
 * - `single`: once each time the variable `triggerSignalId` changes to a value other than 0, off or an empty text, with
 *   `condition` only while that holds; without a trigger once when `condition` turns from known false to true (a
 *   summary: over the time since it was last stored).
 * A row has the current reading of every variable, a bad one as null with its code; variables not read yet (since the
 * box woke) are left out. A summary is stored at the END of its period and covers the good readings as they were
 * polled: `delta` is the last good one minus the last good one before the period, or minus the first if there is none,
 * and adds the rollover of a counter (a fall of more than half of `rollover`; any other fall stays a fall); `average`
 * is their mean; null with the last fault if none was good; absent if nothing was read. Borders that passed while the
 * gateway slept are not invented, but a summary of readings already counted is stored. While a condition is
 * undetermined nothing is stored, and that time does not count as holding.
 */
export const GatewayReport = z.object({
  id: z.number().int().positive(),
  type: z.enum(['normal', 'summary']),
  mode: z.enum(storageModes),
  period: Period.optional(),
  /** Formula over `${equipmentId.signalId}` (core/formula). */
  condition: z.string().min(1).max(500).optional(),
  /**
   * Minimum change to store; default 0, which stores every change. In percent of the last stored value if `isPercent`.
   */
  fluctuation: finite.min(0).optional(),
  isPercent: z.boolean().optional(),
  /** Minimum interval between two stored rows in ms; default limits.changeIntervalMs. */
  minIntervalMs: z.number().int().min(100).max(86_400_000).optional(),
  triggerSignalId: z.number().int().positive().optional(),
  columns: z.array(GatewayColumn).min(1).max(100),
})
export type GatewayReport = z.output<typeof GatewayReport>

/**
 * An alarm rule as it is evaluated (signal/judge/rule.ts): an alarm starts when `raise` holds and stays active while
 * `stay` holds (default `raise`; they differ by a dead band). `rate`, instead of both: a variable moved by more than
 * `change` (below 0: fell) within `overMs`. `fence`, instead of both: two variables are a position outside or inside an
 * area, until it is back by more than `marginM`. A condition that is undetermined, because a value is missing or bad,
 * changes nothing.
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
  /** On-delay and off-delay: the condition must hold, or be absent, this long without a break; default 0. */
  onMs: z.number().int().min(1000).max(86_400_000).optional(),
  offMs: z.number().int().min(1000).max(86_400_000).optional(),
  /** Variables whose values are sent with the alarm, starting with the one that it is about. */
  tell: z.array(z.number().int().positive()).max(limits.alarmTold).optional(),
})
export type GatewayRule = z.output<typeof GatewayRule>

/**
 * A script as the gateway runs it (signal/edge/script/scripts.ts): the variables by the names that it uses, and its
 * triggers.
 */
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
  /** IANA zone of the equipment, for its periods and days. */
  zone: z.string().default('UTC'),
  drivers: z.array(GatewayDriver).max(50),
  reports: z.array(GatewayReport).max(50).optional(),
  alarms: z.array(GatewayRule).max(limits.alarmRulesPerEquipment).optional(),
  scripts: z.array(GatewayScript).max(limits.scriptsPerEquipment).optional(),
})
export type GatewayConfig = z.output<typeof GatewayConfig>

/**
 * Secrets that parameters refer to by number, encrypted for this gateway (contract/sealed.ts). They are in no
 * configuration, and in no hash.
 */
export const Sealed = z.string().max(limits.sealedLength).optional()

/**
 * The configuration sent for an equipment, with the facts that the gateway reports back. `hash` covers `config` only;
 * `bindingId` names the period in which this gateway serves this equipment: records carry it, so that they never reach
 * a later owner.
 */
export const BoundConfig = z.object({
  equipmentId: z.number().int().positive(),
  bindingId: z.number().int().positive(),
  hash: z.string().length(64),
  config: GatewayConfig,
  sealed: Sealed,
})
export type BoundConfig = z.output<typeof BoundConfig>
