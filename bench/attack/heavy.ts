// The large objects of the attacked company: devices with stored history, pages of the largest size, many alarms.
import { limits } from '../../contract/limits.ts'
import { savePage } from '../../features/page/page/contract.ts'
import { addProject, addProjectEquips } from '../../features/project/project/contract.ts'
import { type FleetGateway, insertFleet } from '../fleet.ts'
import { type Box, connectBox, topicBytes } from '../mqtt-box.ts'
import type { BenchPlatform } from '../platform.ts'
import type { Ask } from './client.ts'
import { insertAlarms } from './insert.ts'

export type Heavy = {
  fleet: FleetGateway[]
  projectId: number
  /** A page with the maximum of widgets, and one that also has the maximum of values. */
  pages: { simple: number; full: number }
}

const many = <T>(count: number, made: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => made(at))

/** The content of a page with the maximum of widgets; `states`: texts for states of each. */
export function largePage({ signalIds, equipmentId }: FleetGateway, states: number): string {
  const bound = (at: number) => ({
    ...{ type: 'signal', signalId: signalIds[at % signalIds.length]!, equipId: equipmentId },
  })
  const when = { symbol: '>=', value: 1 }
  const widgets = many(limits.pageWidgets, (at) => ({
    ...{ id: `w${at}`, textId: `w${at}`, widgetType: 'DataText', widgetName: `Value ${at}` },
    position: { x: at % 1000, y: 1, width: 100, height: 30, rotate: 0 },
    data: { ...bound(at), title: 'Level', subTitle: 'Loop' },
    ...(states > 0 && {
      style: { color: '#fff', fontSize: 14, bold: false, align: 'left', bg: '', border: 1, radius: 2, padding: 4 },
      items: many(states, (from) => ({ from, to: from + 1, color: '#f00', text: 'low' })),
      animation: { hide: { ...bound(at + 1), ...when }, blink: { ...bound(at + 2), ...when } },
      clickEvent: { type: 'write', data: bound(at + 4), value: 1 },
    }),
  }))
  return JSON.stringify({ con: { width: 1920, height: 1080 }, widgets, bind: {} })
}

/** Adds three devices, a project, large pages and many alarms; `connectFleet` connects the gateways. */
export async function addHeavy(platform: BenchPlatform, ask: Ask, orgId: number): Promise<Heavy> {
  const fleet = await insertFleet(platform.database, 3, 100)
  const [first] = fleet
  const { id: projectId } = await ask(addProject, { name: 'Heavy', note: null })
  await ask(addProjectEquips, { projectId, equipmentIds: fleet.map(({ equipmentId }) => equipmentId) as never })
  const save = (title: string, states: number) =>
    ask(savePage, { projectId, title, json: largePage(first!, states) } as never)
  const [simple, full] = [await save('Simple', 0), await save('Full', 2)]
  for (const { equipmentId } of fleet) await insertAlarms(platform, { orgId, equipmentId, name: 'Heavy', count: 3000 })
  return { fleet, projectId, pages: { simple: simple.id, full: full.id } }
}

const configHash = '0'.repeat(64)

/** Connects the gateways; each sends a month of history, and then a reading of each variable every second. */
export async function connectFleet(mqttPort: number, fleet: readonly FleetGateway[]): Promise<Box[]> {
  const boxes: Box[] = []
  for (const gateway of fleet) {
    const { sn, secret, bindingId } = gateway
    const box = await connectBox({
      ...{ host: '127.0.0.1', port: mqttPort, sn, secret, hello: { configHash, bindingId } },
      ...{ onAck: () => undefined, onClose: () => undefined },
    })
    boxes.push(box)
    const epoch = gateway.gatewayId.toString(16).padStart(16, '0')
    let seq = 0
    const past = 4000
    const timer = setInterval(() => {
      for (let turn = 0; turn < (seq < past ? 10 : 1); turn += 1) {
        seq += 1
        const at = seq <= past ? Date.now() - (past - seq) * 648_000 : Date.now()
        box.publish(topicBytes(sn, 'record'), recordOf(gateway, { session: box.session, epoch, seq, at }))
      }
      sendLive(box, gateway)
      if (seq > past) box.publish(topicBytes(sn, 'beat'), JSON.stringify({ session: box.session }), 0)
    }, 500)
    timer.unref()
  }
  return boxes
}

type Numbered = { session: string; epoch: string; seq: number; at: number }

function recordOf({ equipmentId, bindingId, columnIds }: FleetGateway, { session, epoch, seq, at }: Numbered): string {
  const values = columnIds.map((_, column) => Math.round(Math.sin((seq + column) / 50) * 1000) / 10)
  return JSON.stringify({
    ...{ session, epoch, lane: 'record', seq, equipmentId, bindingId, configHash, sentAt: Date.now(), at },
    ...{ ids: columnIds, values },
  })
}

function sendLive(box: Box, { sn, equipmentId, bindingId, signalIds }: FleetGateway): void {
  const values = signalIds.map(() => Math.round(Math.random() * 1000) / 10)
  const body = { session: box.session, equipmentId, bindingId, at: Date.now(), ids: signalIds, values }
  box.publish(topicBytes(sn, 'live'), JSON.stringify(body), 0)
}
