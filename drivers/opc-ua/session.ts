// A session with an OPC UA server: reads, watches by subscription, writes with the type that the server has.
import type { ClientSubscription, DataValue } from 'node-opcua-client'
import type { Value } from '../../core/data-type.ts'
import {
  DriverFault,
  isRefusal,
  type Point,
  type TagListener,
  type TagReading,
  type TagSession,
  type WatchedTag,
  type WriteAnswer,
} from '../driver.ts'
import { addressText, parseNodeAddress } from './address.ts'
import { bounded } from './bounded.ts'
import { browsePage } from './browse.ts'
import { type Connected, faultOf } from './client.ts'
import type { OpcUaParams } from './params.ts'
import { isGood, statusFault } from './status.ts'
import { ourValueOf, type RawVariant, variantOf } from './variant.ts'

// Loaded with the first connection: a program without OPC UA does not wait for it.
const { AttributeIds, findBasicDataType, TimestampsToReturn, Variant, VariantArrayType } = await import(
  'node-opcua-client'
)

// So many answers missing in a row, and the server is taken for dead.
const timeoutsUntilBroken = 3
// A server says at least so often that it is still there.
const keepAliveMs = 2000
// Servers bound how many items they take at once.
const itemsAtOnce = 500
const serverTime = 'i=2258'

/** The node id in the library's own writing. Throws 1715: the configuration was checked before. */
export function nodeIdOf(address: string): string {
  const parsed = parseNodeAddress(address)
  if (isRefusal(parsed)) throw new DriverFault(1715, parsed.reason.en)
  return `ns=${parsed.namespace};${addressText({ ...parsed, namespace: 0 })}`
}

export class OpcUaSession implements TagSession {
  readonly #connected: Connected
  #isOpen = true
  #timeouts = 0
  /** The server's clock minus ours, ms. */
  #aheadMs = 0
  #subscription: ClientSubscription | undefined
  #heardAt = 0
  #silence: NodeJS.Timeout | undefined
  #listener: TagListener | undefined
  readonly #types = new Map<string, number>()

  private constructor(connected: Connected) {
    this.#connected = connected
    const end = () => this.#end(new DriverFault(1722, 'the connection was closed', true))
    connected.client.on('connection_lost', end).on('close', end)
    connected.session.on('session_closed', end)
  }

  static async begin(connected: Connected, { timeoutMs }: OpcUaParams): Promise<OpcUaSession> {
    const session = new OpcUaSession(connected)
    try {
      await session.#learnClock(timeoutMs)
      return session
    } catch (error) {
      await session.close()
      throw error
    }
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const { timeoutMs } = params as OpcUaParams
    const nodes = points.map(({ address }) => ({ nodeId: nodeIdOf(address), attributeId: AttributeIds.Value }))
    const values = await this.#ask(timeoutMs, () => this.#connected.session.read(nodes))
    return points.map((point, index) => this.#readingOf(point, values[index]!))
  }

  async watch(
    tags: readonly WatchedTag[],
    params: object,
    listener: TagListener,
  ): Promise<ReadonlyMap<number, DriverFault>> {
    const { timeoutMs } = params as OpcUaParams
    this.#listener = listener
    const refused = new Map<number, DriverFault>()
    const periods = new Set(tags.map(({ periodMs }) => periodMs))
    const subscription = await this.#subscribe(Math.min(...periods), timeoutMs)
    for (const periodMs of periods) {
      const own = tags.filter((tag) => tag.periodMs === periodMs)
      for (let from = 0; from < own.length; from += itemsAtOnce)
        await this.#monitor(subscription, own.slice(from, from + itemsAtOnce), { periodMs, timeoutMs, refused })
    }
    return refused
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const { timeoutMs } = params as OpcUaParams
    const nodeId = nodeIdOf(point.address)
    let written: { dataType: number; value: unknown }
    try {
      written = variantOf(value, await this.#typeOf(nodeId, timeoutMs))
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.#isOpen) return { kind: 'unsent', fault: new DriverFault(1722, 'the connection was closed', true) }
    if (!mayStart()) return { kind: 'expired' }
    const status = await this.#ask(timeoutMs, () =>
      this.#connected.session.write({
        nodeId,
        attributeId: AttributeIds.Value,
        value: { value: new Variant({ ...written, arrayType: VariantArrayType.Scalar } as never) },
      }),
    )
    if (!isGood(status)) throw statusFault(status, true)
    return { kind: status.name === 'GoodCompletesAsynchronously' ? 'accepted' : 'done' }
  }

  browse(node: string | undefined, from: number, params: object) {
    const { timeoutMs } = params as OpcUaParams
    const ask = <T>(act: () => Promise<T>) => this.#ask(timeoutMs, act)
    return browsePage(this.#connected.session, ask, node === undefined ? undefined : nodeIdOf(node), from)
  }

  async close(): Promise<void> {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    this.#listener = undefined
    clearInterval(this.#silence)
    const { client, session } = this.#connected
    if (wasOpen) await bounded(session.close(true), 1000).catch(() => undefined)
    await bounded(client.disconnect(), 1000).catch(() => undefined)
  }

  #end(fault: DriverFault): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearInterval(this.#silence)
    this.#listener?.ended(fault)
  }

  /** One question within its time. Throws a `DriverFault`. */
  async #ask<T>(timeoutMs: number, act: () => Promise<T>): Promise<T> {
    if (!this.#isOpen) throw new DriverFault(1722, 'the connection was closed', true)
    try {
      const answer = await bounded(act(), timeoutMs)
      this.#timeouts = 0
      this.#heardAt = performance.now()
      return answer
    } catch (error) {
      const fault = faultOf(error)
      if (fault.code !== 1714) throw fault
      throw ++this.#timeouts >= timeoutsUntilBroken ? fault.asBroken() : fault
    }
  }

  /** Source times are told by the server's clock, which may be any. */
  async #learnClock(timeoutMs: number): Promise<void> {
    const from = Date.now()
    const node = { nodeId: serverTime, attributeId: AttributeIds.Value }
    const { value } = await this.#ask(timeoutMs, () => this.#connected.session.read(node))
    const at: unknown = value?.value
    if (at instanceof Date) this.#aheadMs = at.getTime() - (from + Date.now()) / 2
  }

  #readingOf({ dataType }: Point, { statusCode, value, sourceTimestamp }: DataValue): TagReading {
    if (!isGood(statusCode)) return { fault: statusFault(statusCode, true) }
    try {
      const sourceAt = sourceTimestamp?.getTime()
      const agoMs = sourceAt === undefined ? 0 : Date.now() + this.#aheadMs - sourceAt
      return { value: ourValueOf(value as unknown as RawVariant, dataType), agoMs }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }

  /** The type of a node as the server has it: that of its value, else what its data type comes down to. */
  async #typeOf(nodeId: string, timeoutMs: number): Promise<number> {
    const known = this.#types.get(nodeId)
    if (known !== undefined) return known
    const { session } = this.#connected
    const attributes = [AttributeIds.Value, AttributeIds.DataType].map((attributeId) => ({ nodeId, attributeId }))
    const [value, dataType] = await this.#ask(timeoutMs, () => session.read(attributes))
    if (!isGood(dataType!.statusCode)) throw statusFault(dataType!.statusCode, true)
    if (value!.value && value!.value.arrayType !== 0)
      throw new DriverFault(1716, 'the variable is an array; arrays cannot be written')
    const type: number =
      value!.value?.dataType || (await this.#ask(timeoutMs, () => findBasicDataType(session, dataType!.value.value)))
    this.#types.set(nodeId, type)
    return type
  }

  /** One subscription for all, as quick as the quickest of them. */
  async #subscribe(periodMs: number, timeoutMs: number): Promise<ClientSubscription> {
    if (this.#subscription) return this.#subscription
    const keepAliveCount = Math.max(1, Math.ceil(keepAliveMs / periodMs))
    const subscription = await this.#ask(timeoutMs, () =>
      this.#connected.session.createSubscription2({
        requestedPublishingInterval: periodMs,
        requestedMaxKeepAliveCount: keepAliveCount,
        requestedLifetimeCount: keepAliveCount * 10,
        maxNotificationsPerPublish: 0,
        publishingEnabled: true,
        priority: 1,
      }),
    )
    this.#subscription = subscription
    const heard = () => {
      this.#heardAt = performance.now()
    }
    const end = () => this.#end(new DriverFault(1722, 'the server has ended the subscription', true))
    subscription.on('keepalive', heard).on('received_notifications', heard)
    subscription.on('terminated', end).on('status_changed', end).on('internal_error', end)
    const { publishingInterval, maxKeepAliveCount } = subscription
    const longestMs = 2 * publishingInterval * maxKeepAliveCount + timeoutMs
    heard()
    this.#silence = setInterval(
      () => {
        if (performance.now() > this.#heardAt + longestMs)
          this.#end(new DriverFault(1714, `the server has said nothing for ${longestMs} ms`, true))
      },
      Math.max(100, longestMs / 4),
    )
    return subscription
  }

  async #monitor(
    subscription: ClientSubscription,
    tags: readonly WatchedTag[],
    { periodMs, timeoutMs, refused }: { periodMs: number; timeoutMs: number; refused: Map<number, DriverFault> },
  ): Promise<void> {
    const items = tags.map(({ point }) => ({ nodeId: nodeIdOf(point.address), attributeId: AttributeIds.Value }))
    const parameters = { samplingInterval: periodMs, discardOldest: true, queueSize: 1 }
    const group = await this.#ask(timeoutMs, async () => {
      const made = await subscription.monitorItems(items, parameters, TimestampsToReturn.Both)
      made.on('changed', (_, value, index) => {
        const { point } = tags[index]!
        if (this.#isOpen) this.#listener?.told(point.id, this.#readingOf(point, value))
      })
      return made
    })
    for (const [index, { statusCode }] of group.monitoredItems.entries())
      if (!isGood(statusCode)) refused.set(tags[index]!.point.id, statusFault(statusCode, true))
  }
}
