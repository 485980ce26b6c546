// The pages of a project below: asked for through it, all their devices over one socket. [S4 Live monitoring] Decision 28.
import { type ReactNode, useMemo } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { errorCode } from '../../contract/errors.ts'
import { EquipmentId, type ProjectId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { eachBinding, signalOf } from '../../contract/page-document.ts'
import { projectSocketPath } from '../../contract/sockets.ts'
import { gatherer, spaced } from '../../signal/web/gather.ts'
import { createMonitoring } from '../../signal/web/monitoring.ts'
import { shareLine } from '../../signal/web/shared-line.ts'
import { socketUrl, type WebSocketLike } from '../../signal/web/socket.ts'
import { queryTrends } from '../history/contract.ts'
import type { LiveSignal } from '../live/contract.ts'
import { type MonitorPage, PageThrough } from '../page/part-live-page.tsx'
import {
  openProjectGateway,
  type ProjectSignal,
  projectToken,
  queryProjectGateways,
  queryProjectSignals,
} from './contract.ts'

export function ProjectPages({ projectId, children }: { projectId: ProjectId; children: ReactNode }) {
  const monitor = useMemo(() => monitorIn(projectId), [projectId])
  return <PageThrough.Provider value={monitor}>{children}</PageThrough.Provider>
}

/** Gateways are opened so far apart. [S7] */
const openEveryMs = 100

const monitorIn =
  (projectId: ProjectId): MonitorPage =>
  ({ id: pageId, content, unseenEquips = [] }, devices, source, activity) => {
    const wanted = new Map<number, number[]>(devices.map((id) => [id, []]))
    eachBinding(content.widgets, (binding) => {
      const signalId = signalOf(binding)
      if (signalId !== undefined) wanted.get(Number(binding.equipId))?.push(signalId)
    })
    const [dataEquip, dataSignal] = [devices.join(), [...new Set([...wanted.values()].flat())].join()]
    const gateways = gatherer(async (ids: readonly number[]) => {
      const found = await call(queryProjectGateways, { pageId, dataEquip: ids.join() })
      return new Map(found.map((gateway) => [Number(gateway.equipmentId), gateway]))
    })
    const signals = gatherer(async (ids: readonly number[]) => {
      const asked = [...new Set(ids.flatMap((id) => wanted.get(id) ?? []))]
      const found = await call(queryProjectSignals, { pageId, dataSignal: asked.join() })
      const byDevice = new Map(ids.map((id) => [id, [] as ProjectSignal[]]))
      for (const signal of found) byDevice.get(signal.equipmentId)?.push(signal)
      return byDevice
    })
    const inTurn = spaced(openEveryMs)
    const portOf = shareLine(
      () => call(projectToken, { pageId, dataEquip, dataSignal }),
      (token) => new WebSocket(socketUrl(token, window.location, projectSocketPath)) as unknown as WebSocketLike,
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
          inTurn(() => call(openProjectGateway, { projectId, equipmentId, interval, delay: limits.openDelayProjectS })),
        signals: async (): Promise<LiveSignal[]> => (await signals(device)) ?? [],
        ...(isOwn && { trends: () => call(queryTrends, { equipmentId }) }),
        source,
        activity,
      })
      return { equipmentId: device, monitoring }
    })
  }
