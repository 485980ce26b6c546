// A session with an OPC UA server: reads, watches by subscription, writes with the type of the server.
import type { DataValue } from 'node-opcua-client'
import type { Value } from '../../core/data-type.ts'
import {
  type ConfiguredDriver,
  DriverFault,
  type Point,
  type TagListener,
  type TagReading,
  type WatchedTag,
  type WatchingSession,
  type WriteAnswer,
} from '../driver.ts'
import { standardUri } from './address.ts'
import { withTimeout } from './bounded.ts'
import { browsePage } from './browse.ts'
import { faultOf, type OpcUaConnection } from './client.ts'
import { learn } from './learn.ts'
import { Limits } from './limits.ts'
import { Namespaces } from './namespaces.ts'
import type { OpcUaParams } from './params.ts'
import { isGood, isUncertain, statusFault } from './status.ts'
import { ourValueOf, type RawVariant, variantOf } from './variant.ts'
import { Watching } from './watching.ts'

// Loaded with the first connection, so that programs without OPC UA do not load it.
const { AttributeIds, findBasicDataType, Variant, VariantArrayType } = await import('node-opcua-client')

// After this many consecutive timeouts the connection counts as broken.
const timeoutsUntilBroken = 3

/** Standard nodes with facts about the server itself. */
const serverNodes = {
  time: 'i=2258',
  namespaces: 'i=2255',
  nodesPerRead: 'i=11705',
  nodesPerBrowse: 'i=11710',
  itemsPerCall: 'i=11714',
  itemsPerSubscription: 'i=24104',
} as const

/** The driver's own folder, and the drivers that the session serves. */
type SessionHome = { home: string; drivers: readonly ConfiguredDriver[] }

type ReadNode = { nodeId: string; attributeId: number }

export class OpcUaSession implements WatchingSession {
  readonly #connected: OpcUaConnection
  readonly #home: SessionHome
  readonly #endpointUrl: string
  readonly #limits = new Limits()
  readonly #watching: Watching
  #namespaces = new Namespaces([], new Map())
  #isOpen = true
  #timeouts = 0
  /** How far the server's clock is ahead of the gateway's, in ms. */
  #aheadMs = 0
  #silence: NodeJS.Timeout | undefined
  #listener: TagListener | undefined
  /** The watched points by id. */
  readonly #watched = new Map<number, Point>()
  readonly #types = new Map<string, number>()

  private constructor(connected: OpcUaConnection, { endpointUrl }: OpcUaParams, home: SessionHome) {
    this.#connected = connected
    this.#endpointUrl = endpointUrl
    this.#home = home
    this.#watching = new Watching({
      session: connected.session,
      limits: this.#limits,
      onEnd: (fault) => this.#end(fault),
      onValue: (id, value) => {
        const point = this.#watched.get(id)
        if (this.#isOpen && point) this.#listener?.onReading(id, this.#readingOf(point, value))
      },
    })
    const end = () => this.#end(new DriverFault(1722, 'the connection was closed', true))
    connected.client.on('connection_lost', end).on('close', end)
    connected.session.on('session_closed', end)
  }

  static async begin(connected: OpcUaConnection, params: OpcUaParams, home: SessionHome): Promise<OpcUaSession> {
    const session = new OpcUaSession(connected, params, home)
    try {
      await session.#learnServer(params.timeoutMs)
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
    const readings = new Map<Point, TagReading>()
    const nodes = points.flatMap((point) => {
      const nodeId = this.#nodeIdOf(point)
      if (typeof nodeId === 'string') return [{ point, nodeId, attributeId: AttributeIds.Value }]
      readings.set(point, { fault: nodeId })
      return []
    })
    const values = await this.#readAll(nodes, timeoutMs)
    for (const [index, { point }] of nodes.entries()) readings.set(point, this.#readingOf(point, values[index]!))
    return points.map((point) => readings.get(point)!)
  }

  async watch(
    tags: readonly WatchedTag[],
    params: object,
    listener: TagListener,
  ): Promise<ReadonlyMap<number, DriverFault>> {
    const { timeoutMs } = params as OpcUaParams
    this.#listener = listener
    // The server may have added a missing namespace since the last watch.
    if (tags.some(({ point }) => this.#namespaces.isMissing(point))) await this.#learnNamespaces(timeoutMs)
    const unknown = new Map<number, DriverFault>()
    const items = tags.flatMap(({ point, periodMs }) => {
      const nodeId = this.#nodeIdOf(point)
      this.#watched.set(point.id, point)
      if (typeof nodeId === 'string') return [{ id: point.id, nodeId, periodMs }]
      unknown.set(point.id, nodeId)
      return []
    })
    if (items.length === 0) return unknown
    const refused = await this.#watching.watch(items, (act) => this.#ask(timeoutMs, act))
    const { checkMs } = this.#watching
    // Undefined if the server accepts no further subscription.
    if (checkMs !== undefined)
      this.#silence ??= setInterval(() => {
        const fault = this.#watching.silence(timeoutMs)
        if (fault) this.#end(fault)
      }, checkMs)
    return new Map([...unknown, ...refused])
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const { timeoutMs } = params as OpcUaParams
    let nodeId: string
    let written: { dataType: number; value: unknown }
    try {
      nodeId = this.#namespaces.writableNodeIdOf(point)
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
    return browsePage(
      {
        session: this.#connected.session,
        limits: this.#limits,
        namespaces: this.#namespaces,
        ask: (act) => this.#ask(timeoutMs, act),
      },
      node,
      from,
    )
  }

  async close(): Promise<void> {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    this.#listener = undefined
    clearInterval(this.#silence)
    const { client, session } = this.#connected
    if (wasOpen) await withTimeout(session.close(true), 1000).catch(() => undefined)
    await withTimeout(client.disconnect(), 1000).catch(() => undefined)
  }

  #end(fault: DriverFault): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearInterval(this.#silence)
    this.#listener?.onEnd(fault)
  }

  /** Runs one request within its timeout. Throws a `DriverFault`. */
  async #ask<T>(timeoutMs: number, act: () => Promise<T>): Promise<T> {
    if (!this.#isOpen) throw new DriverFault(1722, 'the connection was closed', true)
    try {
      const answer = await withTimeout(act(), timeoutMs)
      this.#timeouts = 0
      return answer
    } catch (error) {
      const fault = faultOf(error)
      if (fault.code !== 1714) throw fault
      throw ++this.#timeouts >= timeoutsUntilBroken ? fault.asBroken() : fault
    }
  }

  #nodeIdOf(point: Point): string | DriverFault {
    try {
      return this.#namespaces.nodeIdOf(point)
    } catch (error) {
      return faultOf(error)
    }
  }

  #readAll(nodes: readonly ReadNode[], timeoutMs: number): Promise<DataValue[]> {
    const { session } = this.#connected
    return this.#limits.split('read', nodes, (part) => this.#ask(timeoutMs, () => session.read(part)))
  }

  /** Reads the server's clock, which dates the values and may be wrong, its limits and its namespaces. */
  async #learnServer(timeoutMs: number): Promise<void> {
    const from = Date.now()
    const nodes = Object.values(serverNodes).map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value }))
    const values = await this.#readAll(nodes, timeoutMs)
    const published = (node: keyof typeof serverNodes): unknown =>
      values[Object.keys(serverNodes).indexOf(node)]?.value?.value
    const at = published('time')
    if (at instanceof Date) this.#aheadMs = at.getTime() - (from + Date.now()) / 2
    this.#limits.publish('read', published('nodesPerRead'))
    this.#limits.publish('browse', published('nodesPerBrowse'))
    this.#limits.publish('monitor', published('itemsPerCall'))
    this.#limits.publishItems(published('itemsPerSubscription'))
    await this.#setNamespaces(published('namespaces'))
  }

  async #learnNamespaces(timeoutMs: number): Promise<void> {
    const nodes = [{ nodeId: serverNodes.namespaces, attributeId: AttributeIds.Value }]
    const [read] = await this.#readAll(nodes, timeoutMs)
    await this.#setNamespaces(read?.value?.value)
  }

  /** A server that publishes none has only the standard namespace. Throws if the server has renumbered them. */
  async #setNamespaces(read: unknown): Promise<void> {
    const next = Array.isArray(read) ? read.map(String) : [standardUri]
    if (this.#namespaces.uris.some((uri, index) => next[index] !== uri))
      throw new DriverFault(1722, 'the server has renumbered its namespaces', true)
    const learnt = await learn(this.#home.home, this.#endpointUrl, this.#home.drivers, next)
    this.#namespaces = new Namespaces(next, learnt)
  }

  #readingOf({ dataType }: Point, { statusCode, value, sourceTimestamp }: DataValue): TagReading {
    const fault = isGood(statusCode) ? undefined : statusFault(statusCode, true)
    if (fault && !isUncertain(statusCode)) return { fault }
    try {
      const sourceAt = sourceTimestamp?.getTime()
      const agoMs = sourceAt === undefined ? 0 : Date.now() + this.#aheadMs - sourceAt
      const reading = { value: ourValueOf(value as unknown as RawVariant, dataType), agoMs }
      return fault ? { ...reading, doubt: fault } : reading
    } catch (error) {
      return { fault: fault ?? faultOf(error) }
    }
  }

  /** The type of a node on the server: that of its value, else the base type of its data type. */
  async #typeOf(nodeId: string, timeoutMs: number): Promise<number> {
    const known = this.#types.get(nodeId)
    if (known !== undefined) return known
    const { session } = this.#connected
    const attributes = [AttributeIds.Value, AttributeIds.DataType].map((attributeId) => ({ nodeId, attributeId }))
    const [value, dataType] = await this.#readAll(attributes, timeoutMs)
    if (!isGood(dataType!.statusCode)) throw statusFault(dataType!.statusCode, true)
    if (value!.value && value!.value.arrayType !== 0)
      throw new DriverFault(1716, 'the variable is an array; arrays cannot be written')
    const type: number =
      value!.value?.dataType || (await this.#ask(timeoutMs, () => findBasicDataType(session, dataType!.value.value)))
    this.#types.set(nodeId, type)
    return type
  }
}
