// A session with a broker: subscribes to the topics of the variables, reads single ones, and publishes commands.
import type { Value } from '../../core/data-type.ts'
import {
  type DeviceClock,
  DriverFault,
  isRefusal,
  type Point,
  type TagListener,
  type TagReading,
  type TagSession,
  type WatchedTag,
  type WriteAnswer,
} from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { parseTopicAddress } from './address.ts'
import { Arrivals } from './arrivals.ts'
import { Broker, type Message } from './broker.ts'
import { commandOf } from './command.ts'
import { subscribeFault } from './faults.ts'
import type { MqttParams } from './params.ts'
import { Reader, Topic, type TopicPoint } from './topic.ts'

/** Answers of a broker from this number on are refusals. */
const refusedFrom = 128
/** Longest time of a timer of the language. */
const maxTimerMs = 2_000_000_000

export class MqttSession implements TagSession {
  #broker: Broker | undefined
  readonly #topics = new Map<string, Topic>()
  #listener: TagListener | undefined
  #timer: NodeJS.Timeout | undefined
  #clock: DeviceClock | undefined
  readonly #arrivals = new Arrivals()

  static async open(params: MqttParams, signal: AbortSignal): Promise<MqttSession> {
    const session = new MqttSession()
    session.#broker = await Broker.open(params, signal, {
      onMessage: (message) => session.#receive(message),
      onEnd: (fault) => session.#end(fault),
    })
    return session
  }

  get isOpen(): boolean {
    return this.#broker?.isOpen ?? false
  }

  get clock(): DeviceClock | undefined {
    return this.#clock
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#listener = undefined
    await this.#broker?.close()
  }

  async watch(
    tags: readonly WatchedTag[],
    params: object,
    listener: TagListener,
  ): Promise<ReadonlyMap<number, DriverFault>> {
    this.#listener = listener
    const of = params as MqttParams
    const refused = new Map<number, DriverFault>()
    const wanted = byTopic(
      tags.map(({ point }) => point),
      refused,
    )
    const names = [...wanted.keys()]
    // Readers come first: a broker may send a retained message before its answer.
    const readers = names.map((name) => this.#addReader(name, new Reader(of, wanted.get(name)!)))
    const granted = await this.#connected().subscribe(names, of.qos, of.timeoutMs)
    for (const [index, name] of names.entries()) {
      const reader = readers[index]!
      if (granted[index]! >= refusedFrom) {
        for (const { point } of reader.points) refused.set(point.id, subscribeFault(granted[index]!, name))
        this.#removeReader(name, reader)
      } else if (!reader.hasMessage) this.#report(reader)
    }
    this.#watchSilence()
    return refused
  }

  #addReader(name: string, reader: Reader): Reader {
    const topic = this.#topics.get(name) ?? new Topic()
    this.#topics.set(name, topic)
    topic.add(reader)
    return reader
  }

  #removeReader(name: string, reader: Reader): void {
    const topic = this.#topics.get(name)
    topic?.remove(reader)
    if (topic?.readers.length === 0) this.#topics.delete(name)
  }

  #receive(message: Message): void {
    const topic = this.#topics.get(message.topic)
    if (!topic) return
    topic.accept(message)
    for (const reader of topic.readers) {
      if (!message.isRetained) this.#clock = reader.clock ?? this.#clock
      this.#report(reader)
    }
    this.#arrivals.notify()
  }

  #report(reader: Reader): void {
    for (const each of reader.points) this.#listener?.onReading(each.point.id, reader.readingOf(each))
  }

  /** Reports topics that have been silent for too long, and waits for the next one. */
  #watchSilence(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    let nextAt = Number.POSITIVE_INFINITY
    for (const topic of this.#topics.values())
      for (const reader of topic.readers) {
        if (reader.staleAt > now) nextAt = Math.min(nextAt, reader.staleAt)
        else if (!reader.isSilent) {
          reader.isSilent = true
          this.#report(reader)
        }
      }
    if (!this.isOpen) return
    const quickestMs = Math.min(...[...this.#topics.values()].flatMap(({ readers }) => readers.map(staleMsOf)))
    const waitMs = Math.min(nextAt - now, quickestMs, maxTimerMs)
    if (Number.isFinite(waitMs)) this.#timer = setTimeout(() => this.#watchSilence(), waitMs)
  }

  /** Reads topics: watched ones have their last message, others are subscribed to until a message arrives. */
  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as MqttParams
    const refused = new Map<number, DriverFault>()
    const wanted = byTopic(points, refused)
    const others = [...wanted.keys()].filter((name) => !this.#topics.has(name))
    const added: [name: string, reader: Reader][] = []
    const readings = new Map<Point, TagReading>()
    try {
      for (const [name, own] of wanted)
        if (!this.#readerOf(name, of)) added.push([name, this.#addReader(name, new Reader(of, own))])
      const faults = others.length > 0 ? await this.#await(others, of) : undefined
      for (const [name, own] of wanted) {
        const fault = faults?.get(name)
        const reader = this.#readerOf(name, of)!
        for (const each of own) readings.set(each.point, fault ? { fault } : reader.readingOf(each))
      }
    } finally {
      for (const [name, reader] of added) this.#removeReader(name, reader)
    }
    return points.map((point) => readings.get(point) ?? { fault: refused.get(point.id)! })
  }

  /** A reader of the topic that understands its messages as this driver does, and knows the age of the last one. */
  #readerOf(name: string, params: MqttParams): Reader | undefined {
    return this.#topics.get(name)?.readers.find((reader) => reader.isLike(params))
  }

  /** Subscribes to topics until each has a message, or the timeout. Returns the faults of topics without one. */
  async #await(names: readonly string[], { qos, timeoutMs }: MqttParams): Promise<Map<string, DriverFault>> {
    const broker = this.#connected()
    const faults = new Map<string, DriverFault>()
    const isComplete = () => names.every((name) => faults.has(name) || this.#topics.get(name)!.hasMessage)
    const granted = await broker.subscribe(names, qos, timeoutMs)
    for (const [index, name] of names.entries())
      if (granted[index]! >= refusedFrom) faults.set(name, subscribeFault(granted[index]!, name))
    const subscribed = names.filter((name) => !faults.has(name))
    await this.#arrivals.until(() => isComplete() || !this.isOpen, timeoutMs)
    if (!broker.isOpen) throw closedFault()
    for (const name of subscribed)
      if (!this.#topics.get(name)!.hasMessage)
        faults.set(name, new DriverFault(1714, `no message of ${name}, and no retained one`))
    // Messages that follow the answer belong to no read.
    if (subscribed.length > 0) await broker.unsubscribe(subscribed, timeoutMs)
    return faults
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as MqttParams
    let message: { topic: string; payload: string }
    try {
      message = commandOf(point, value, of)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    await this.#connected().publish(message.topic, message.payload, 1, of.timeoutMs)
    // The broker has the command. The next message of the device shows the effect.
    return { kind: 'accepted' }
  }

  #connected(): Broker {
    if (!this.#broker?.isOpen) throw closedFault()
    return this.#broker
  }

  #end(fault: DriverFault): void {
    clearTimeout(this.#timer)
    this.#arrivals.notify()
    this.#listener?.onEnd(fault)
  }
}

const staleMsOf = ({ params: { staleAfterS } }: Reader): number =>
  staleAfterS === 0 ? Number.POSITIVE_INFINITY : staleAfterS * 1000

/** Variables by topic; those without a valid address go to `refused`. */
function byTopic(points: readonly Point[], refused: Map<number, DriverFault>): Map<string, TopicPoint[]> {
  const wanted = new Map<string, TopicPoint[]>()
  for (const point of points) {
    const address = parseTopicAddress(point.address)
    if (isRefusal(address)) {
      refused.set(point.id, new DriverFault(1715, address.reason.en))
      continue
    }
    const own = wanted.get(address.topic) ?? []
    wanted.set(address.topic, own)
    own.push({ point, address })
  }
  return wanted
}
