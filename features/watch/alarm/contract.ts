// Alarms: open, waiting for acknowledgement, and past. States follow ISA-18.2; the specification's unresolved and
// resolved mean "not acknowledged" and "acknowledged". [S3 Alarm, S4, DESIGN 9 Confirm]
import { z } from 'zod'
import { alarmKinds } from '../../../contract/alarm-kinds.ts'
import { done, download, nothing, post } from '../../../contract/endpoint.ts'
import { alarmLevels, alarmMethods } from '../../../contract/equipment-config.ts'
import {
  AlarmId,
  AlarmRuleId,
  EquipmentId,
  GroupId,
  Instant,
  idOf,
  MvarId,
  maybeText,
  numeric,
  ProjectId,
  pageOf,
  paging,
  SignalId,
  text,
  Zone,
} from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    AlarmFilterId: true
  }
}
declare module '../../../contract/endpoint.ts' {
  interface Objects {
    alarm: AlarmId
    alarmFilter: AlarmFilterId
  }
}
export const AlarmFilterId = idOf('AlarmFilterId')
export type AlarmFilterId = z.output<typeof AlarmFilterId>

const Level = z.enum(alarmLevels)
const Kind = z.enum(alarmKinds)

/**
 * State of an alarm. `active`: the condition holds; `latched`: the condition is gone, but the alarm stays open until it
 * is reset; `cleared`: the condition is gone. Each state exists acknowledged and unacknowledged.
 */
const alarmStates = ['active', 'latched', 'cleared'] as const
export type AlarmState = (typeof alarmStates)[number]

/** Why an alarm is silent: shelved for a time, or its rule is out of service. */
const Shelf = z.object({
  kind: z.enum(['shelved', 'outOfService']),
  ...{ until: Instant.nullable(), reason: z.string(), accountName: z.string(), at: Instant },
})

export const AlarmRow = z.object({
  id: AlarmId,
  equipmentId: EquipmentId,
  equipmentName: z.string(),
  /** IANA zone of the device; null: the zone of its organisation. */
  zone: z.string().nullable(),
  ruleId: AlarmRuleId,
  kind: Kind,
  level: Level,
  name: z.string(),
  content: z.string(),
  signalId: SignalId.nullable(),
  /** The intermediate variable that raised the alarm, with its title then; ids are null for a hidden project. */
  mvar: z.object({ title: z.string(), id: MvarId.nullable(), projectId: ProjectId.nullable() }).nullable(),
  unit: z.string().nullable(),
  decimals: z.number().nullable(),
  /** The value texts of its variable. */
  texts: z.string().nullable(),
  /** The value that raised it; `limitText` is the limit that it passed, such as `> 4.5`. */
  value: z.union([z.number(), z.string(), z.boolean()]).nullable(),
  limitText: z.string().nullable(),
  state: z.enum(alarmStates),
  isLatched: z.boolean(),
  /** Whether the current state is known: the gateway is online, or the platform evaluates the rule itself. */
  isHeard: z.boolean(),
  raisedAt: Instant,
  clearedAt: Instant.nullable(),
  /** The alarm arrived long after it was raised, for example after a connection loss. */
  isBacklog: z.boolean(),
  acknowledgedAt: Instant.nullable(),
  acknowledgedName: z.string().nullable(),
  comment: z.string().nullable(),
  shelf: Shelf.nullable(),
  /** Number of open alarms of the same rule in this row, including this one, and when the first was raised. */
  count: z.number(),
  firstAt: Instant,
  /** Methods by which users were notified. */
  told: z.array(z.enum(alarmMethods)),
  /** The next notification without acknowledgement before then; omits names of accounts of another company. */
  next: z.object({ at: Instant, names: z.array(z.string()), methods: z.array(z.enum(alarmMethods)) }).nullable(),
})
export type AlarmRow = z.output<typeof AlarmRow>

/** Views of the list. `open`: active, latched or unacknowledged, and not shelved; `history`: all, newest first. */
export const alarmViews = ['open', 'unacknowledged', 'shelved', 'cleared', 'history'] as const
export type AlarmView = (typeof alarmViews)[number]

const filter = {
  view: z.enum(alarmViews).default('open'),
  levels: z.array(Level).max(alarmLevels.length).nullish(),
  kinds: z.array(Kind).max(alarmKinds.length).nullish(),
  equipmentId: EquipmentId.nullish(),
  groupId: GroupId.nullish(),
  ruleId: AlarmRuleId.nullish(),
  /** Part of the name, the text, or the name of the device or of the intermediate variable. */
  keyword: maybeText(50),
  /** Range of the time at which alarms were raised. */
  from: Instant.nullish(),
  to: Instant.nullish(),
}
export const AlarmFilter = z.object(filter)
export type AlarmFilter = z.output<typeof AlarmFilter>

/** Several devices of a page; combined with `equipmentId`, both conditions apply. Empty: all visible devices. */
const devices = { equipmentIds: z.array(EquipmentId).max(limits.alarmDevices).optional() }
export type AlarmNarrowing = AlarmFilter & z.output<z.ZodObject<typeof devices>>

/** The screens that open alarms, each with the permission that it needs. [S6] */
export const alarmScreens = {
  livePage: 'monitor_multi_designer_alarm',
  device: 'monitor_equipinfo_menu_alarm',
  page: 'monitor_designer_menu_alarm',
} as const satisfies Record<string, Permission>
export type AlarmScreen = keyof typeof alarmScreens
const screens = Object.keys(alarmScreens) as [AlarmScreen, ...AlarmScreen[]]

/** Input of the alarm list. `openedFrom`: the screen that opens it; none: the page of all alarms. */
export const alarmsInput = z.object({ ...paging, ...filter, ...devices, openedFrom: z.enum(screens).optional() })

export const AlarmPage = pageOf(AlarmRow).extend({
  /** Rows of each view under the other filters; `cleared`: within the last 24 hours, also if still latched. */
  counts: z.object({ open: z.number(), unacknowledged: z.number(), shelved: z.number(), cleared: z.number() }),
})

export const queryAlarms = post('/lfscada/alarm/query', {
  may: 'alarm:view',
  on: { equipment: ['equipmentId', 'equipmentIds'], group: 'groupId' },
  about:
    'Alarms of the visible devices. In the view of what is open: one row a rule with the number of its open alarms; not acknowledged first, then by severity, then newest. A screen whose permission the caller lacks answers 90008.',
  input: alarmsInput,
  output: AlarmPage,
})

/** Rules with open alarms that are not shelved, by severity. */
export const AlarmCounts = z.object({
  severe: z.number(),
  important: z.number(),
  normal: z.number(),
  /** Those of them whose condition holds. */
  active: z.object({ severe: z.number(), important: z.number(), normal: z.number() }),
  unacknowledged: z.number(),
  /** The highest severity without acknowledgement, for the sound; and when the newest such alarm was raised. */
  loudest: Level.nullable(),
  newestAt: Instant.nullable(),
})
export type AlarmCounts = z.output<typeof AlarmCounts>

export const countAlarms = post('/lfscada/alarm/count', {
  may: 'alarm:view',
  on: { equipment: 'equipmentId' },
  about: 'How many alarms are open, by severity: of all visible devices, or of one.',
  input: z.object({ equipmentId: EquipmentId.nullish() }),
  output: AlarmCounts,
})

/** Events in the history of an alarm. */
const noteActs = [
  'raised',
  'cleared',
  'acknowledged',
  'commented',
  'reset',
  'shelved',
  'unshelved',
  'outOfService',
  'inService',
  'told',
  'failed',
] as const
export type NoteAct = (typeof noteActs)[number]
export const AlarmNote = z.object({
  at: Instant,
  act: z.enum(noteActs),
  accountName: z.string().nullable(),
  text: z.string().nullable(),
})
export type AlarmNote = z.output<typeof AlarmNote>

export const alarmInfo = post('/lfscada/alarm/info', {
  may: 'alarm:view',
  about: 'One alarm, with what happened to it, what to do, and the same alarm in the last 30 days.',
  on: { alarm: 'alarmId' },
  input: z.object({ alarmId: AlarmId }),
  output: AlarmRow.extend({
    advice: z.string().nullable(),
    /** Related setpoints, if the caller may write. */
    setPointIds: z.array(SignalId),
    /** The history column that stores the variable, for a curve. */
    columnId: z.number().nullable(),
    /** The limit of the rule, in the unit of the variable. */
    limit: z.number().nullable(),
    /** Limits of all enabled rules of the variable, for the forecast. */
    limits: z.array(z.object({ limit: z.number(), name: z.string() })),
    notes: z.array(AlarmNote),
    /** Alarms of the same rule in the last 30 days, newest first, at most 200; `medianMs`: median duration. */
    same: z.array(z.object({ id: AlarmId, raisedAt: Instant, clearedAt: Instant.nullable() })),
    medianMs: z.number().nullable(),
  }),
})
export type AlarmInfo = z.output<typeof alarmInfo.output>

const some = { alarmIds: z.array(AlarmId).min(1).max(limits.alarmsAtOnce) }
const comment = maybeText(limits.alarmCommentLength)
/** Number of changed alarms. Alarms whose state does not allow the action, or that were changed before, are skipped. */
const concerned = z.object({ done: z.number() })

export const acknowledgeAlarms = post('/lfscada/alarm/acknowledge', {
  on: { alarm: 'alarmIds' },
  may: 'alarm:acknowledge',
  about: 'Acknowledges alarms, and with each one all earlier alarms of its rule. [S4 confirm]',
  input: z.object({ ...some, comment }),
  output: concerned,
})

export const commentAlarms = post('/lfscada/alarm/comment', {
  on: { alarm: 'alarmIds' },
  may: 'alarm:acknowledge',
  about: 'Adds a comment to alarms.',
  input: z.object({ comment: text(limits.alarmCommentLength), ...some }),
  output: concerned,
})

export const resetAlarms = post('/lfscada/alarm/reset', {
  on: { alarm: 'alarmIds' },
  may: 'alarm:acknowledge',
  about: 'Ends latched alarms whose condition is gone; acknowledges them too.',
  input: z.object({ ...some, comment }),
  output: concerned,
})

export const shelveAlarms = post('/lfscada/alarm/shelve', {
  on: { alarm: 'alarmIds' },
  may: 'alarm:shelve',
  about:
    'Shelves the rules of alarms for a time, with a reason: their alarms are raised and cleared silently, and reported afterwards.',
  input: z.object({
    minutes: numeric(
      z
        .number()
        .int()
        .min(1)
        .max(limits.shelveDays * 24 * 60),
    ),
    reason: text(limits.alarmCommentLength),
    ...some,
  }),
  output: concerned,
})

export const unshelveAlarms = post('/lfscada/alarm/unshelve', {
  on: { alarm: 'alarmIds' },
  may: 'alarm:shelve',
  about: 'Ends shelving, or puts rules back into service.',
  input: z.object(some),
  output: concerned,
})

export const takeOutOfService = post('/lfscada/alarm/outOfService', {
  on: { alarm: 'alarmIds' },
  may: 'alarm:shelve',
  about: 'Takes the rules of alarms out of service until they are put back, with a reason.',
  input: z.object({ reason: text(limits.alarmCommentLength), ...some }),
  output: concerned,
})

/** [S7] Whether the alarm is resolved, that is, acknowledged. */
export const isReleaseByAlarmId = post('/lfscada/monitor/multi/alarm/isReleaseByAlarmId', {
  may: 'monitor_multi_designer_alarm',
  about: 'Whether an alarm is resolved, that is acknowledged.',
  on: { alarm: 'alarmId' },
  input: z.object({ alarmId: AlarmId }),
  output: z.boolean(),
})

export const exportAlarms = download('/lfscada/alarm/export', {
  may: 'alarm:export',
  on: { equipment: ['equipmentId', 'equipmentIds'], group: 'groupId' },
  about:
    'The alarms of a filter as CSV or xlsx, streamed, newest first, one row an alarm; times in `zone`, else in that of the organisation, named in the headings.',
  heavy: true,
  input: z.object({ ...filter, ...devices, zone: Zone.optional(), format: z.enum(['csv', 'xlsx']) }),
})

const SavedFilter = z.object({
  id: AlarmFilterId,
  name: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  filter: AlarmFilter,
  /** Number of alarms; null for the history view, which is not counted. */
  count: z.number().nullable(),
})
export type SavedFilter = z.output<typeof SavedFilter>

export const queryAlarmFilters = post('/lfscada/alarm/filter/query', {
  may: 'alarm:view',
  about: "Named views of the list, the caller's own and the company's, each with the number of its rows.",
  input: nothing,
  output: z.array(SavedFilter),
})

export const saveAlarmFilter = post('/lfscada/alarm/filter/save', {
  may: 'alarm:view',
  on: { equipment: 'equipmentId', group: 'groupId' },
  beside: true,
  about: 'Saves a view of the list under a name.',
  input: z.object({ name: text(30), isShared: z.boolean().default(false), ...filter }),
  output: z.object({ id: AlarmFilterId }),
})

export const deleteAlarmFilter = post('/lfscada/alarm/filter/delete', {
  may: 'alarm:view',
  on: { alarmFilter: 'id' },
  about: 'Deletes a named view of the caller.',
  input: z.object({ id: AlarmFilterId }),
  output: done,
})
