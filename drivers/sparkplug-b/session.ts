// A session of a Sparkplug B host application: follows the edge nodes of its drivers, and sends them commands.
import type { Value } from '../../core/data-type.ts'
import {
  type BrowsedPage,
  type DeviceClock,
  DriverFault,
  type Point,
  type TagListener,
  type TagReading,
  type WatchedTag,
  type WatchingSession,
  type WriteAnswer,
} from '../driver.ts'
import { closedFault, faultOf, unreachableFault } from '../modbus-tcp/faults.ts'
import { Arrivals } from '../mqtt/arrivals.ts'
import { Broker, type Message } from '../mqtt/broker.ts'
import { subscribeFault } from '../mqtt/faults.ts'
import { browsePage } from './browse.ts'
import { commandOf, rebirthCommand } from './command.ts'
import type { EdgeNode } from './edge-node.ts'
import { HostNode, hasDevices, type MetricPoint, metricPoint } from './host-node.ts'
import { HostState } from './host-state.ts'
import type { SparkplugParams } from './params.ts'
import { commandTopic, filtersOf, type NodeName, nodeKey, parseTopic } from './topic.ts'

/** Answers of a broker from this number on are refusals. */
const refusedFrom = 128
/** Longest wait for births when variables are first watched. */
const maxBirthMs = 1000
/** When no further device is born for this time, all are counted as known. */
const quietMs = 300
const maxKnownBirths = 100

const nameOf = ({ groupId, edgeNodeId }: SparkplugParams): NodeName => ({ group: groupId, node: edgeNodeId })

export class SparkplugSession implements WatchingSession {
  #broker: Broker | undefined
  #state: HostState | undefined
  readonly #nodes = new Map<string, HostNode>()
  /** Times of births that single reads have received, so that a late copy of one is no answer to the next. */
  readonly #births = new Map<string, number>()
  #listener: TagListener | undefined
  #clock: DeviceClock | undefined
  readonly #arrivals = new Arrivals()
  /** The edge node of the list that is being browsed. */
  #browsed: { key: string; edge: EdgeNode } | undefined

  static async open(params: SparkplugParams, signal: AbortSignal, hasState: boolean): Promise<SparkplugSession> {
    const session = new SparkplugSession()
    const state = hasState ? HostState.of(params) : undefined
    const events = {
      onMessage: (message: Message) => session.#receive(message),
      onEnd: (fault: DriverFault) => session.#end(fault),
    }
    const broker = await Broker.open(params, signal, events, state?.will)
    session.#broker = broker
    session.#state = state
    const onAbort = () => void broker.end(unreachableFault('stopped'))
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal.aborted) onAbort()
      await state?.publish(broker)
    } catch (error) {
      state?.stop()
      await broker.close()
      throw error
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
    return session
  }

  get isOpen(): boolean {
    return this.#broker?.isOpen ?? false
  }

  get clock(): DeviceClock | undefined {
    return this.#clock
  }

  async close(): Promise<void> {
    this.#listener = undefined
    for (const node of this.#nodes.values()) node.stop()
    if (this.#broker) await this.#state?.leave(this.#broker)
    await this.#broker?.close()
  }

  async watch(
    tags: readonly WatchedTag[],
    params: object,
    listener: TagListener,
  ): Promise<ReadonlyMap<number, DriverFault>> {
    this.#listener = listener
    const refused = new Map<number, DriverFault>()
    const points = tags.flatMap(({ point }) => metricPoint(point, refused))
    const node = await this.#join(params as SparkplugParams, points)
    node.add(points)
    for (const each of points) listener.onReading(each.point.id, node.readingOf(each))
    return refused
  }

  /** Follows the edge node of a driver from now on; waits a moment for its births. */
  async #join(params: SparkplugParams, points: readonly MetricPoint[]): Promise<HostNode> {
    const name = nameOf(params)
    const known = this.#nodes.get(nodeKey(name))
    if (known) return known
    const node = await this.#follow(name, params.timeoutMs)
    node.requestBirth()
    await this.#until(() => hasDevices(node.edge, points), Math.min(params.timeoutMs, maxBirthMs))
    return node
  }

  /** Subscribes to an edge node. Messages count from the answer of the broker on. */
  async #follow(name: NodeName, timeoutMs: number): Promise<HostNode> {
    const broker = this.#connected()
    const filters = filtersOf(name)
    const granted = await broker.subscribe(filters, 1, timeoutMs)
    const refused = granted.findIndex((each) => each >= refusedFrom)
    if (refused >= 0) throw subscribeFault(granted[refused]!, filters[refused]!)
    const key = nodeKey(name)
    const node = new HostNode(name, () => this.#sendRebirth(name, timeoutMs), this.#births.get(key))
    this.#nodes.set(key, node)
    return node
  }

  #sendRebirth(name: NodeName, timeoutMs: number): void {
    // Without a connection the session ends; its successor requests the birth.
    this.#broker?.publish(commandTopic(name, ''), rebirthCommand(), 0, timeoutMs).catch(() => undefined)
  }

  #receive(message: Message): void {
    if (message.topic === this.#state?.topic) return this.#state.correct(this.#connected(), message)
    const topic = parseTopic(message.topic)
    const node = topic && this.#nodes.get(nodeKey(topic))
    // Edge nodes never publish retained messages of these kinds: the age of such a message is unknown.
    if (!topic || !node || message.isRetained) return
    const effect = node.edge.accept(topic.kind, topic.device, message.payload, Date.now())
    this.#clock = node.edge.clock ?? this.#clock
    for (const each of node.changedBy(effect)) this.#listener?.onReading(each.point.id, node.readingOf(each))
    if (effect.rebirth !== undefined) node.requestBirth()
    else if (topic.kind === 'NBIRTH' && node.edge.isBorn) node.settle()
    this.#arrivals.notify()
  }

  /** The last values of an edge node that is followed; of another one after a birth that is requested now. */
  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as SparkplugParams
    const refused = new Map<number, DriverFault>()
    const wanted = points.flatMap((point) => metricPoint(point, refused))
    const known = this.#nodes.get(nodeKey(nameOf(of)))
    const readingOf = (node: HostNode) => new Map(wanted.map((each) => [each.point, node.readingOf(each)]))
    const readings = known
      ? readingOf(known)
      : await this.#once(of, (edge) => this.#until(() => hasDevices(edge, wanted), of.timeoutMs), readingOf)
    return points.map((point) => readings.get(point) ?? { fault: refused.get(point.id)! })
  }

  /** Requests a birth, waits for it, and leaves the edge node again. Throws 1714 without a birth. */
  async #once<T>(
    params: SparkplugParams,
    wait: (edge: EdgeNode) => Promise<void>,
    use: (node: HostNode) => T,
  ): Promise<T> {
    const name = nameOf(params)
    const key = nodeKey(name)
    const node = await this.#follow(name, params.timeoutMs)
    try {
      this.#sendRebirth(name, params.timeoutMs)
      await wait(node.edge)
      this.#connected()
      if (node.edge.bornAt !== undefined) this.#noteBirth(key, node.edge.bornAt)
      const result = use(node)
      const isBorn = node.edge.isBorn
      await this.#connected().unsubscribe(filtersOf(name), params.timeoutMs)
      if (!isBorn) throw new DriverFault(1714, `the edge node ${key} has published no birth on request`)
      return result
    } finally {
      node.stop()
      this.#nodes.delete(key)
    }
  }

  #noteBirth(key: string, at: number): void {
    if (this.#births.size >= maxKnownBirths) this.#births.clear()
    this.#births.set(key, at)
  }

  #until(isComplete: () => boolean, timeoutMs: number): Promise<void> {
    return this.#arrivals.until(() => isComplete() || !this.isOpen, timeoutMs)
  }

  /** Waits for the birth of a node, and until no further device is born. */
  async #quiet(edge: EdgeNode, timeoutMs: number): Promise<void> {
    const until = performance.now() + timeoutMs
    await this.#until(() => edge.isBorn, timeoutMs)
    for (let count = -1; count !== edge.deviceNames.length && performance.now() < until; ) {
      count = edge.deviceNames.length
      await this.#until(() => edge.deviceNames.length !== count, quietMs)
    }
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as SparkplugParams
    let command: { topic: string; payload: Buffer }
    try {
      const refused = new Map<number, DriverFault>()
      const points = metricPoint(point, refused)
      if (points.length === 0) throw refused.get(point.id)
      const node = await this.#join(of, points)
      command = commandOf(node, points[0]!, value)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    // Commands have QoS 0 by the standard. The next data of the metric shows whether it was executed.
    await this.#connected().publish(command.topic, command.payload, 0, of.timeoutMs)
    return { kind: 'accepted' }
  }

  /** The metrics of the births. A birth of an edge node that is not followed is requested for the first page. */
  async browse(node: string | undefined, from: number, params: object): Promise<BrowsedPage> {
    const of = params as SparkplugParams
    const key = nodeKey(nameOf(of))
    const followed = this.#nodes.get(key)?.edge
    const known = followed ?? (this.#browsed?.key === key ? this.#browsed.edge : undefined)
    if (known?.isBorn) return browsePage(known, node, from)
    const edge = await this.#once(
      of,
      (born) => this.#quiet(born, of.timeoutMs),
      (each) => each.edge,
    )
    this.#browsed = { key, edge }
    return browsePage(edge, node, from)
  }

  #connected(): Broker {
    if (!this.#broker?.isOpen) throw closedFault()
    return this.#broker
  }

  #end(fault: DriverFault): void {
    this.#state?.stop()
    for (const node of this.#nodes.values()) node.stop()
    this.#arrivals.notify()
    this.#listener?.onEnd(fault)
  }
}
