// A minimal platform end of the gateway link: a broker that welcomes, stores and commands. It
// checks every payload against the contract, so a gateway that sends a wrong one fails the test.
import { randomUUID } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { gatewayConfigHash } from '../../contract/config-hash.ts'
import type { BoundConfig, GatewayDriver, GatewaySignal } from '../../contract/gateway-config.ts'
import {
  type Command,
  type Down,
  type DownName,
  downTopic,
  type Up,
  type UpName,
  upTopics,
} from '../../contract/topics.ts'
import { parseUpTopic } from '../../contract/up-topics.ts'
import { stubKey } from './firmware-key.ts'
import { createLedger, type Ledger } from './ledger.ts'

type Heard = { [N in UpName]: { name: N; payload: Up[N]; sn: string } }[UpName]

export type PlatformStub = {
  port: number
  url: string
  heard: Heard[]
  /** The platform's answer to the next hellos. */
  welcome: { answers: boolean; accepted: boolean; aheadMs: number; firmwareKey: string }
  /** Accepted records and gaps; acknowledged while `acks` is true. */
  ledger: Ledger
  acks: boolean
  clientIds: string[]
  now(): number
  tell<N extends DownName>(name: N, payload: Down[N], retain?: boolean): void
  /** All payloads of one kind that have arrived so far. */
  all<N extends UpName>(name: N): Up[N][]
  /** Resolves with the first payload of a kind, received before or from now on, that passes. */
  until<N extends UpName>(name: N, passes?: (payload: Up[N]) => boolean): Promise<Up[N]>
  /** A command of this uuid with 15 s to live, and its result. */
  command(command: Partial<Command> & { kind: Command['kind'] }): Promise<Up['result']>
  /** Cuts all sockets, like a failing network. */
  cut(): void
  close(): Promise<void>
}

/** Starts the stub for one SN on a free port, or on `port`. */
export async function startPlatform(sn: string, port = 0): Promise<PlatformStub> {
  const broker = await Aedes.createBroker()
  const sockets = new Set<Socket>()
  const heard: Heard[] = []
  const clientIds: string[] = []
  const watchers = new Set<() => void>()
  const ledger = createLedger()
  const welcome = { answers: true, accepted: true, aheadMs: 0, firmwareKey: stubKey.publicKey }
  const faults: string[] = []
  const now = () => Date.now() + welcome.aheadMs

  const tell: PlatformStub['tell'] = (name, payload, retain = false) => {
    const packet = {
      cmd: 'publish',
      topic: downTopic(sn, name),
      payload: Buffer.from(JSON.stringify(payload)),
    } as const
    broker.publish({ ...packet, qos: 1, retain, dup: false }, () => undefined)
  }

  broker.authorizePublish = (_client, packet, done) => {
    const topic = parseUpTopic(packet.topic)
    if (!topic) faults.push(`published on ${packet.topic}`)
    done(topic ? null : new Error('not yours'))
  }
  broker.on('client', (client) => clientIds.push(client.id))
  broker.on('publish', (packet) => {
    const topic = parseUpTopic(packet.topic)
    if (!topic) return
    const parsed = upTopics[topic.name as UpName].payload.safeParse(JSON.parse(packet.payload.toString()))
    if (!parsed.success) {
      faults.push(`${topic.name}: ${parsed.error.message}`)
      return
    }
    heard.push({ ...topic, payload: parsed.data } as Heard)
    if (topic.name === 'hello' && welcome.answers) {
      const { session, at, hasFirmwareKey } = parsed.data as Up['hello']
      const key = hasFirmwareKey === false ? { firmwareKey: welcome.firmwareKey } : {}
      tell('welcome', { session, echo: at, at: now(), accepted: welcome.accepted, ...key })
    }
    if (topic.name === 'record' || topic.name === 'gap') {
      const ack = ledger.take(topic.name, parsed.data as Up['record'] | Up['gap'])
      if (stub.acks) tell('ack', ack)
    }
    for (const watcher of watchers) watcher()
  })

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const own = (server.address() as { port: number }).port

  const all: PlatformStub['all'] = (name) => heard.flatMap((one) => (one.name === name ? [one.payload as never] : []))
  const until: PlatformStub['until'] = (name, passes = () => true) =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (faults.length > 0) reject(new Error(faults.join('\n')))
        const found = all(name).find(passes)
        if (!found) return
        watchers.delete(look)
        resolve(found)
      }
      watchers.add(look)
      look()
    })

  const stub: PlatformStub = {
    port: own,
    url: `mqtt://127.0.0.1:${own}`,
    heard,
    welcome,
    ledger,
    acks: true,
    clientIds,
    now,
    tell,
    all,
    until,
    command(command) {
      const full = { uuid: randomUUID(), expiresAt: now() + 15_000, ...command } as Command
      tell('command', full)
      return until('result', ({ uuid }) => uuid === full.uuid)
    },
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
  return stub
}

/** A configuration of equipment 1 with its hash. */
export function boundConfig(
  drivers: GatewayDriver[],
  bindingId = 1,
  more: Pick<BoundConfig['config'], 'scripts'> = {},
): BoundConfig {
  const config = { zone: 'UTC', drivers, ...more }
  return { equipmentId: 1, bindingId, hash: gatewayConfigHash(config), config }
}

/** A Modbus TCP driver on a local port, polling fast. */
export function modbusDriver(port: number, signals: Partial<GatewaySignal>[], params: object = {}): GatewayDriver {
  return {
    id: port,
    type: 'modbus-tcp',
    params: { host: '127.0.0.1', port, collectMs: 20, timeoutMs: 1000, ...params },
    signals: signals.map((signal, index) => ({
      id: index + 1,
      address: `H:${index}`,
      dataType: 'uint16',
      access: 'rw',
      ...signal,
    })),
  }
}
