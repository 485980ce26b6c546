// An edge node as a host sees it: births, data and deaths in their order, each message counted. A message that is
// missing, or that fits no birth, makes all values faulty until the next birth. Sparkplug 3.0, chapters 5 and 6. Pure.
import type { DataType } from '../../core/data-type.ts'
import { type DeviceClock, DriverFault, type TagReading } from '../driver.ts'
import { SourceClock } from '../mqtt/source-clock.ts'
import { Device, type Tag } from './device.ts'
import { metricValue } from './metric-value.ts'
import { decodePayload, type Metric, type SparkplugPayload } from './payload.ts'
import { ProtobufFault } from './protobuf.ts'
import type { Kind } from './topic.ts'

/** The change by a message: of tags of a device, all of a device, or all of the node. `rebirth`: why one is needed. */
export type Effect = { device?: string; tags?: readonly Tag[]; isAll?: boolean; rebirth?: string }

const sequenceSize = 256
const maxDevices = 1000
/** Bytes of memory for all metrics of an edge node, about. */
const maxSize = 128 * 1024 * 1024
const maxLateMs = 60_000
/** The largest credible difference between two clocks. */
const maxAwayMs = 86_400_000

const offline = (reason: string): DriverFault => new DriverFault(1722, reason)

export class EdgeNode {
  readonly #devices = new Map<string, Device>()
  /** The size of all devices. */
  #size = 0
  readonly #clock = new SourceClock()
  /** Births up to this time of the edge node are known already. */
  readonly #bornAfter: number
  /** Why the node has no values; nothing after a birth. */
  #fault: DriverFault | undefined = offline('the edge node has published no birth: it is offline')
  #next = 0
  #bdSeq: number | undefined
  #isClockUsable = false
  #messageAt: number | undefined
  bornAt: number | undefined

  constructor(bornAfter = Number.NEGATIVE_INFINITY) {
    this.#bornAfter = bornAfter
  }

  get isBorn(): boolean {
    return this.#fault === undefined
  }

  get clock(): DeviceClock | undefined {
    return this.#clock.state
  }

  get deviceNames(): string[] {
    return [...this.#devices.keys()].filter((name) => name !== '')
  }

  /** A device that is online, or the edge node itself by an empty name; else the reason why there is none. */
  device(name: string): Device | DriverFault {
    if (this.#fault) return this.#fault
    const device = this.#devices.get(name)
    if (!device) return offline(`the device ${name} has published no birth: it is offline`)
    return device.fault ?? device
  }

  /** A message of the node; `now`: epoch ms by the gateway's clock. */
  accept(kind: Kind, device: string, bytes: Buffer, now: number): Effect {
    let payload: SparkplugPayload
    try {
      payload = decodePayload(bytes)
    } catch (error) {
      if (!(error instanceof ProtobufFault)) throw error
      return this.#lose(new DriverFault(1728, `${kind} cannot be decoded: ${error.message}`))
    }
    if (kind === 'NDEATH') return this.#die(payload)
    if (kind === 'NBIRTH') return this.#beBorn(payload, now)
    if (this.#fault) return { rebirth: `${kind} before a birth` }
    if (payload.seq !== this.#next)
      return this.#lose(
        new DriverFault(1712, `${kind} has number ${payload.seq} instead of ${this.#next}: messages are lost`),
      )
    // Its number may fit by chance.
    if (payload.at !== undefined && this.bornAt !== undefined && payload.at < this.bornAt)
      return this.#lose(new DriverFault(1712, `${kind} is older than the birth`))
    this.#next = (this.#next + 1) % sequenceSize
    this.#note(payload, now)
    if (kind === 'DBIRTH') return this.#beDeviceBorn(device, payload)
    if (kind === 'DDEATH') return this.#endDevice(device)
    return this.#update(kind === 'NDATA' ? '' : device, payload)
  }

  #beBorn(payload: SparkplugPayload, now: number): Effect {
    const { seq, at } = payload
    if (at !== undefined && (at === this.bornAt || this.#isKnown(at))) return {}
    if (at !== undefined && this.bornAt !== undefined && at < this.bornAt) {
      // Late, or the clock was set back: the next birth decides.
      this.bornAt = undefined
      return this.#lose(new DriverFault(1712, 'a birth that is older than the one before it'))
    }
    if (seq === undefined || seq >= sequenceSize)
      return this.#lose(new DriverFault(1719, 'NBIRTH has no valid sequence number'))
    const own = deviceOf(payload)
    if (own instanceof DriverFault) return this.#lose(own)
    this.#fault = undefined
    this.#next = (seq + 1) % sequenceSize
    this.#bdSeq = bdSeqOf(payload.metrics)
    this.bornAt = at
    this.#note(payload, now)
    // A birth of the node ends the births of its devices.
    this.#clear()
    return this.#add('', own) ?? { isAll: true }
  }

  /** Whether a birth was received by an earlier read, and is late. */
  #isKnown = (at: number): boolean => at <= this.#bornAfter && at > this.#bornAfter - maxLateMs

  /** The broker publishes a death when the connection of the node is lost; it names the birth that it ends. */
  #die({ metrics }: SparkplugPayload): Effect {
    const bdSeq = bdSeqOf(metrics)
    const isOther = this.isBorn && bdSeq !== undefined && this.#bdSeq !== undefined && bdSeq !== this.#bdSeq
    // The death of another birth is late or wrong. Only a new birth shows that the node is alive.
    if (isOther) return this.#lose(offline('a death that belongs to another birth'))
    this.#fault = offline('the edge node is offline (NDEATH)')
    return { isAll: true }
  }

  #lose(fault: DriverFault): Effect {
    const isNew = this.isBorn
    this.#fault = fault
    return { ...(isNew && { isAll: true }), rebirth: fault.message }
  }

  #beDeviceBorn(name: string, payload: SparkplugPayload): Effect {
    if (!this.#devices.has(name) && this.#devices.size > maxDevices)
      return this.#lose(new DriverFault(1711, `more than ${maxDevices} devices`))
    const device = deviceOf(payload)
    if (device instanceof DriverFault) return this.#lose(device)
    return this.#add(name, device) ?? { device: name, isAll: true }
  }

  #clear(): void {
    this.#devices.clear()
    this.#size = 0
  }

  #add(name: string, device: Device): Effect | undefined {
    this.#size += device.size - (this.#devices.get(name)?.size ?? 0)
    this.#devices.set(name, device)
    return this.#checkSize()
  }

  /** Forgets all metrics if they are too large. */
  #checkSize(): Effect | undefined {
    if (this.#size <= maxSize) return undefined
    this.#clear()
    return this.#lose(new DriverFault(1711, `the metrics need more than ${maxSize / 1024 / 1024} MB of memory`))
  }

  #endDevice(name: string): Effect {
    const device = this.#devices.get(name)
    if (!device) return {}
    device.fault = offline(`the device ${name} is offline (DDEATH)`)
    return { device: name, isAll: true }
  }

  #update(name: string, payload: SparkplugPayload): Effect {
    const device = this.#devices.get(name)
    // Its birth was lost, and perhaps one of the node too.
    if (!device || device.fault) return this.#lose(new DriverFault(1712, `data of ${name} before its birth`))
    const before = device.size
    const { changed, isKnown } = device.update(payload.metrics, payload.at)
    this.#size += device.size - before
    const tooLarge = this.#checkSize()
    if (tooLarge) return tooLarge
    if (!isKnown) return this.#lose(new DriverFault(1712, 'data of a metric that the birth lacks, or of another type'))
    return { device: name, tags: changed }
  }

  #note({ at }: SparkplugPayload, now: number): void {
    this.#messageAt = at
    this.#isClockUsable = at !== undefined && this.#clock.ageOf(at, now, maxAwayMs).doubt === undefined
  }

  /** The present state of a metric; `now`: epoch ms by the gateway's clock. */
  readingOf(deviceName: string, metric: string, dataType: DataType, now: number): TagReading {
    const device = this.device(deviceName)
    if (device instanceof DriverFault) return { fault: device }
    const tag = device.tag(metric)
    if (!tag) return { fault: new DriverFault(1715, `the birth has no metric ${metric}`) }
    if (tag.value instanceof DriverFault) return { fault: tag.value }
    try {
      const reading = { value: metricValue(tag.type, tag.value, dataType), agoMs: this.#ageOf(tag, now) }
      return tag.doubt ? { ...reading, doubt: tag.doubt } : reading
    } catch (error) {
      if (error instanceof DriverFault) return { fault: error }
      throw error
    }
  }

  #ageOf({ at }: Tag, now: number): number {
    const { state } = this.#clock
    if (at === undefined || !state || !this.#isClockUsable || this.#messageAt === undefined) return 0
    return Math.max(0, now + state.aheadMs - at)
  }
}

/** The device that a birth describes, or why the birth is not valid. */
function deviceOf({ metrics, at }: SparkplugPayload): Device | DriverFault {
  try {
    return new Device(metrics, at)
  } catch (error) {
    if (error instanceof DriverFault) return error
    throw error
  }
}

/** The number of a birth and of the death that ends it. */
function bdSeqOf(metrics: readonly Metric[]): number | undefined {
  const metric = metrics.find(({ name }) => name === 'bdSeq')
  return metric?.value?.kind === 'whole' ? Number(metric.value.whole) : undefined
}
