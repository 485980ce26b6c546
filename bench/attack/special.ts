// Attacks that are no single call: sockets that are half open, web sockets, junk on the port of MQTT, and the largest
// pages, spans and exports.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import WebSocket from 'ws'
import type { Endpoint } from '../../contract/endpoint.ts'
import { equipmentSocketPath, messageSocketPath, projectSocketPath } from '../../contract/sockets.ts'
import { exportEquipments } from '../../features/device/fleet/contract.ts'
import { monitorToken } from '../../features/device/live/contract.ts'
import { pageInfo, savePage, watchPage } from '../../features/page/page/contract.ts'
import { copyPage, deletePage, exportPage, importPage } from '../../features/page/page-list/contract.ts'
import { projectToken } from '../../features/project/live/contract.ts'
import { exportAlarms, queryAlarms } from '../../features/watch/alarm/contract.ts'
import { queryAggregates, queryHistory } from '../../features/watch/history/contract.ts'
import { exportHistory } from '../../features/watch/history-export/contract.ts'
import { queryReplay } from '../../features/watch/playback/contract.ts'
import type { Answer } from './client.ts'
import { type Heavy, largePage } from './heavy.ts'
import { oneOf } from './hostile.ts'
import type { Session } from './session.ts'

type Special = {
  ports: { http: number; mqtt: number }
  heavy: Heavy
  /** Sends a call and checks its answer. */
  call(session: Session, endpoint: Endpoint, input: object): Promise<Answer>
}

const dayMs = 86_400_000

/** Runs a socket for a time: `open` writes to it. Resolves when it is closed; never rejects. */
function withSocket(port: number, holdMs: number, open: (socket: Socket) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.3.${1 + Math.floor(Math.random() * 200)}` })
    const timer = setTimeout(() => socket.destroy(), holdMs)
    socket.on('data', () => undefined)
    socket.once('error', () => socket.destroy())
    socket.once('connect', () => open(socket))
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const halfRequests: readonly string[] = [
  'POST /lfscada/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n',
  'POST /lfscada/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
  'POST /lfscada/user/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n`,
  `GET / HTTP/1.1\r\n${'x: y\r\n'.repeat(5000)}`,
  'GET /lfscada/user/info HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(200),
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '',
]

const word = (text: string) => Buffer.concat([Buffer.from([text.length >> 8, text.length & 255]), Buffer.from(text)])
const packet = (head: number, body: Buffer) => Buffer.concat([Buffer.from([head, body.length & 127]), body])
const connectPacket = packet(0x10, Buffer.concat([word('MQTT'), Buffer.from([4, 2, 0, 60]), word('attack')]))

const mqttJunk: readonly (() => Buffer)[] = [
  () => randomBytes(2000),
  () => connectPacket,
  () => Buffer.concat([connectPacket, connectPacket]),
  () => packet(0x82, Buffer.concat([Buffer.from([0, 1]), word('#'), Buffer.from([1])])),
  () => Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]),
  () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 5]),
  () => Buffer.from([0xf0, 0]),
  () => Buffer.concat(Array.from({ length: 500 }, () => Buffer.from([0xc0, 0]))),
]

/** Opens a web socket, sends random data on it, and holds it open for a while. */
function watch({ ports }: Special, { headers, caller }: Session, path: string): Promise<void> {
  return new Promise((resolve) => {
    const options = { headers, localAddress: caller.address, handshakeTimeout: 10_000 }
    const socket = new WebSocket(`ws://127.0.0.1:${ports.http}${path}`, options)
    const timer = setTimeout(() => socket.terminate(), 3000 + Math.random() * 15_000)
    socket.on('error', () => socket.terminate())
    socket.on('message', () => undefined)
    socket.once('open', () => {
      for (const text of ['', '{', '[]', '{"type":"__proto__"}', '['.repeat(2000), '"'.padEnd(4000, 'x')])
        socket.send(text)
      if (Math.random() < 0.2) socket.send(Buffer.alloc(100_000))
    })
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

const tokenOf = ({ text, code }: Answer): string =>
  code === 200 ? String((JSON.parse(text) as { data: unknown }).data) : 'none'

type Attack = (special: Special, session: Session) => Promise<unknown>

/** A call with an input over the large objects. */
const calling =
  (endpoint: Endpoint, input: (heavy: Heavy) => object): Attack =>
  (special, session) =>
    special.call(session, endpoint, input(special.heavy))

const device = ({ fleet }: Heavy) => oneOf(fleet)
const longSpan = (days: number) => ({ from: Date.now() - days * dayMs + 60_000, to: Date.now() })

async function copied(special: Special, session: Session): Promise<void> {
  const { pages, projectId } = special.heavy
  const answer = await special.call(session, copyPage, { id: oneOf([pages.simple, pages.full]), projectId })
  if (answer.code !== 200) return
  const { data } = JSON.parse(answer.text) as { data: { id?: number } }
  if (data.id !== undefined) await special.call(session, deletePage, { id: data.id })
}

async function exported(special: Special, session: Session): Promise<void> {
  const answer = await special.call(session, exportPage, { id: special.heavy.pages.simple })
  if (answer.status !== 200 || answer.code !== null) return
  const owner = { equipmentId: device(special.heavy).equipmentId, title: 'Imported' }
  const made = await special.call(session, importPage, { ...owner, json: answer.text })
  if (made.code !== 200) return
  const { data } = JSON.parse(made.text) as { data: { id?: number } }
  if (data.id !== undefined) await special.call(session, deletePage, { id: data.id })
}

async function pageSocket(special: Special, session: Session): Promise<void> {
  const { heavy } = special
  const of = { dataEquip: heavy.fleet.map(({ equipmentId }) => equipmentId).join() }
  const dataSignal = heavy.fleet.flatMap(({ signalIds }) => signalIds).join()
  const token = tokenOf(await special.call(session, projectToken, { pageId: heavy.pages.simple, ...of, dataSignal }))
  await watch(special, session, projectSocketPath + token)
}

async function deviceSocket(special: Special, session: Session): Promise<void> {
  const { equipmentId } = device(special.heavy)
  const token = tokenOf(await special.call(session, monitorToken, { equipmentId }))
  await watch(special, session, oneOf([equipmentSocketPath, messageSocketPath, equipmentSocketPath]) + token)
}

async function savedLarge(special: Special, session: Session): Promise<void> {
  const { heavy } = special
  const json = largePage(heavy.fleet[0]!, oneOf([0, 2]))
  const id = oneOf([heavy.pages.simple, heavy.pages.full])
  await special.call(session, savePage, { id, projectId: heavy.projectId, title: 'Saved', json })
}

/** Special attacks by name. `isLong`: it holds a socket and does not count against the calls in progress. */
export const specials: Readonly<Record<string, { attack: Attack; isLong?: true }>> = {
  'half-open socket': {
    isLong: true,
    attack: ({ ports }) =>
      withSocket(ports.http, 5000 + Math.random() * 20_000, (socket) => socket.write(oneOf(halfRequests))),
  },
  mqtt: {
    isLong: true,
    attack: ({ ports }) =>
      withSocket(ports.mqtt, 500 + Math.random() * 10_000, (socket) => socket.write(oneOf(mqttJunk)())),
  },
  'page socket': { isLong: true, attack: pageSocket },
  'device socket': { isLong: true, attack: deviceSocket },
  'page read': {
    attack: calling(pageInfo, ({ pages }) => ({ id: oneOf([pages.simple, pages.full]) })),
  },
  'page watched': { attack: calling(watchPage, ({ pages }) => ({ id: pages.full })) },
  'page copied': { attack: copied },
  'page exported': { attack: exported },
  'page saved': { attack: savedLarge },
  'alarms listed': {
    attack: calling(queryAlarms, () => ({ view: 'history', pageNo: 90, pageSize: 100, ...longSpan(365) })),
  },
  'alarms exported': { attack: calling(exportAlarms, () => ({ view: 'history', format: 'xlsx', ...longSpan(365) })) },
  'devices exported': { attack: calling(exportEquipments, () => ({ format: 'xlsx' })) },
  'history read': {
    attack: calling(queryHistory, (heavy) => {
      const { equipmentId, signalIds } = device(heavy)
      return { equipmentId, signalIds: signalIds.slice(0, 10), points: 200_000, ...longSpan(30) }
    }),
  },
  'history replayed': {
    attack: calling(queryReplay, (heavy) => ({ equipmentId: device(heavy).equipmentId, ...longSpan(1) })),
  },
  'history aggregated': {
    attack: calling(queryAggregates, (heavy) => {
      const { equipmentId, signalIds } = device(heavy)
      return { equipmentId, signalIds: signalIds.slice(0, 10), bucket: { every: 1, unit: 'hour' }, ...longSpan(30) }
    }),
  },
  'history exported': {
    attack: calling(exportHistory, (heavy) => {
      const { equipmentId, signalIds } = device(heavy)
      return { equipmentId, signalIds, format: oneOf(['csv', 'xlsx']), ...longSpan(30) }
    }),
  },
}
