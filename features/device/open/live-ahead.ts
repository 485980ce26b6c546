// The first requests of a device's live monitoring, sent while the code of the page is still loading.
import type { Ask } from '../../../contract/ahead.ts'

type Widget = { widgetType: string; children?: readonly Widget[] | undefined }

/** Whether a page has a moving curve; other pages do not need the last ten minutes. */
export const hasCurves = (widgets: readonly Widget[]): boolean =>
  widgets.some(({ widgetType, children }) => widgetType === 'Area' || hasCurves(children ?? []))

export function askDevice(equipmentId: number, ask: Ask, hasTrends = true): void {
  void ask('/lfscada/monitor/multi/gateway/info', { equipmentId })
  void ask('/lfscada/monitor/multi/signal/query', { equipmentId, isColumnar: true, hasTrends })
  void ask('/lfscada/websocket/monitor/token', { equipmentId })
}
