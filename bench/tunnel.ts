// The delay that a remote download adds to a PLC on the same machine, and its throughput: an echo in place of the PLC,
// reached directly and through the local end, the relay and the gateway's end. All of it in one process, so that the
// CPU is that of the whole path; the broker is the platform's own.
//   npm run bench -- tunnel
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { connectAsync } from 'mqtt'
import { WebSocketServer } from 'ws'
import { EquipmentId, OrgId } from '../contract/fields.ts'
import type { BoundConfig } from '../contract/gateway-config.ts'
import { createTunnels } from '../signal/cloud/tunnels.ts'
import { EdgeTunnel } from '../signal/edge/tunnel/tunnel.ts'
import { openLocalTunnel } from '../signal/tunnel/local.ts'
import { machineLine } from './machine.ts'

const asked = 2000
const requestBytes = 12
const megabytes = 64

const portOf = (server: Server) => (server.address() as { port: number }).port
async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function echoed(socket: Socket, bytes: Buffer): Promise<void> {
  let left = bytes.length
  const all = new Promise<void>((resolve) => {
    const take = (chunk: Buffer) => {
      left -= chunk.length
      if (left > 0) return
      socket.off('data', take)
      resolve()
    }
    socket.on('data', take)
  })
  socket.write(bytes)
  await all
}

async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

/** Ms of one request and its answer: p50 and p99. */
async function latency(port: number) {
  const socket = await dial(port)
  const request = Buffer.alloc(requestBytes, 1)
  for (let i = 0; i < 200; i += 1) await echoed(socket, request)
  const took: number[] = []
  for (let i = 0; i < asked; i += 1) {
    const from = performance.now()
    await echoed(socket, request)
    took.push(performance.now() - from)
  }
  socket.destroy()
  took.sort((a, b) => a - b)
  return { p50: took[Math.floor(asked / 2)]!, p99: took[Math.floor(asked * 0.99)]! }
}

/** Transfers data in both directions at the same time: MB per second in one direction, and CPU ms per MB. */
async function throughput(port: number) {
  const socket = await dial(port)
  const bytes = Buffer.alloc(megabytes * 1_000_000)
  const before = process.cpuUsage()
  const from = performance.now()
  await echoed(socket, bytes)
  const seconds = (performance.now() - from) / 1000
  const { user, system } = process.cpuUsage(before)
  socket.destroy()
  return { perS: megabytes / seconds, cpuMs: (user + system) / 1000 / megabytes }
}

const sn = 'BENCH-0001'
const plc = await listening(createServer({ noDelay: true, allowHalfOpen: true }, (socket) => socket.pipe(socket)))
const broker = await Aedes.createBroker()
const mqtt = await listening(createServer({ noDelay: true }, (socket) => broker.handle(socket)))
const url = `mqtt://127.0.0.1:${portOf(mqtt)}`
const [platform, gateway] = [await connectAsync(url), await connectAsync(url)]
const driver = { id: 1, type: 'modbus-tcp', params: { host: '127.0.0.1', port: portOf(plc) }, signals: [] }
const bound = { equipmentId: 1, bindingId: 1, hash: '', config: { drivers: [driver] } } as unknown as BoundConfig
const edge = new EdgeTunnel({
  bound: () => bound,
  hold: async () => undefined,
  giveBack: async () => undefined,
  send: (bytes) => void gateway.publish('up', bytes as Buffer),
  onChange: () => undefined,
  log: () => undefined,
})
const tunnels = createTunnels({
  send: async (_sn, bytes) => void platform.publish('down', bytes as Buffer),
  onOver: () => undefined,
  now: Date.now,
})
await platform.subscribeAsync('up')
await gateway.subscribeAsync('down')
platform.on('message', (_topic, payload) => tunnels.take(sn, payload))
gateway.on('message', (_topic, payload) => edge.receive(payload))
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(sockets, 'listening')
const grant = {
  id: 1,
  orgId: OrgId.parse(1),
  equipmentId: EquipmentId.parse(1),
  sn,
  device: 'bench',
  bindingId: 1,
  driverId: 1,
}
sockets.on('connection', (socket) =>
  tunnels.serve(
    { ...grant, host: '127.0.0.1', port: portOf(plc), sessionHash: '', expiresAt: Date.now() + 3600_000 },
    socket,
  ),
)
const { port: wsPort } = sockets.address() as { port: number }
const local = await openLocalTunnel({ url: `http://127.0.0.1:${wsPort}`, ticket: 'x', port: 0 })

console.log(machineLine())
for (const [what, port] of [
  ['direct', portOf(plc)],
  ['through', local.localPort],
] as const) {
  const { p50, p99 } = await latency(port)
  const { perS, cpuMs } = await throughput(port)
  console.log(
    `${what.padEnd(8)} request of ${requestBytes} bytes p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; ` +
      `${perS.toFixed(1)} MB/s each way, ${cpuMs.toFixed(1)} ms of CPU a MB there and back`,
  )
}
await local.end()
process.exit(0)
