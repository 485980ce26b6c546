// A simulated gateway for tests: real MQTT 3.1.1 to the platform's broker, without devices. It answers commands as the
// test sets: correctly, wrongly, late or never. The real agent is apps/edge; this double drives the platform's refusals.
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { abilities } from '../contract/abilities.ts'
import {
  type Command,
  type Down,
  type DownName,
  downFilter,
  type Lane,
  type Open,
  type Up,
  type UpName,
  upTopic,
  upTopics,
} from '../contract/topics.ts'
import type { Value } from '../core/data-type.ts'
import { boxLink, word } from './box-link.ts'

export type FakeGateway = AsyncDisposable & {
  readonly boxId: string
  readonly session: string
  /** Every command and opening received so far. */
  readonly commands: Command[]
  readonly opens: Open[]
  /** Acknowledgements received so far, and the highest number acknowledged in a lane of the current outbox. */
  readonly acks: Down['ack'][]
  acked(lane?: Lane): number
  /** The outbox: another epoch is another disk. `record` and `gap` assign numbers, in each lane. */
  epoch: string
  /** The abilities that the gateway sends in its hello. */
  abilities: string[]
  /** The configuration it runs; a `configure` it answers with success replaces it. */
  bound: { equipmentId: number; bindingId: number; hash: string } | null
  /** The gateway's answer to a command; undefined: no answer. By default success, with the written value read back. */
  answer(command: Command): Partial<Up['result']> | undefined
  /** Connects, subscribes, sends a hello and waits for the welcome. */
  connect(options?: IClientOptions): Promise<Down['welcome']>
  /** Sends hello again with a change, and waits for the welcome. */
  hello(change?: Partial<Up['hello']>): Promise<Down['welcome']>
  /** Publishes a message on a topic of this gateway. */
  say<N extends UpName>(name: N, payload: Partial<Up[N]>): Promise<void>
  /** Values of signals, by id, read now. */
  live(values: Record<number, Value | null>, change?: Partial<Up['live']>): Promise<void>
  /**
   * Values of columns to store, by id, read now: as the next message of the outbox unless `change` has a number, or
   * several rows with `ids`, `values` and `times`. Returns its number; nothing is repeated automatically.
   */
  record(values: Record<number, Value | null>, change?: Partial<Up['record']>): Promise<number>
  /** Alarms raised and cleared now, as the next message of the outbox. Returns its number. */
  event(
    events: (Omit<Up['event']['events'][number], 't'> & { t?: number })[],
    change?: Partial<Up['event']>,
  ): Promise<number>
  /** Publishes all active alarms. */
  standing(alarms: Up['standing']['alarms'], change?: Partial<Up['standing']>): Promise<void>
  /** Reports that the outbox has dropped `count` messages. */
  gap(count: number, change?: Partial<Up['gap']>): Promise<number>
  /** Publishes any payload to any topic. */
  publish(topic: string, payload: string | Buffer, options?: { retain?: boolean; qos?: 0 | 1 | 2 }): Promise<void>
  /** The requested topics that the broker granted. */
  subscribe(topic: string): Promise<string[]>
  /** Disconnects cleanly. */
  bye(sleeping?: boolean): Promise<void>
  /** Cuts the connection without DISCONNECT: the broker sends the will. */
  cut(): void
  isConnected(): boolean
  /** All received messages, with their topics. */
  readonly heard: { topic: string; payload: unknown }[]
}

type BoxOptions = { port: number; sn: string; secret: string; boxId?: string; now?: () => number }

export function fakeGateway({ port, sn, secret, boxId = word(), now = Date.now }: BoxOptions): FakeGateway {
  let client: MqttClient | undefined
  let session = word()
  const drawn = new Map<string, number>()
  const draw = (epoch: string, lane: Lane, count: number): number => {
    const last = (drawn.get(`${epoch} ${lane}`) ?? 0) + count
    drawn.set(`${epoch} ${lane}`, last)
    return last
  }
  let welcomed: ((welcome: Down['welcome']) => void) | undefined
  const up = () => {
    if (!client) throw new Error('the box is not connected')
    return client
  }

  const box: FakeGateway = {
    boxId,
    get session() {
      return session
    },
    commands: [],
    opens: [],
    acks: [],
    acked: (lane = 'record') =>
      Math.max(0, ...box.acks.flatMap((ack) => (ack.epoch === box.epoch && ack.lane === lane ? [ack.seq] : []))),
    epoch: word(),
    heard: [],
    abilities: [...abilities, 'opc-ua'],
    bound: null,
    answer: (command) => (command.kind === 'write' ? { value: command.value } : {}),
    async connect(options = {}) {
      session = word()
      const link = boxLink({ sn, secret, boxId, session })
      client = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...link, ...options })
      // Some tests expect the broker to disconnect, so errors are ignored.
      client.on('error', () => undefined)
      client.on('message', (topic, payload) => take(topic, payload))
      await client.subscribeAsync(downFilter(sn), { qos: 0 })
      return box.hello()
    },
    hello(change = {}) {
      const { hash = null, bindingId = null } = box.bound ?? {}
      const welcome = new Promise<Down['welcome']>((resolve) => {
        welcomed = resolve
      })
      const hello = {
        session,
        boxId,
        at: now(),
        firmware: 'test 1.0',
        abilities: box.abilities,
        configHash: hash,
        bindingId,
        ...change,
      }
      return box.say('hello', hello).then(() => welcome)
    },
    say: (name, payload) =>
      box.publish(upTopic(sn, name), JSON.stringify({ session, ...payload }), { qos: upTopics[name].qos }),
    live(values, change = {}) {
      const { equipmentId = 1, bindingId = 1 } = box.bound ?? {}
      const columns = { ids: Object.keys(values).map(Number), values: Object.values(values) }
      return box.say('live', { equipmentId, bindingId, at: now(), ...columns, ...change })
    },
    async record(values, change = {}) {
      const { equipmentId = 1, bindingId = 1, hash = '0'.repeat(64) } = box.bound ?? {}
      const { epoch = box.epoch, lane = 'record' } = change
      const seq = change.seq ?? draw(epoch, lane, 1)
      const columns = { ids: Object.keys(values).map(Number), values: Object.values(values) }
      const at = change.at ?? now()
      const owner = { equipmentId, bindingId, configHash: hash }
      await box.say('record', { epoch, lane, seq, ...owner, sentAt: now(), at, ...columns, ...change })
      return seq
    },
    async event(events, change = {}) {
      const { equipmentId = 1, bindingId = 1, hash = '0'.repeat(64) } = box.bound ?? {}
      const { epoch = box.epoch } = change
      const seq = change.seq ?? draw(epoch, 'event', 1)
      const owner = { equipmentId, bindingId, configHash: hash, sentAt: now(), at: now() }
      const told = events.map((event) => ({ t: 0, ...event }))
      await box.say('event', { epoch, lane: 'event', seq, ...owner, events: told, ...change })
      return seq
    },
    async standing(alarms, change = {}) {
      const { equipmentId = 1, bindingId = 1 } = box.bound ?? {}
      const place = { epoch: box.epoch, seq: drawn.get(`${box.epoch} event`) ?? 0 }
      await box.say('standing', { ...place, equipmentId, bindingId, at: now(), alarms, ...change })
    },
    async gap(count, change = {}) {
      const { equipmentId = 1, bindingId = 1 } = box.bound ?? {}
      const { epoch = box.epoch, lane = 'record' } = change
      const seq = change.seq ?? draw(epoch, lane, count)
      const span = { from: seq - count + 1, points: count, fromAt: now(), toAt: now() }
      await box.say('gap', { epoch, lane, seq, equipmentId, bindingId, ...span, reason: 'full', ...change })
      return seq
    },
    async publish(topic, payload, options = {}) {
      await up().publishAsync(topic, payload, { qos: 0, ...options })
    },
    async subscribe(topic) {
      const granted = await up().subscribeAsync(topic, { qos: 0 })
      return granted.filter(({ qos }) => Number(qos) < 128).map((grant) => grant.topic)
    },
    async bye(sleeping) {
      await box.say('bye', sleeping === undefined ? {} : { sleeping })
      await up().endAsync()
    },
    cut: () => void up().stream.destroy(),
    isConnected: () => client?.connected ?? false,
    [Symbol.asyncDispose]: async () => {
      if (client && !client.disconnected) await client.endAsync(true)
    },
  }

  function take(topic: string, payload: Buffer): void {
    const message: unknown = JSON.parse(payload.toString('utf8'))
    box.heard.push({ topic, payload: message })
    const name = topic.split('/').at(-1) as DownName
    if (name === 'welcome') welcomed?.(message as Down['welcome'])
    if (name === 'ack') box.acks.push(message as Down['ack'])
    if (name === 'open') box.opens.push(message as Open)
    if (name === 'command') obey(message as Command)
  }

  function obey(command: Command): void {
    box.commands.push(command)
    const answer = box.answer(command)
    if (!answer) return
    const result = { uuid: command.uuid, status: 'success', code: 200, at: now(), ...answer } as const
    if (command.kind === 'configure' && result.status === 'success') {
      const { equipmentId, bindingId, hash } = command.bound
      box.bound = { equipmentId, bindingId, hash }
    }
    void box.say('result', result)
  }

  return box
}
