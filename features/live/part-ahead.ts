// What live monitoring of a device asks first, for pages that ask it while their code is on its way.
import type { Ask } from '../../contract/ahead.ts'

export function askDevice(equipmentId: number, ask: Ask): void {
  void ask('/lfscada/monitor/multi/gateway/info', { equipmentId })
  void ask('/lfscada/monitor/multi/signal/query', { equipmentId })
  void ask('/lfscada/websocket/monitor/token', { equipmentId })
}
