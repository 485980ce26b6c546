// Checks messages of gateways: sender, shape and permission; then passes them on. Rejected messages are counted; no
// error reaches the broker.
import { limits } from '../../contract/limits.ts'
import type { DriverStates } from '../../contract/sockets.ts'
import { parseUpTopic, type Up, type UpName, upTopics } from '../../contract/topics.ts'
import { measureJson } from '../../core/json-measure.ts'
import { storableText } from '../../core/storable.ts'
import type { Batch, LiveBatch } from './batch.ts'
import { createBuckets } from './bucket.ts'
import type { GatewayBook, GatewaySession } from './gateway-book.ts'
import type { LinkLog } from './link.ts'
import { readLive } from './read-live.ts'
import { type RecordPlace, readPlace, readRecords } from './read-records.ts'
import type { NoOwnerReason } from './record-batch.ts'
import type { ReceivedMessage, Records } from './records.ts'

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

export type IngestNeeds = {
  book: GatewayBook
  records: Records
  /** Runs a batch through the pipeline. */
  pipeline(batch: Batch): Promise<void>
  onHello(sn: string, hello: Up['hello'], receivedAt: number): Promise<void>
  onBye(sn: string, bye: Up['bye']): Promise<void>
  onResult(sn: string, result: Up['result']): Promise<void>
  /** State of a device's drivers, from the gateway that serves it. */
  onDrivers(states: DriverStates): void
  /** State that a box reported. */
  onBox(sn: string, message: Up['box'], receivedAt: number): Promise<void>
  /** The gateway requests the next bytes of an upgrade. */
  onPiece(sn: string, message: Up['piece']): Promise<void>
  /** Output of a device's scripts, from the gateway that serves it. */
  onScripts(standing: GatewaySession, message: Up['script'], receivedAt: number): void
  /** Writes that a gateway made to PLCs automatically. */
  onWrites(standing: GatewaySession, message: Up['writes'], receivedAt: number): Promise<void>
  /** The active alarms of a gateway. */
  onStanding(standing: GatewaySession, message: Up['standing'], receivedAt: number): void
  /** A frame of a remote download: passed on immediately and unread. */
  onTunnel(sn: string, bytes: Uint8Array): void
  /** Any valid message of the current session proves presence. */
  onSeen(sn: string, session: string): void
  count(rejection: Rejection): void
  countValues(values: number): void
  /** A gateway keeps sending invalid messages. */
  onAbuse?(sn: string): void
  now(): number
  log: LinkLog
}

/**
 * Messages of one gateway are handled in order. Messages beyond these limits of waiting messages or bytes are dropped
 * before they are read, live ones first. A dropped record is sent again.
 */
const maxWaiting = { live: 200, other: 300, bytes: 8 * 1024 * 1024 }

type Queue = { tail: Promise<void>; waiting: number; bytes: number }
type Arrival = Omit<ReceivedMessage<unknown>, 'message'>
type Message = { name: UpName; content: object; payload: Buffer; receivedAt: number; isPlaceOnly: boolean }

/** `take` never throws; `idle` resolves once everything accepted so far has been handled. */
export function createIngest(needs: IngestNeeds): {
  take(topic: string, payload: Buffer): void
  idle(): Promise<void>
  /** Bytes of messages that were read and are not handled yet. */
  waitingBytes(): number
} {
  let waitingBytes = 0
  const queues = new Map<string, Queue>()
  const live = createBuckets(limits.gatewayLivePerS, limits.gatewayLiveBurst, needs.now)
  const hellos = createBuckets(limits.gatewayHellosPerS, limits.gatewayHellosBurst, needs.now)
  const boxes = createBuckets(limits.boxToldPerS, limits.boxToldBurst, needs.now)
  const paced: Partial<Record<UpName, typeof live>> = {
    live,
    drivers: live,
    hello: hellos,
    bye: hellos,
    box: boxes,
    piece: live,
    script: live,
    writes: createBuckets(limits.writesTakenPerS, limits.writesTakenBurst, needs.now),
  }
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
    // Before reading, so that excess messages cost next to nothing.
    if (paced[name]?.of(sn).tryTake(1) === false) return needs.count('tooFast')
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

  async function handle(sn: string, message: Message): Promise<void> {
    const { name, content, receivedAt } = message
    if (name === 'hello') return needs.onHello(sn, content as Up['hello'], receivedAt)
    if (name === 'bye') return needs.onBye(sn, content as Up['bye'])
    const standing = await needs.book.get(sn)
    if (!standing) return needs.count('unknownGateway')
    if (name === 'result') return needs.onResult(sn, content as Up['result'])
    const { session } = content as Up['beat']
    if (session !== standing.session) return needs.count('staleSession')
    needs.onSeen(sn, session)
    return takeOfSession(sn, standing, message)
  }

  /** A message of the current session. */
  async function takeOfSession(sn: string, standing: GatewaySession, message: Message): Promise<void> {
    const { name, content, payload, receivedAt, isPlaceOnly } = message
    if (name === 'live') return takeLive(sn, standing, content as Up['live'], receivedAt)
    if (name === 'drivers') return takeDrivers(standing, content as Up['drivers'], receivedAt)
    if (name === 'box') return needs.onBox(sn, content as Up['box'], receivedAt)
    if (name === 'piece') return needs.onPiece(sn, content as Up['piece'])
    if (name === 'script') return takeScripts(standing, content as Up['script'], receivedAt)
    if (name === 'writes') return takeWrites(standing, content as Up['writes'], receivedAt)
    if (name === 'standing') return takeStanding(standing, content as Up['standing'], receivedAt)
    return takeKept(name, content, { standing, payload, receivedAt }, isPlaceOnly)
  }

  /** A message of an outbox: acknowledged once it is committed. */
  async function takeKept(name: UpName, content: object, arrived: Arrival, isPlaceOnly: boolean): Promise<void> {
    if (isPlaceOnly) return needs.records.malformed({ ...arrived, message: content as RecordPlace })
    if (name === 'record') return needs.records.record({ ...arrived, message: content as Up['record'] })
    if (name === 'event') return needs.records.event({ ...arrived, message: content as Up['event'] })
    if (name === 'gap') return needs.records.gap({ ...arrived, message: content as Up['gap'] })
  }

  /** Whether the message belongs to the current binding; it is rejected under any other. */
  const isBound = (
    { orgId, equipmentId, bindingId }: GatewaySession,
    message: Up['live'] | Up['drivers'] | Up['standing'] | Up['script'] | Up['writes'],
  ): boolean => orgId !== null && equipmentId === message.equipmentId && bindingId === message.bindingId

  function takeDrivers(standing: GatewaySession, message: Up['drivers'], receivedAt: number): void {
    if (!isBound(standing, message)) return needs.count('notBound')
    const { equipmentId, at } = message
    // Uses the age of a fault on the gateway, so that an error of its clock does not matter.
    const drivers = message.drivers.map(({ fault, ...driver }) => ({
      ...driver,
      fault: fault && { ...fault, at: receivedAt - Math.max(0, at - fault.at) },
    }))
    needs.onDrivers({ type: 'driverStates', equipmentId, receivedAt, drivers })
  }

  function takeScripts(standing: GatewaySession, message: Up['script'], receivedAt: number): void {
    if (!isBound(standing, message)) return needs.count('notBound')
    needs.onScripts(standing, message, receivedAt)
  }

  async function takeWrites(standing: GatewaySession, message: Up['writes'], receivedAt: number): Promise<void> {
    if (!isBound(standing, message)) return needs.count('notBound')
    await needs.onWrites(standing, message, receivedAt)
  }

  function takeStanding(standing: GatewaySession, message: Up['standing'], receivedAt: number): void {
    if (!isBound(standing, message)) return needs.count('notBound')
    needs.onStanding(standing, message, receivedAt)
  }

  async function takeLive(
    sn: string,
    standing: GatewaySession,
    message: Up['live'],
    receivedAt: number,
  ): Promise<void> {
    const { orgId, equipmentId } = standing
    if (orgId === null || equipmentId === null || !isBound(standing, message)) return needs.count('notBound')
    const batch = toBatch(message, { sn, orgId, equipmentId, receivedAt }, standing.signalIds, needs.count)
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
const isFrequent = (name: UpName) => name === 'live' || name === 'record'

const mostInside = { values: limits.mqttValues, depth: limits.jsonDepth }

/** More values than the largest valid message has: parsing and checking them would delay others. */
const hasTooMany = (payload: Buffer) =>
  payload.length > limits.mqttValues && measureJson(payload, mostInside) !== 'fits'

/**
 * The payload of a topic, or nothing if it is not well-formed. Texts are made storable, except in frequent messages.
 * `isPlaceOnly`: a message of an outbox of which only the place is readable.
 */
export function readMessage(name: UpName, payload: Buffer): Pick<Message, 'content' | 'isPlaceOnly'> | undefined {
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

function contentOf(name: UpName, json: unknown): object | undefined {
  if (name === 'live') return readLive(json)
  if (name === 'record') return readRecords(json)
  const parsed = upTopics[name].payload.safeParse(json)
  if (!parsed.success) return undefined
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
