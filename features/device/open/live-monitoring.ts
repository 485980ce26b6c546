// Monitors a device while a page shows it: connects the endpoints to the state machine.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { rowsOf } from '../../../contract/row-columns.ts'
import { type Activity, watchActivity } from '../../../signal/web/activity.ts'
import { edgeToPixel } from '../../../signal/web/latency.ts'
import { createMonitoring, type Monitoring, type MonitoringState } from '../../../signal/web/monitoring.ts'
import { socketUrl, type WebSocketLike } from '../../../signal/web/socket.ts'
import { everySecond } from '../../../signal/web/use-binding.ts'
import { createLiveSource, type LiveSource } from '../../../signal/web/values.ts'
import { formatCountdown } from '../../../ui/format.ts'
import { clearStatus, showStatus } from '../../../ui/status-bar.ts'
import { useText } from '../../../ui/words.ts'
import { alarmsHeard } from '../../platform/open/message-alarm-hint.ts'
import { useNamed } from '../../platform/open/translation-name.ts'
import {
  type LiveGateway,
  type LiveSignal,
  liveGatewayInfo,
  monitorToken,
  openMonitoring,
  queryLiveColumns,
  queryTrends,
} from '../live/contract.ts'
import { liveText } from '../live/text.ts'

export type { LiveGateway }
export type DeviceMonitoring = Monitoring<LiveGateway, LiveSignal>
export type DeviceState = MonitoringState<LiveGateway, LiveSignal>
export type Watching = { monitoring: DeviceMonitoring; source: LiveSource }

/**
 * Starts monitoring into `source`; several devices may share a source. `hasTrends` false: without the last ten minutes.
 */
export function monitorDevice(
  equipmentId: EquipmentId,
  source: LiveSource,
  activity: Activity,
  hasTrends = true,
): DeviceMonitoring {
  return createMonitoring({
    gatewayInfo: () => call(liveGatewayInfo, { equipmentId }),
    open: (interval, delay) => call(openMonitoring, { equipmentId, interval, delay }),
    signals: async () => rowsOf<LiveSignal>(await call(queryLiveColumns, { equipmentId, isColumnar: true, hasTrends })),
    ...(hasTrends && { trends: () => call(queryTrends, { equipmentId }) }),
    token: () => call(monitorToken, { equipmentId }),
    connect: (token) => new WebSocket(socketUrl(token, window.location)) as unknown as WebSocketLike,
    onAlarms: alarmsHeard,
    source,
    activity,
  })
}

/** Monitors a device while the component is mounted. Null before the first effect, and without a device. */
export function useMonitoring(equipmentId: EquipmentId | undefined): Watching | null {
  const [watching, setWatching] = useState<Watching | null>(null)
  useEffect(() => {
    if (equipmentId === undefined) return undefined
    const source = createLiveSource()
    const activity = watchActivity()
    const monitoring = monitorDevice(equipmentId, source, activity)
    monitoring.start()
    setWatching({ monitoring, source })
    return () => {
      monitoring.close()
      activity.stop()
      source.stop()
      setWatching(null)
    }
  }, [equipmentId])
  return watching
}

const nothing = () => () => undefined

/** The state of a monitoring; undefined without one. */
export function useMonitoringState(monitoring: DeviceMonitoring | undefined): DeviceState | undefined {
  const read = () => monitoring?.read()
  return useSyncExternalStore(monitoring?.watch ?? nothing, read, read)
}

/** The state with titles and groups of variables in the user's language. */
export function useNamedState(state: DeviceState | undefined): DeviceState | undefined {
  const signals = useNamed(state?.signals ?? undefined, 'title', 'group')
  return useMemo(() => state && { ...state, signals: signals ? [...signals] : null }, [state, signals])
}

/** Latency and the countdown of smart data saving in the status bar. [S4] [DESIGN 6] */
export function useMonitoringStatus(monitorings: readonly Pick<DeviceMonitoring, 'savingInMs'>[]): void {
  const t = useText(liveText)
  useEffect(() => {
    const show = () => {
      const latency = edgeToPixel.read()
      if (latency) {
        const value = `p50 ${Math.round(latency.p50)} ms · p99 ${Math.round(latency.p99)} ms`
        const title = t('latencyNote', { count: latency.count })
        showStatus({ id: 'latency', side: 'left', order: 0, label: t('latency'), value, title })
      }
      const left = monitorings.map((each) => each.savingInMs()).filter((ms) => ms !== null)
      if (left.length === 0) clearStatus('saving')
      else {
        const value = formatCountdown(Math.min(...left))
        showStatus({ id: 'saving', local: true, side: 'right', order: 0, label: t('saving'), value })
      }
    }
    show()
    const end = everySecond(show)
    return () => {
      end()
      clearStatus('latency')
      clearStatus('saving')
    }
  }, [monitorings, t])
}
