// What live monitoring of a device asks first, for pages that ask it while their code is on its way.
import type { Ask } from '../../../contract/ahead.ts'

type Widget = { widgetType: string; children?: readonly Widget[] | undefined }

/** Whether a page has a moving curve: of others nobody looks at the last ten minutes. */
export const hasCurves = (widgets: readonly Widget[]): boolean =>
  widgets.some(({ widgetType, children }) => widgetType === 'Area' || hasCurves(children ?? []))

export function askDevice(equipmentId: number, ask: Ask, hasTrends = true): void {
  void ask('/lfscada/monitor/multi/gateway/info', { equipmentId })
  void ask('/lfscada/monitor/multi/signal/query', { equipmentId, isColumnar: true, hasTrends })
  void ask('/lfscada/websocket/monitor/token', { equipmentId })
}
