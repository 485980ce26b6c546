// The questions of the upgrade test: reading calls over every kind of object in the dump of a release.
import type { Endpoint, InputOf } from '../../contract/endpoint.ts'
import { queryConfig, queryVersions } from '../../features/device/config/contract.ts'
import { equipmentInfo, queryEquipments } from '../../features/device/equipment/contract.ts'
import { queryGroups } from '../../features/device/group/contract.ts'
import { queryTemplates } from '../../features/device/template/contract.ts'
import { gatewayInfo } from '../../features/gateway/gateway/contract.ts'
import { pageInfo } from '../../features/page/page/contract.ts'
import { queryPages } from '../../features/page/page-list/contract.ts'
import { internalCalls } from '../../features/people/account/contract.ts'
import { queryApiKeys } from '../../features/people/api-key/contract.ts'
import { roleInfo } from '../../features/people/role/contract.ts'
import { queryOperations } from '../../features/platform/operation-log/contract.ts'
import { queryDisplays, wallState } from '../../features/project/kiosk/contract.ts'
import { projectInfo, queryProjectEquips } from '../../features/project/project/contract.ts'
import { customReportInfo, queryCustomCurves } from '../../features/project/report/contract.ts'
import { shareInfo, visitInfo } from '../../features/project/share/contract.ts'
import { alarmInfo, queryAlarms } from '../../features/watch/alarm/contract.ts'
import { queryAggregates, queryHistory, queryReportRows, queryReports } from '../../features/watch/history/contract.ts'
import { queryMvarHistory, queryMvars } from '../../features/watch/mvar/contract.ts'
import type { ReleaseObjects } from './fill.ts'

/** A call by one of the callers of the dump. */
export type Question = { as: string; path: string; input: unknown }

const ask = <E extends Endpoint>(as: string, endpoint: E, input: InputOf<E>): Question => ({
  as,
  path: endpoint.path,
  input,
})

/** The questions about what `fillRelease` has made. */
export function questionsAbout(filled: ReleaseObjects): Question[] {
  const { equipmentId, otherEquipmentId, to } = filled
  return [
    ...['admin', 'other', 'operator', 'program'].map((as) => ask(as, queryEquipments, {})),
    ask('admin', roleInfo, { id: filled.roleId }),
    ask('admin', internalCalls.query, {}),
    ask('admin', queryApiKeys, {}),
    ask('admin', queryGroups, {}),
    ask('admin', queryTemplates, {}),
    ask('admin', equipmentInfo, { id: equipmentId }),
    ask('admin', queryConfig, { equipmentId }),
    ask('admin', queryVersions, { equipmentId }),
    ask('other', queryConfig, { equipmentId: otherEquipmentId }),
    ask('admin', gatewayInfo, { equipmentId }),
    ask('admin', shareInfo, { equipId: equipmentId }),
    ask('visitor', visitInfo, {}),
    ...(['open', 'shelved', 'history'] as const).map((view) => ask('operator', queryAlarms, { view })),
    ...filled.alarmIds.map((alarmId) => ask('admin', alarmInfo, { alarmId })),
    ask('admin', queryOperations, { to, pageSize: 200 }),
    ...ofHistory(filled),
    ...ofProject(filled),
    ...filled.pageIds.map((id) => ask('admin', pageInfo, { id })),
    ask('admin', queryPages, { equipmentId }),
    ask('wall', wallState, { build: 'test', pageId: null, pageVersion: null }),
    ask('program', queryReports, { equipmentId }),
  ]
}

function ofHistory({ equipmentId, reportId, columnIds, from, to }: ReleaseObjects): Question[] {
  const span = { equipmentId, columnIds: [...columnIds], from, to }
  return [
    ask('operator', queryHistory, { ...span, reduce: 'latest', points: 5000 }),
    ask('program', queryAggregates, { ...span, bucket: { every: 1, unit: 'hour' } }),
    ask('operator', queryReportRows, { equipmentId, reportId, from, to, order: 'ascending' }),
  ]
}

function ofProject({ projectId, mvarId, customReportId, from, to }: ReleaseObjects): Question[] {
  const id = { projectId }
  return [
    ask('operator', projectInfo, { id: projectId }),
    ask('operator', queryProjectEquips, id),
    ask('operator', queryMvars, id),
    ask('operator', queryMvarHistory, { projectId, id: mvarId, from, to }),
    ask('operator', customReportInfo, { id: customReportId }),
    ask('operator', queryCustomCurves, { reportId: customReportId, from, to }),
    ask('admin', queryPages, id),
    ask('admin', queryDisplays, id),
  ]
}
