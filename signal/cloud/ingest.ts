// Checks messages of gateways: sender, shape and permission; then passes them on. Rejected messages are counted; no
// error reaches the broker.
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import { parseUpTopic, upTopicNamed } from '../../contract/up-topics.ts'
import { measureJson } from '../../core/json-measure.ts'
import { storableText } from '../../core/storable.ts'
import type { Batch, LiveBatch } from './batch.ts'
import { createBuckets } from './bucket.ts'
import type { GatewayBook, GatewaySession } from './gateway-book.ts'
import type { LinkLog } from './link.ts'
import { readLive } from './read-live.ts'
import { type RecordPlace, readPlace, readRecords } from './read-records.ts'
import type { NoOwnerReason } from './record-batch.ts'
import { type RoomTopic, type TopicNeeds, topicTakers } from './topic-takers.ts'

/** Why a message was rejected. */
export type Rejection =
  | 'unknownTopic'
  | 'tooLarge'
  | 'garbage'
  | 'unknownGateway'
  | 'staleSession'
  | 'notBound'
  | 'foreignSignal'
  | 'badTime'
  | 'backlog'
  | NoOwnerReason
  | 'tooFast'
  | 'quarantineFull'
  | 'tooManyOutboxes'

export type IngestNeeds = Omit<TopicNeeds, 'onLive'> & {
  book: GatewayBook
  /** Further MQTT topics that rooms consume. */
  topics?: readonly RoomTopic[]
  /** Runs a batch through the pipeline. */
  pipeline(batch: Batch): Promise<void>
  /** A frame of a remote download: passed on immediately and unread. */
  onTunnel(sn: string, bytes: Uint8Array): void
  /** Called for any valid message of the current session, because it proves that the gateway is online. */
  onSeen(sn: string, session: string): void
  count(rejection: Rejection): void
  countValues(values: number): void
  /** Called when a gateway keeps sending invalid messages. */
  onAbuse?(sn: string): void
  log: LinkLog
}

/**
 * Messages of one gateway are handled in order. Messages beyond these limits of waiting messages or bytes are dropped
 * before they are read, live ones first. A dropped record is sent again.
 */
const maxWaiting = { live: 200, other: 300, bytes: 8 * 1024 * 1024 }

type Queue = { tail: Promise<void>; waiting: number; bytes: number }
type Message = { name: string; content: object; payload: Buffer; receivedAt: number; isPlaceOnly: boolean }
/** The fields that every message of a binding has. */
type OfBinding = { equipmentId: number; bindingId: number }

/**
 * Creates the consumer of MQTT messages. `take` never throws; `idle` resolves once everything accepted so far has been
 * handled.
 */
export function createIngest(needs: IngestNeeds): {
  take(topic: string, payload: Buffer): void
  idle(): Promise<void>
  /** Bytes of messages that were read and are not handled yet. */
  waitingBytes(): number
} {
  let waitingBytes = 0
  const queues = new Map<string, Queue>()
  const takers = topicTakers({ ...needs, onLive }, needs.topics ?? [])
  const garbage = createBuckets(limits.gatewayGarbagePerMinute / 60, limits.gatewayGarbageBurst, needs.now)

  function rejectGarbage(sn: string): void {
    needs.count('garbage')
    if (!garbage.of(sn).tryTake(1)) needs.onAbuse?.(sn)
  }

  function take(topic: string, payload: Buffer): void {
    const address = parseUpTopic(topic)
    if (!address) return needs.count('unknownTopic')
    if (payload.length > limits.mqttPayloadBytes) return needs.count('tooLarge')
    const { sn, name } = address
    if (name === 'tunnel') return needs.onTunnel(sn, payload)
    const taker = takers.get(name)
    if (!taker) return needs.count('unknownTopic')
    // The pace is checked before the message is parsed, so that excess messages cost next to nothing.
    if (taker.pace?.of(sn).tryTake(1) === false) return needs.count('tooFast')
    const queue = queues.get(sn) ?? { tail: Promise.resolve(), waiting: 0, bytes: 0 }
    const most = name === 'live' || name === 'drivers' ? maxWaiting.live : maxWaiting.other
    if (queue.waiting >= most || queue.bytes > maxWaiting.bytes) return needs.count('backlog')
    const read = readMessage(name, payload)
    if (read === undefined) return rejectGarbage(sn)
    enqueue(sn, queue, { name, ...read, payload, receivedAt: needs.now() })
  }

  function enqueue(sn: string, queue: Queue, message: Message): void {
    const { length } = message.payload
    queue.waiting += 1
    queue.bytes += length
    waitingBytes += length
    queue.tail = queue.tail
      .then(() => handle(sn, message))
      .then(
        () => leave(sn, queue, length),
        (error: unknown) => {
          needs.log.error({ sn, error: String(error) }, 'a message of a gateway failed')
          leave(sn, queue, length)
        },
      )
    queues.set(sn, queue)
  }

  function leave(sn: string, queue: Queue, length: number): void {
    queue.waiting -= 1
    queue.bytes -= length
    waitingBytes -= length
    if (queue.waiting === 0) queues.delete(sn)
  }

  async function handle(sn: string, { name, content, payload, receivedAt, isPlaceOnly }: Message): Promise<void> {
    const taker = takers.get(name)!
    const taken = { message: content, sn, payload, receivedAt }
    if (taker.of === 'anyone') return taker.take(taken)
    const session = await needs.book.get(sn)
    if (!session) return needs.count('unknownGateway')
    if (taker.of === 'gateway') return taker.take(taken)
    if ((content as Up['beat']).session !== session.session) return needs.count('staleSession')
    needs.onSeen(sn, session.session)
    if (isPlaceOnly)
      return needs.records.malformed({ standing: session, message: content as RecordPlace, payload, receivedAt })
    if (taker.of === 'binding' && !isBound(session, content as OfBinding)) return needs.count('notBound')
    return taker.take({ ...taken, session })
  }

  /** Whether the message belongs to the current binding; it is rejected under any other. */
  const isBound = ({ orgId, equipmentId, bindingId }: GatewaySession, message: OfBinding): boolean =>
    orgId !== null && equipmentId === message.equipmentId && bindingId === message.bindingId

  async function onLive({ sn, session, message, receivedAt }: Parameters<TopicNeeds['onLive']>[0]): Promise<void> {
    const { orgId, equipmentId, signalIds } = session
    if (orgId === null || equipmentId === null) return needs.count('notBound')
    const batch = toBatch(message, { sn, orgId, equipmentId, receivedAt }, signalIds, needs.count)
    needs.countValues(batch.ids.length)
    await needs.pipeline(batch)
  }

  return {
    take,
    waitingBytes: () => waitingBytes,
    idle: async () => {
      await Promise.all([...queues.values()].map(({ tail }) => tail))
    },
  }
}

// A PLC's text may be padded with NUL characters, which a database rejects.
const clean = (_key: string, value: unknown) => (typeof value === 'string' ? storableText(value) : value)
const storable = <T>(value: T): T => (typeof value === 'string' ? (storableText(value) as T) : value)

/** Messages that arrive thousands of times a second: a reviver is too slow, so their texts are cleaned later. */
const isFrequent = (name: string) => name === 'live' || name === 'record'

const mostInside = { values: limits.mqttValues, depth: limits.jsonDepth }

/** More values than the largest valid message has: parsing and checking them would delay others. */
const hasTooMany = (payload: Buffer) =>
  payload.length > limits.mqttValues && measureJson(payload, mostInside) !== 'fits'

/**
 * The payload of a topic, or nothing if it is not well-formed. Texts are made storable, except in frequent messages.
 * `isPlaceOnly`: a message of an outbox of which only the place is readable.
 */
export function readMessage(name: string, payload: Buffer): Pick<Message, 'content' | 'isPlaceOnly'> | undefined {
  if (hasTooMany(payload)) return undefined
  let json: unknown
  try {
    const text = payload.toString('utf8')
    json = isFrequent(name) ? JSON.parse(text) : JSON.parse(text, clean)
  } catch {
    return undefined
  }
  const content = contentOf(name, json)
  if (content) return { content, isPlaceOnly: false }
  const place = name === 'record' || name === 'event' || name === 'gap' ? readPlace(json) : undefined
  return place && { content: place, isPlaceOnly: true }
}

function contentOf(name: string, json: unknown): object | undefined {
  if (name === 'live') return readLive(json)
  if (name === 'record') return readRecords(json)
  const parsed = upTopicNamed(name)?.payload.safeParse(json)
  if (!parsed?.success) return undefined
  if (name === 'gap' && (parsed.data as Up['gap']).from > (parsed.data as Up['gap']).seq) return undefined
  return parsed.data
}

type Owner = Pick<LiveBatch, 'sn' | 'orgId' | 'equipmentId' | 'receivedAt'>

/**
 * Columns of a live message as a batch. Rows of signals of other equipment are dropped and counted. If the clock is off
 * by more than five minutes, all times are shifted so that the message was sent when it was received. No time is later
 * than the receipt: one ahead would block every correct value until then. [DESIGN 9 Time]
 */
export function toBatch(
  live: Up['live'],
  owner: Owner,
  own: ReadonlySet<number>,
  count: (r: Rejection) => void,
): LiveBatch {
  const drift = owner.receivedAt - live.at
  const shift = Math.abs(drift) > limits.clockToleranceMs ? drift : 0
  const batch: LiveBatch = { kind: 'live', ...owner, ids: [], values: [], times: [], codes: [] }
  for (let i = 0; i < live.ids.length; i += 1) {
    const id = live.ids[i]!
    if (!own.has(id)) {
      count('foreignSignal')
      continue
    }
    const at = Math.min(live.at + (live.times?.[i] ?? 0) + shift, owner.receivedAt)
    if (at < 0) {
      count('badTime')
      continue
    }
    batch.ids.push(id)
    batch.values.push(storable(live.values[i]!))
    batch.times.push(at)
    batch.codes.push(live.codes?.[i] ?? 200)
  }
  return batch
}
