// A message from a gateway: whose is it, is it well-formed, may it say so; then handed on. What is refused is counted,
// never thrown at the broker.
import { limits } from '../../contract/limits.ts'
import { parseUpTopic, type Up, type UpName, upTopics } from '../../contract/topics.ts'
import { storableText } from '../../core/storable.ts'
import type { Batch } from './batch.ts'
import { createBuckets } from './bucket.ts'
import type { GatewayBook, Standing } from './gateway-book.ts'
import type { LinkLog } from './link.ts'
import { readLive } from './read-live.ts'

/** Why a message was not handed on. */
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
  | 'tooFast'

export type IngestNeeds = {
  book: GatewayBook
  /** Runs a batch through the pipeline. */
  pipeline(batch: Batch): Promise<void>
  onHello(sn: string, hello: Up['hello'], receivedAt: number): Promise<void>
  onBye(sn: string, bye: Up['bye']): Promise<void>
  onResult(sn: string, result: Up['result']): Promise<void>
  /** Any valid word of the current session proves presence. */
  onSeen(sn: string, session: string): void
  count(rejection: Rejection): void
  countValues(values: number): void
  /** A gateway goes on sending what makes no sense. */
  onAbuse?(sn: string): void
  now(): number
  log: LinkLog
}

/** Messages of one gateway are handled in order. More than this many waiting are dropped; live ones suffer first. */
const mostWaiting = { live: 200, other: 300 }

/** `take` never throws; `idle` resolves when everything taken so far was handled. */
export function createIngest(needs: IngestNeeds): {
  take(topic: string, payload: Buffer): void
  idle(): Promise<void>
} {
  const queues = new Map<string, { tail: Promise<void>; waiting: number }>()
  const live = createBuckets(limits.gatewayLivePerS, limits.gatewayLiveBurst, needs.now)
  const garbage = createBuckets(limits.gatewayGarbagePerMinute / 60, limits.gatewayGarbageBurst, needs.now)

  function rejectGarbage(sn: string): void {
    needs.count('garbage')
    if (!garbage.of(sn).tryTake(1)) needs.onAbuse?.(sn)
  }

  function take(topic: string, payload: Buffer): void {
    const address = parseUpTopic(topic)
    if (!address) return needs.count('unknownTopic')
    if (payload.length > limits.mqttPayloadBytes) return needs.count('tooLarge')
    // Before it is read: what is too much costs next to nothing.
    if (address.name === 'live' && !live.of(address.sn).tryTake(1)) return needs.count('tooFast')
    const message = read(address.name, payload)
    if (message === undefined) return rejectGarbage(address.sn)
    const most = address.name === 'live' ? mostWaiting.live : mostWaiting.other
    enqueue(address.sn, most, () => handle(address.sn, address.name, message, needs.now()))
  }

  function enqueue(sn: string, most: number, work: () => Promise<void>): void {
    const queue = queues.get(sn) ?? { tail: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= most) return needs.count('backlog')
    queue.waiting += 1
    queue.tail = queue.tail.then(work).then(
      () => leave(sn, queue),
      (error: unknown) => {
        needs.log.error({ sn, error: String(error) }, 'a message of a gateway failed')
        leave(sn, queue)
      },
    )
    queues.set(sn, queue)
  }

  function leave(sn: string, queue: { waiting: number }): void {
    queue.waiting -= 1
    if (queue.waiting === 0) queues.delete(sn)
  }

  async function handle(sn: string, name: UpName, message: object, receivedAt: number): Promise<void> {
    if (name === 'hello') return needs.onHello(sn, message as Up['hello'], receivedAt)
    if (name === 'bye') return needs.onBye(sn, message as Up['bye'])
    const standing = await needs.book.get(sn)
    if (!standing) return needs.count('unknownGateway')
    if (name === 'result') return needs.onResult(sn, message as Up['result'])
    const { session } = message as Up['beat']
    if (session !== standing.session) return needs.count('staleSession')
    needs.onSeen(sn, session)
    if (name === 'live') await takeLive(sn, standing, message as Up['live'], receivedAt)
  }

  async function takeLive(sn: string, standing: Standing, message: Up['live'], receivedAt: number): Promise<void> {
    const { orgId, equipmentId, bindingId } = standing
    // A value travels with the binding under which it was taken, and is refused under any other.
    if (
      orgId === null ||
      equipmentId === null ||
      bindingId !== message.bindingId ||
      equipmentId !== message.equipmentId
    ) {
      return needs.count('notBound')
    }
    const batch = toBatch(message, { sn, orgId, equipmentId, receivedAt }, standing.signalIds, needs.count)
    needs.countValues(batch.ids.length)
    await needs.pipeline(batch)
  }

  return {
    take,
    idle: async () => {
      await Promise.all([...queues.values()].map(({ tail }) => tail))
    },
  }
}

// A PLC's text may be padded with NUL characters, which no database takes.
const clean = (_key: string, value: unknown) => (typeof value === 'string' ? storableText(value) : value)
const storable = <T>(value: T): T => (typeof value === 'string' ? (storableText(value) as T) : value)

/** The payload of a topic, or nothing when it is not well-formed. Texts come out as they can be stored. */
export function read(name: UpName, payload: Buffer): object | undefined {
  let json: unknown
  try {
    // The reviver is too dear for the message that comes thousands of times a second: its texts are cleaned later.
    json = name === 'live' ? JSON.parse(payload.toString('utf8')) : JSON.parse(payload.toString('utf8'), clean)
  } catch {
    return undefined
  }
  if (name === 'live') return readLive(json)
  const parsed = upTopics[name].payload.safeParse(json)
  return parsed.success ? parsed.data : undefined
}

type Owner = Pick<Batch, 'sn' | 'orgId' | 'equipmentId' | 'receivedAt'>

/**
 * Columns of a live message as a batch. Rows of signals that are not this equipment's are dropped and counted. A clock
 * more than five minutes off shifts all times so that the message was sent when it was received. Nothing was read later
 * than it was received: a time ahead would keep out every right one until it came. [DESIGN 9 Time]
 */
export function toBatch(
  live: Up['live'],
  owner: Owner,
  own: ReadonlySet<number>,
  count: (r: Rejection) => void,
): Batch {
  const drift = owner.receivedAt - live.at
  const shift = Math.abs(drift) > limits.clockToleranceMs ? drift : 0
  const batch: Batch = { kind: 'live', ...owner, ids: [], values: [], times: [], codes: [] }
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
