// The cost of a message of a device when pages of a project are watched: reduced to the variables of each page, and
// serialised once for all its viewers. CPU time of one process.
//   npm run bench -- page-watchers
import { EquipmentId, OrgId, PageId, ProjectId } from '../contract/fields.ts'
import type { SignalVal } from '../contract/sockets.ts'
import { WatcherHub } from '../signal/cloud/watchers.ts'
import type { Wire } from '../signal/cloud/wire.ts'
import { machineLine } from './machine.ts'

const signals = 1000
const shown = 30
const messages = 2000

const equipmentId = EquipmentId.parse(1)
const message: SignalVal = {
  ...{ type: 'signalVal', equipmentId, receivedAt: 1 },
  ids: Array.from({ length: signals }, (_, i) => i + 1),
  values: Array.from({ length: signals }, (_, i) => i * 1.25),
  times: Array.from({ length: signals }, () => 1_700_000_000_000),
}

let sent = 0
const wire: Wire = {
  send(text) {
    sent += text.length
  },
  bufferedAmount: () => 0,
  close: () => undefined,
}

/**
 * µs of CPU for one message. `pages`: the number of different pages that the viewers watch; 0: they watch the device
 * itself.
 */
function costOf(viewers: number, pages: number): number {
  const hub = new WatcherHub(() => 1, { lastReadings: () => undefined, get: () => undefined })
  for (let i = 0; i < viewers; i += 1) {
    const sessionHash = String(i)
    if (pages === 0) hub.add({ equipmentId, sessionHash, wire })
    else {
      const from = (i % pages) * shown
      const ids = new Set(Array.from({ length: shown }, (_, each) => ((from + each) % signals) + 1))
      const of = { orgId: OrgId.parse(1), pageId: PageId.parse(1), projectId: ProjectId.parse(1), stand: '', mvars: [] }
      hub.addPage({ ...of, sessionHash, wire, devices: [{ equipmentId, isOwn: false, gateway: undefined, ids }] })
    }
  }
  for (let i = 0; i < messages / 10; i += 1) hub.send(equipmentId, message)
  const before = process.cpuUsage()
  for (let i = 0; i < messages; i += 1) hub.send(equipmentId, message)
  const { user, system } = process.cpuUsage(before)
  hub.stop()
  return (user + system) / messages
}

console.log(machineLine())
for (const [viewers, pages] of [
  [1, 0],
  [100, 0],
  [1, 1],
  [100, 1],
  [100, 10],
  [1000, 1],
] as const) {
  const what = pages === 0 ? 'the device' : `${pages} page${pages === 1 ? '' : 's'} of ${shown} variables`
  console.log(`${viewers} viewers of ${what}: ${costOf(viewers, pages).toFixed(0)} µs a message of ${signals} values`)
}
console.log(`${Math.round(sent / 1e6)} MB written`)
