// Live values of the pages of a project. [S4 Live monitoring] [S7 Live monitoring, project] Decision 28.
import { z } from 'zod'
import { download, type Endpoint, oneForm, post } from '../../../contract/endpoint.ts'
import { EquipmentId, idList, numeric, PageId, ProjectId, ReportId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { RowColumns } from '../../../contract/row-columns.ts'
import { LiveGateway, LiveSignal, signalForm } from '../../device/live/contract.ts'
import { AlarmPage, acknowledgeAlarms, alarmsInput, exportAlarms } from '../../watch/alarm/contract.ts'
import { Curves, curveInput, queryReportRows, Reports } from '../../watch/history/contract.ts'
import { exportHistory } from '../../watch/history-export/contract.ts'
import { MvarSeries } from '../../watch/mvar/contract.ts'
import { PlacedDevice } from '../monitor/contract.ts'

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

/** The endpoint with the types of both forms of its answer, for the server. */
export const inBothForms = { projectSignals }

/** The endpoint for the answer with rows. */
export const queryProjectSignals: Endpoint<typeof signalsOfPage, z.ZodArray<typeof ProjectSignal>> = oneForm(
  projectSignals,
)

const columnsOfPage = signalsOfPage.extend({ isColumnar: z.literal(true), hasTrends: z.boolean() })

/** The list of variables of a project as columns of `ProjectSignal` rows. */
export const querySignalColumns: Endpoint<typeof columnsOfPage, typeof RowColumns> = oneForm({ ...projectSignals })

export const queryProjectPlaces = post('/lfscada/monitor/project/equip/queryPlaces', {
  may: 'monitor:view',
  on: { page: 'pageId' },
  through: { page: 'pageId' },
  about:
    'The devices that maps on a page of a project show, at their places with the states of their gateways; without a list those of the project. Of devices that the caller sees through the project alone neither SN nor address, and alarms where a table of the page shows them.',
  input: z.object({ pageId: PageId }),
  output: z.array(
    PlacedDevice.omit({ sn: true, ruleType: true, sort: true }).extend({
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
