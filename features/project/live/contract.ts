// Live values of the pages of a project. [S4 Live monitoring] [S7 Live monitoring, project] Decision 28.
import { z } from 'zod'
import { download, type Endpoint, oneForm, post } from '../../../contract/endpoint.ts'
import { alarmLevels } from '../../../contract/equipment-config.ts'
import { AlarmId, EquipmentId, Instant, numeric, PageId, ProjectId, ReportId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { RowColumns } from '../../../contract/row-columns.ts'
import { LiveGateway, LiveSignal, signalForm } from '../../device/live/contract.ts'
import { results } from '../../platform/operation-log/contract.ts'
import { AlarmPage, acknowledgeAlarms, alarmsInput, exportAlarms } from '../../watch/alarm/contract.ts'
import { Curves, curveInput, exportHistory, queryReportRows, Reports } from '../../watch/history/contract.ts'
import { MvarSeries } from '../../watch/mvar/contract.ts'
import { PlacedDevice } from '../monitor/contract.ts'

/** A page of 2000 widgets with five variables each. */
const maxIds = 10_000

/** Ids as a list, or as text with commas as in the specification. Ids that are not visible are ignored. */
const idList = z.union([
  z.array(z.number().int().positive()).max(maxIds),
  z
    .string()
    .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
    .transform((text) => (text === '' ? [] : text.split(',').map(Number)))
    .refine((ids) => ids.length <= maxIds, { message: `at most ${maxIds}` }),
])

export const queryProjectGateways = post('/lfscada/monitor/project/gateway/query', {
  may: 'monitor:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about: 'The gateways of devices that a page of a project shows; a device without one is left out.',
  input: z.object({ pageId: PageId, dataEquip: idList }),
  output: z.array(LiveGateway.extend({ equipmentId: EquipmentId })),
})

export const openProjectGateway = post('/lfscada/monitor/project/gateway/open', {
  may: 'monitor:view',
  on: { project: 'projectId', equipment: 'equipmentId' },
  through: { project: 'projectId' },
  about: 'Opens live streaming of a device of a project for `delay` seconds at `interval` seconds.',
  input: z.object({
    projectId: ProjectId,
    equipmentId: EquipmentId,
    interval: numeric(z.number().min(0.1).max(3600)).default(1),
    delay: numeric(z.number().int().min(0).max(limits.openDelayMaxS)).default(limits.openDelayProjectS),
  }),
  output: z.object({ online: z.boolean() }),
})

/** A variable of a page. Without address and driver if the caller sees its device only through the project. */
export const ProjectSignal = LiveSignal.extend({ equipmentId: EquipmentId })
export type ProjectSignal = z.output<typeof ProjectSignal>

const signalsOfPage = z.object({ pageId: PageId, dataSignal: idList })

const projectSignals = post('/lfscada/monitor/project/signal/query', {
  may: 'monitor:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'Variables that a page of a project shows, with their last values. `isColumnar`: as columns instead of rows; `hasTrends` false: without the last ten minutes.',
  input: signalsOfPage.extend(signalForm),
  output: z.union([z.array(ProjectSignal), RowColumns]),
})

/** With the types of both forms, for the server. */
export const inBothForms = { projectSignals }

/** The form with rows. */
export const queryProjectSignals: Endpoint<typeof signalsOfPage, z.ZodArray<typeof ProjectSignal>> = oneForm(
  projectSignals,
)

const columnsOfPage = signalsOfPage.extend({ isColumnar: z.literal(true), hasTrends: z.boolean() })

/** The form with columns of `ProjectSignal` rows. */
export const querySignalColumns: Endpoint<typeof columnsOfPage, typeof RowColumns> = oneForm({ ...projectSignals })

export const queryProjectPlaces = post('/lfscada/monitor/project/equip/queryPlaces', {
  may: 'monitor:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'The devices that maps on a page of a project show, at their places with the states of their gateways; without a list those of the project. Of devices that the caller sees through the project alone neither SN nor address, and alarms where a table of the page shows them.',
  input: z.object({ pageId: PageId }),
  output: z.array(
    PlacedDevice.omit({ sn: true, ruleType: true }).extend({
      /** Whether the caller can see the device without the project. */
      mayOpen: z.boolean(),
    }),
  ),
})

export const projectToken = post('/lfscada/websocket/monitor/project/token', {
  may: 'monitor:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about: 'A token for the web socket of a page of a project; valid once, for 60 seconds.',
  input: z.object({ pageId: PageId, dataEquip: idList, dataSignal: idList }),
  output: z.string(),
})

const ofPage = {
  may: 'history:view',
  on: { page: 'pageId', equipment: 'equipmentId' },
  through: { page: 'pageId' },
} as const

export const queryProjectColumns = post('/lfscada/monitor/project/report/queryCols', {
  ...ofPage,
  about:
    'The history reports of a device with the columns whose variables a page of a project shows; those that its tables show whole.',
  input: z.object({ pageId: PageId, equipmentId: EquipmentId }),
  output: Reports,
})

export const queryProjectHistory = post('/lfscada/monitor/project/history/query', {
  ...ofPage,
  heavy: true,
  about:
    'Curves of variables of one device that a page of a project shows, or of columns of the reports that it shows; another answers 10002. `mvarIds`: of intermediate variables instead, calculated from what is stored.',
  input: curveInput.extend({
    pageId: PageId,
    equipmentId: EquipmentId.nullish(),
    mvarIds: z.array(z.number().int().positive()).max(limits.curveSignals).default([]),
  }),
  output: Curves.extend({ mvars: z.array(MvarSeries).optional() }),
})

const scalar = z.union([z.number(), z.boolean(), z.string()]).nullable()

/** Values in time order, `times` in ms after `from`; `codes` null: all good. `start`: the values at `from`. */
const Played = z.object({
  start: z.array(z.object({ id: z.number(), at: Instant, value: scalar, code: z.number() })),
  times: z.array(z.number()),
  ids: z.array(z.number()),
  values: z.array(scalar),
  codes: z.array(z.number()).nullable(),
})

export const replayProject = post('/lfscada/monitor/project/history/replay', {
  may: 'history:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  heavy: true,
  about:
    'The data for playing back a page: its variables of all devices at `from` and every stored reading up to `to`, and its intermediate variables, calculated from what is stored. Of devices that the caller sees through the project alone only what the page is bound to now.',
  input: z.object({
    pageId: PageId,
    ...{ from: Instant, to: Instant },
    ...{ dataSignal: idList, dataMvar: idList.default([]) },
  }),
  output: Played.extend({
    from: Instant,
    /** The end of this answer: earlier than requested if there was too much for one answer. */
    to: Instant,
    mvars: Played,
    /**
     * Maximum time between readings of a variable, ms; after a longer gap its value is unknown. Not listed: stored on
     * change.
     */
    gaps: z.array(z.tuple([z.number(), z.number()])),
    /** Variables without history: not stored by any report, or calculated from such variables. */
    unstored: z.object({ signalIds: z.array(z.number()), mvarIds: z.array(z.number()) }),
  }),
})

/** Maximum number of events of each kind in one answer; more could not be distinguished on a time line. */
export const maxEvents = 500

export const PastAlarm = z.object({
  id: AlarmId,
  equipmentId: EquipmentId,
  equipmentName: z.string(),
  level: z.enum(alarmLevels),
  name: z.string(),
  raisedAt: Instant,
  clearedAt: Instant.nullable(),
})
export type PastAlarm = z.output<typeof PastAlarm>

export const PastWrite = z.object({
  id: z.number(),
  at: Instant,
  /** The names of device and variable at that time. */
  objectName: z.string(),
  loginname: z.string(),
  from: scalar,
  to: scalar,
  result: z.enum(results),
})
export type PastWrite = z.output<typeof PastWrite>

export const queryPageEvents = post('/lfscada/monitor/project/history/event/query', {
  may: 'history:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'What happened on the devices of a page: alarms that stood in a span, for who may see them; of devices that are seen through the project alone those of its alarm tables. What was written to the own devices, for who may see the log.',
  input: z.object({ pageId: PageId, from: Instant, to: Instant }),
  output: z.object({
    alarms: z.array(PastAlarm),
    writes: z.array(PastWrite),
    /** Whether older events were omitted. */
    isCut: z.boolean(),
  }),
})

export const nextPageEvent = post('/lfscada/monitor/project/history/event/next', {
  may: 'history:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'When the next of these events was after a time, or before it: an alarm that was raised or cleared, a write. Null: none within 30 days.',
  input: z.object({ pageId: PageId, at: Instant, isBack: z.boolean().default(false) }),
  output: z.object({ at: Instant.nullable() }),
})

export const queryProjectRows = post('/lfscada/monitor/project/history/queryAll', {
  ...ofPage,
  heavy: true,
  about: 'A page of the rows of a report that a table of a page of a project shows; another report answers 10002.',
  input: queryReportRows.input.extend({ pageId: PageId }),
  output: queryReportRows.output,
})

export const saveProjectRows = download('/lfscada/monitor/project/history/queryAllData', {
  ...ofPage,
  may: 'history:export',
  heavy: true,
  about: 'All rows of such a report as a file, streamed; times in the device’s time zone.',
  input: exportHistory.input.pick({ equipmentId: true, from: true, to: true, format: true, interval: true }).extend({
    ...{ pageId: PageId, reportId: ReportId },
  }),
})

export const queryProjectAlarms = post('/lfscada/monitor/project/alarm/query', {
  may: 'alarm:view',
  on: { page: 'pageId', equipment: ['equipmentId', 'equipmentIds'], group: 'groupId' },
  through: { page: 'pageId' },
  about:
    'Alarms of the devices that alarm tables of a page of a project show, and of those that the caller sees anyway. Who acts on alarms of the former is not told.',
  input: alarmsInput.extend({ pageId: PageId }),
  output: AlarmPage,
})

export const saveProjectAlarms = download('/lfscada/monitor/project/alarm/queryAll', {
  may: 'alarm:export',
  on: { page: 'pageId', equipment: ['equipmentId', 'equipmentIds'], group: 'groupId' },
  through: { page: 'pageId' },
  heavy: true,
  about: 'The same alarms as a file, all of them, streamed; who acts on alarms is not told here either.',
  input: exportAlarms.input.extend({ pageId: PageId }),
})

export const confirmProjectAlarms = post('/lfscada/monitor/project/alarm/confirm', {
  may: 'alarm:acknowledge',
  on: { page: 'pageId', alarm: 'alarmIds' },
  about:
    'Acknowledges alarms in a table of a page of a project. The project grants no permission for it: that of the device counts.',
  input: z.object({ pageId: PageId, ...acknowledgeAlarms.input.shape }),
  output: acknowledgeAlarms.output,
})
