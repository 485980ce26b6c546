// Provider for project pages: calls go through the project, and one socket serves all devices. [S4 Live monitoring]
// Decision 28.
import { type ReactNode, useMemo } from 'react'
import { ApiError, call, callStream } from '../../../contract/call.ts'
import { errorCode } from '../../../contract/errors.ts'
import { AlarmId, EquipmentId, PageId, type ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { eachBinding, signalOf } from '../../../contract/page-document.ts'
import { rowsOf } from '../../../contract/row-columns.ts'
import { projectSocketPath } from '../../../contract/sockets.ts'
import type { Activity } from '../../../signal/web/activity.ts'
import { gatherer, spaceOut } from '../../../signal/web/gather.ts'
import { createMonitoring } from '../../../signal/web/monitoring.ts'
import { takeMvars } from '../../../signal/web/mvars.ts'
import { shareLine } from '../../../signal/web/shared-line.ts'
import { socketUrl, type WebSocketLike } from '../../../signal/web/socket.ts'
import { saveSentFile } from '../../../ui/download.ts'
import type { AlarmsService, DevicesService } from '../../../widgets/services.ts'
import { type LiveSignal, queryTrends } from '../../device/live/contract.ts'
import { wayOfPage } from '../../device/open/command-way.ts'
import { hasCurves } from '../../device/open/live-ahead.ts'
import { loadService, PageThrough, type Through } from '../../page/open/page-live-page.tsx'
import { drawnOf } from '../../page/open/page-scenes.ts'
import { alarmsChanged, alarmsHeard } from '../../platform/open/message-alarm-hint.ts'
import { openOf, pastOf } from '../../watch/open/alarm-past-alarms.ts'
import { historyBy } from '../../watch/open/history-curves.ts'
import { reportsBy } from '../../watch/open/history-reports.ts'
import { replayProject } from '../../watch/playback/contract.ts'
import { customReportsOn } from '../report/part-custom-reports.ts'
import {
  confirmProjectAlarms,
  openProjectGateway,
  type ProjectSignal,
  projectToken,
  queryProjectAlarms,
  queryProjectColumns,
  queryProjectGateways,
  queryProjectHistory,
  queryProjectPlaces,
  queryProjectRows,
  querySignalColumns,
  saveProjectAlarms,
  saveProjectRows,
} from './contract.ts'
import { devicesOfCurves } from './curve-devices.ts'

export function ProjectPages({
  projectId,
  isWall = false,
  isVisit = false,
  children,
}: {
  projectId: ProjectId
  /** A wall has no user input but is watched all the time: data saving never pauses it. */
  isWall?: boolean
  /** Visitors of a share write through the project; an account writes to its own devices. */
  isVisit?: boolean
  children: ReactNode
}) {
  const through = useMemo<Through>(() => {
    const monitor = monitorIn(projectId)
    if (!isWall) return { monitor, service, ...(isVisit ? { writeWay: wayOfPage } : {}) }
    return { monitor: (page, devices, source) => monitor(page, devices, source, alwaysActive), service }
  }, [projectId, isWall, isVisit])
  return <PageThrough.Provider value={through}>{children}</PageThrough.Provider>
}

const alwaysActive: Activity = { idleMs: () => 0, stop: () => undefined }

/** History, reports, alarms and maps of a page are requested through the project, everything else from the devices. */
const service: Through['service'] = (id) => {
  const pageId = PageId.parse(id)
  const history = historyBy({
    curves: (of, ending) => call(queryProjectHistory, { ...of, pageId }, ending),
    starts: async ({ signalIds, at }, ending) => {
      const { start } = await call(replayProject, { pageId, from: at, to: at + 1, dataSignal: signalIds }, ending)
      return start.map(({ id, ...reading }) => ({ signalId: id, ...reading }))
    },
    reports: (equipmentId, ending) => call(queryProjectColumns, { pageId, equipmentId }, ending),
    mvars: async (of, ending) => (await call(queryProjectHistory, { ...of, pageId }, ending)).mvars ?? [],
  })
  const alarms = async (): Promise<AlarmsService | undefined> => {
    const own = await loadService('alarms')
    if (!own) return undefined
    return {
      ...own,
      query: ({ pageNo, pageSize, ...asked }, ending) =>
        call(queryProjectAlarms, { ...pastOf(asked), pageNo, pageSize, pageId }, ending),
      open: (asked, ending) => call(queryProjectAlarms, { ...openOf(asked), pageId }, ending),
      async acknowledge({ alarmIds }) {
        await call(confirmProjectAlarms, { pageId, alarmIds: alarmIds.map((each) => AlarmId.parse(each)) })
        alarmsChanged()
      },
      save: ({ zone, ...asked }) =>
        saveSentFile('alarms.xlsx', callStream(saveProjectAlarms, { ...pastOf(asked), zone, pageId, format: 'xlsx' })),
    }
  }
  const reports = reportsBy({
    list: (equipmentId, ending) => call(queryProjectColumns, { pageId, equipmentId }, ending),
    rows: (of, ending) => call(queryProjectRows, { ...of, pageId }, ending),
    file: (of, ending) => callStream(saveProjectRows, { ...of, pageId, format: 'xlsx' }, ending),
  })
  const devices = async (): Promise<DevicesService | undefined> => {
    const own = await loadService('devices')
    return own && { ...own, placed: (ending) => call(queryProjectPlaces, { pageId }, ending) }
  }
  return async (name) => {
    if (name === 'devices') return (await devices()) as never
    if (name === 'history') return history as never
    if (name === 'reports') return reports as never
    if (name === 'customReports') return customReportsOn(pageId) as never
    return name === 'alarms' ? ((await alarms()) as never) : loadService(name)
  }
}

/** A page in a frame leaves refreshing its gateways to the outer page. [S7] */
const isTopWindow = (): boolean => window.top === window

/** Minimum time between opening two gateways. [S7] */
const openEveryMs = 100

const monitorIn =
  (projectId: ProjectId): Through['monitor'] =>
  (page, devices, source, activity) => {
    const { id: pageId, content, unseenEquips = [] } = page
    // A page of another project, embedded here or in a window, belongs to its own project.
    const ofPage = page.projectId ?? projectId
    const { widgets } = drawnOf(page)
    const wanted = new Map<number, number[]>(devices.map((id) => [id, []]))
    eachBinding(widgets, (binding) => {
      const signalId = signalOf(binding)
      if (signalId !== undefined) wanted.get(Number(binding.equipId))?.push(signalId)
    })
    const ofCurves = devicesOfCurves(widgets)
    // Must be equal to the request of features/project/project/ahead.ts, which is sent first.
    const [dataEquip, dataSignal, hasTrends] = [[...devices], content.bind.signals, hasCurves(content.widgets)]
    const gateways = gatherer(async (ids: readonly number[]) => {
      const found = await call(queryProjectGateways, { pageId, dataEquip: [...ids] })
      return new Map(found.map((gateway) => [Number(gateway.equipmentId), gateway]))
    })
    const signals = gatherer(async (ids: readonly number[]) => {
      const some = ids.length < devices.length && [...new Set(ids.flatMap((id) => wanted.get(id) ?? []))]
      const asked = { pageId, dataSignal: some || dataSignal, isColumnar: true, hasTrends } as const
      const found = rowsOf<ProjectSignal>(await call(querySignalColumns, asked))
      const byDevice = new Map(ids.map((id) => [id, [] as ProjectSignal[]]))
      for (const signal of found) byDevice.get(signal.equipmentId)?.push(signal)
      return byDevice
    })
    const inTurn = spaceOut(openEveryMs)
    const portOf = shareLine(
      () => call(projectToken, { pageId, dataEquip, dataSignal }),
      (token) => new WebSocket(socketUrl(token, window.location, projectSocketPath)) as unknown as WebSocketLike,
      (data) => takeMvars(data, source.mvars),
    )
    return devices.map((device) => {
      const equipmentId = EquipmentId.parse(device)
      const isOwn = !unseenEquips.includes(device)
      const monitoring = createMonitoring({
        ...portOf(device),
        async gatewayInfo() {
          const gateway = await gateways(device)
          if (gateway) return gateway
          throw new ApiError(errorCode('noBoundGateway'), '')
        },
        open: (interval) =>
          inTurn(() =>
            call(openProjectGateway, {
              ...{ projectId: ofPage, equipmentId, interval },
              delay: limits.openDelayProjectS,
            }),
          ),
        ...(isTopWindow() && { refreshMs: limits.projectRefreshMs }),
        signals: async (): Promise<LiveSignal[]> => (await signals(device)) ?? [],
        ...(isOwn && ofCurves.has(device) && { trends: () => call(queryTrends, { equipmentId }) }),
        onAlarms: alarmsHeard,
        source: source.signals,
        activity,
      })
      return { equipmentId: device, monitoring }
    })
  }
