// A device's configuration as it is stored: drivers, variables, history reports, alarm rules, scripts.
// [S3 Driver, Variable, History report, Alarm]
import { z } from 'zod'
import { byteOrders, dataTypes, textPrefixes } from '../core/data-type.ts'
import { Area, areaLimits } from './area.ts'
import { AccountId, AlarmRuleId, ColumnId, DriverId, ReportId, RoleId, ScriptId, SignalId, text } from './fields.ts'
import { aggregations, Period, storageModes } from './gateway-config.ts'
import { limits } from './limits.ts'

/** A name as formulas and files use it: starts with a letter, letters, digits, underscores. [S5] */
const Identifier = z
  .string()
  .trim()
  .refine((name) => /^[A-Za-z][A-Za-z0-9_]*$/.test(name), {
    params: {
      en: 'starts with a letter; letters, digits and underscores only',
      zh: '以字母开头，仅含字母、数字和下划线',
    },
  })
  .max(limits.signalNameLength)

const finite = z.number().refine(Number.isFinite)
const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? undefined)

/** The id of the template item from which this item was created: decision 33. Gateways do not receive it. */
const origin = z.number().int().positive().optional()

export const Driver = z.object({
  id: DriverId,
  origin,
  name: text(limits.titleLength),
  /** Folder of drivers/, e.g. `modbus-tcp`. */
  type: z.string().min(1).max(40),
  params: z.record(z.string(), z.unknown()),
})
export type Driver = z.output<typeof Driver>

/** A variable. Absent fields have their default; contract/gateway-config explains the other fields. */
export const Signal = z.object({
  id: SignalId,
  origin,
  driverId: DriverId,
  name: Identifier,
  title: text(limits.titleLength),
  address: text(limits.addressLength),
  dataType: z.enum(dataTypes),
  access: z.enum(['r', 'w', 'rw']).default('r'),
  length: optional(z.number().int().min(1).max(250)),
  unit: optional(z.string().trim().max(limits.unitLength)),
  decimals: optional(z.number().int().min(0).max(8)),
  /** Labels of whole numbers or of on and off, `0=manual; 1=automatic`: for display, not sent to the gateway. */
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
  noValue: optional(z.string().trim().max(limits.noValueLength)),
  periodMs: optional(z.number().int().min(10).max(86_400_000)),
  /** Bounds of a write, and range of the bar. */
  min: optional(finite),
  max: optional(finite),
  normalLow: optional(finite),
  normalHigh: optional(finite),
  group: optional(z.string().trim().max(30)),
  pinned: optional(z.boolean()),
  /** The PLC's name of the register area (holding, D, DB): for display; the gateway uses the address. [S3 Variable] */
  registerType: optional(z.string().trim().max(20)),
  /** The default aggregation in a new summary; if absent, the one that suits its type. */
  aggregation: optional(z.enum(aggregations)),
  /** An intermediate value of the PLC program; hidden from lists of accounts that cannot edit the device. */
  internal: optional(z.boolean()),
})
export type Signal = z.output<typeof Signal>

/** [S3 History report] Operators that compare a variable with a threshold. */
export const comparisons = ['==', '!=', '>', '>=', '<', '<='] as const
export type Comparison = (typeof comparisons)[number]

/** An expression over `${equipmentId.signalId}` (core/formula), or one variable against a threshold. */
export const Condition = z.union([
  // The schema accepts longer expressions than the rules, so that the rules can report 2005 with their maximum.
  z.object({ expression: z.string().trim().min(1).max(4000) }),
  z.object({ signalId: SignalId, symbol: z.enum(comparisons), value: finite }),
])
export type Condition = z.output<typeof Condition>

/** A variable of a report, in a summary one aggregation of it. Its id is never reused (docs/decisions/0005). */
export const ReportColumn = z.object({
  id: ColumnId,
  signalId: SignalId,
  aggregation: optional(z.enum(aggregations)),
})
export type ReportColumn = z.output<typeof ReportColumn>

/** A history report: which variables are stored together, and when. Absent fields have their default. */
export const Report = z.object({
  id: ReportId,
  origin,
  name: text(limits.titleLength),
  type: z.enum(['normal', 'summary']),
  mode: z.enum(storageModes),
  period: optional(Period),
  condition: optional(Condition),
  /**
   * How far a value must move to be stored again; 0: every change. In percent of the last stored value if `isPercent`.
   */
  fluctuation: optional(finite.min(0)),
  isPercent: optional(z.boolean()),
  /** Minimum interval between two stored rows in ms; default limits.changeIntervalMs. */
  minIntervalMs: optional(z.number().int().min(100).max(86_400_000)),
  triggerSignalId: optional(SignalId),
  columns: z.array(ReportColumn),
  /** Only `false` is stored: the gateway does not receive the report, and its stored data remains. */
  enabled: optional(z.boolean()),
})
export type Report = z.output<typeof Report>

/** [S3 Alarm] Severe, important, normal: high, medium, low. */
export const alarmLevels = ['severe', 'important', 'normal'] as const
export type AlarmLevel = (typeof alarmLevels)[number]
/** Sort order of alarm levels, the most serious first. */
export const levelOrder: Readonly<Record<AlarmLevel, number>> = { severe: 0, important: 1, normal: 2 }

/** [S3 Alarm] Notification channels, besides the message on screen. */
export const alarmMethods = ['push', 'email', 'sms', 'phone'] as const
export type AlarmMethod = (typeof alarmMethods)[number]

const minuteOfDay = z.number().int().min(0).max(1439)

/** An escalation step: notifies further accounts while the alarm is unacknowledged. */
export const AlarmStep = z.object({
  /** Minutes after the alarm was raised; 0: immediately. */
  afterMin: z.number().int().min(0).max(1440),
  /** Accounts to notify; those that cannot see the device are skipped. */
  accountIds: optional(z.array(AccountId).max(limits.alarmStepAccounts)),
  roleIds: optional(z.array(RoleId).max(limits.alarmStepRoles)),
  methods: z.array(z.enum(alarmMethods)).min(1).max(alarmMethods.length),
  /**
   * Minutes of the day in the device's zone, `to` excluded; over midnight if `to` is smaller. Outside it notifications
   * wait.
   */
  hours: optional(z.object({ from: minuteOfDay, to: minuteOfDay })),
})
export type AlarmStep = z.output<typeof AlarmStep>

/** The condition that raises an alarm. */
export const AlarmCondition = z.discriminatedUnion('kind', [
  /** The value is beyond a limit; the alarm clears when the value is back by more than the dead band. */
  z.object({
    kind: z.literal('limit'),
    signalId: SignalId,
    is: z.enum(['above', 'below']),
    limit: finite,
    deadBand: optional(finite.min(0)),
  }),
  /** The variable has a state, or leaves it: a switch (0 or 1) or a whole number. */
  z.object({ kind: z.literal('state'), signalId: SignalId, is: z.enum(['equal', 'unequal']), value: finite }),
  /** The value moved by more than `change` within the last `overS` seconds. */
  z.object({
    kind: z.literal('rate'),
    signalId: SignalId,
    is: z.enum(['rising', 'falling']),
    change: finite.positive(),
    overS: z.number().int().min(1).max(3600),
  }),
  /** Position by two variables, outside or inside an area; clears when it is back by more than the margin. */
  z.object({
    ...{ kind: z.literal('fence'), longitudeId: SignalId, latitudeId: SignalId },
    is: z.enum(['outside', 'inside']),
    area: Area,
    marginM: optional(finite.min(0).max(areaLimits.marginM)),
  }),
  z.object({ kind: z.literal('expression'), expression: z.string().trim().min(1).max(4000) }),
  /** The device's gateway is not connected; raised by the platform. */
  z.object({ kind: z.literal('offline') }),
  /** The gateway lost its supply and reported it in its last message. */
  z.object({ kind: z.literal('powerOff') }),
])
export type AlarmCondition = z.output<typeof AlarmCondition>

/** An alarm rule. Absent fields have their default. */
export const AlarmRule = z.object({
  id: AlarmRuleId,
  origin,
  name: text(limits.titleLength),
  condition: AlarmCondition,
  level: z.enum(alarmLevels),
  /** On-delay and off-delay: the condition must hold, or be absent, this long without a break; default 0. */
  onDelayS: optional(z.number().int().min(0).max(86_400)),
  offDelayS: optional(z.number().int().min(0).max(86_400)),
  /** The alarm remains active until a user resets it, even after its condition has cleared. */
  latched: optional(z.boolean()),
  /** Text of the alarm, with `{value}`, `{limit}` and `{id of a variable}` in it; default the rule's name. [S9 100] */
  content: optional(z.string().trim().max(limits.alarmContentLength)),
  /** Instructions for the operator, one step per line. */
  advice: optional(z.string().trim().max(limits.alarmAdviceLength)),
  /** Related setpoints: variables to write, shown beside the alarm. */
  setPointIds: optional(z.array(SignalId).max(limits.alarmSetPoints)),
  /** Channels that immediately notify all accounts that can see the device. */
  methods: optional(z.array(z.enum(alarmMethods)).max(alarmMethods.length)),
  /** Escalation steps while the alarm is unacknowledged. */
  steps: optional(z.array(AlarmStep).max(limits.alarmSteps)),
  /** Only `false` is stored: the rule raises no alarm. */
  enabled: optional(z.boolean()),
})
export type AlarmRule = z.output<typeof AlarmRule>

/** Whether the platform detects the alarm without the gateway. */
export const isOfPlatform = ({ condition }: Pick<AlarmRule, 'condition'>): boolean =>
  condition.kind === 'offline' || condition.kind === 'powerOff'

/** [S2 Scripts] When a script runs. */
export const ScriptTrigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('period'), everyMs: z.number().int().min(limits.scriptPeriodMinMs).max(86_400_000) }),
  /** A value or its quality changed. */
  z.object({ kind: z.literal('change'), signalIds: z.array(SignalId).max(limits.scriptTriggers) }),
  /** The gateway has started and has read the script's variables. */
  z.object({ kind: z.literal('start') }),
])
export type ScriptTrigger = z.output<typeof ScriptTrigger>

/** A script that the gateway runs (signal/script/run.ts); it refers to variables of the device by name. */
export const Script = z.object({
  id: ScriptId,
  origin,
  name: text(limits.titleLength),
  /** The program text as typed, with its line breaks and spaces. */
  source: z.string().max(limits.scriptLength),
  trigger: ScriptTrigger,
  /** Only `false` is stored: the gateway does not receive the script. */
  enabled: optional(z.boolean()),
})
export type Script = z.output<typeof Script>

/** Versions from before reports, alarms or scripts existed lack these lists, and keep their hash. */
export const EquipmentConfig = z.object({
  drivers: z.array(Driver),
  signals: z.array(Signal),
  reports: z.array(Report).default([]),
  alarms: z.array(AlarmRule).default([]),
  scripts: z.array(Script).default([]),
})
export type EquipmentConfig = z.output<typeof EquipmentConfig>
