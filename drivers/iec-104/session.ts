// A session with the stations behind one connection: watches, reads and writes.
import type { Value } from '../../core/data-type.ts'
import {
  type ConfiguredDriver,
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
import { closedFault } from '../modbus-tcp/faults.ts'
import { parseTagAddress } from './address.ts'
import { eachObject, type Head, headOf } from './asdu.ts'
import { causes, systemTypes } from './causes.ts'
import type { Channel } from './channel.ts'
import type { Iec104Params } from './params.ts'
import { Reader } from './reader.ts'
import { layoutOf, reportAt } from './report.ts'
import { Requester } from './requester.ts'
import { Stations } from './stations.ts'
import { timeTagBytes } from './time.ts'
import { Writer } from './writer.ts'

export class Iec104Session implements TagSession {
  readonly #channel: Channel
  readonly #params: Iec104Params
  readonly #requester: Requester
  readonly #stations: Stations
  readonly #reader: Reader
  readonly #writer: Writer
  /** Readable points of the drivers that are not watched yet. */
  readonly #unwatched: Set<number>
  /** Timers of the clock synchronisation by common address. */
  readonly #clockTimers = new Map<number, NodeJS.Timeout>()

  constructor(channel: Channel, params: Iec104Params, drivers: readonly ConfiguredDriver[]) {
    this.#channel = channel
    this.#params = params
    const points = drivers.flatMap((driver) => driver.points)
    this.#unwatched = new Set(points.filter(({ access }) => access !== 'w').map(({ id }) => id))
    this.#requester = new Requester(channel, params.originator)
    this.#stations = new Stations(this.#requester, {
      acked: () => channel.acked,
      onSilence: (fault) => channel.fail(fault),
      isFilling: () => this.#unwatched.size > 0,
    })
    this.#reader = new Reader(this.#stations, this.#requester)
    this.#writer = new Writer(this.#stations, this.#requester)
    channel.onAsdu = (asdu) => this.#receive(asdu)
    channel.onEnd = (fault) => this.#lost(fault)
  }

  get isOpen(): boolean {
    return this.#channel.isOpen
  }

  get clock(): DeviceClock | undefined {
    return this.#stations.clock.state
  }

  read(points: readonly Point[], params: object): Promise<TagReading[]> {
    return this.#reader.read(points, params as Iec104Params)
  }

  async watch(
    tags: readonly WatchedTag[],
    params: object,
    listener: TagListener,
  ): Promise<ReadonlyMap<number, DriverFault>> {
    if (!this.isOpen) throw closedFault()
    const own = params as Iec104Params
    const refused = new Map<number, DriverFault>()
    const commonAddresses = new Set<number>()
    this.#stations.listener = listener
    for (const { point } of tags) {
      this.#unwatched.delete(point.id)
      const address = parseTagAddress(point.address, own)
      if (isRefusal(address) || !address.state) {
        refused.set(point.id, new DriverFault(1715, `no address of a reported object: ${point.address}`))
        continue
      }
      this.#stations.watch({ point, kind: address.state.kind, zone: own.zone }, address)
      commonAddresses.add(address.commonAddress)
    }
    this.#stations.replay()
    for (const commonAddress of commonAddresses) {
      this.#stations.interrogate(commonAddress, own)
      this.#synchronize(commonAddress, own)
    }
    return refused
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    return this.#writer.write(point, value, params as Iec104Params, mayStart)
  }

  async close(): Promise<void> {
    this.#end(closedFault())
    await this.#channel.close(this.#params.timeoutMs)
  }

  #lost(fault: DriverFault): void {
    const { listener } = this.#stations
    this.#end(fault)
    listener?.onEnd(fault)
  }

  #end(fault: DriverFault): void {
    this.#stations.close()
    this.#requester.failAll(fault)
    for (const timer of this.#clockTimers.values()) clearInterval(timer)
    this.#clockTimers.clear()
  }

  /** Throws 1712 if the ASDU has another length than its objects. */
  #receive(asdu: Buffer): void {
    const head = headOf(asdu)
    const layout = layoutOf(head.type)
    if (!layout) return this.#receiveSystem(asdu, head)
    const accepts = !head.isTest && isReported(head.cause)
    eachObject(asdu, head, layout.objectBytes, (address, at) => {
      if (accepts) this.#stations.accept(head.commonAddress, address, reportAt(asdu, at, layout), head.cause)
    })
  }

  #receiveSystem(asdu: Buffer, head: Head): void {
    if (head.isTest) return
    if (head.type === systemTypes.endOfInit) this.#stations.restarted(head.commonAddress)
    else this.#requester.settle(head, asdu)
  }

  /** Sets the clock of a station now and periodically, if the parameters say so. */
  #synchronize(commonAddress: number, { clockMinutes, zone, timeoutMs }: Iec104Params): void {
    if (clockMinutes === 0 || this.#clockTimers.has(commonAddress)) return
    const request = { type: systemTypes.clock, commonAddress, address: 0 }
    const send = async () => {
      const order = () => ({ ...request, element: timeTagBytes(Date.now(), zone) })
      // The next one follows; a lost connection is reported by `onEnd`.
      const activation = await this.#requester.start(order, timeoutMs).catch(() => undefined)
      if (activation) this.#requester.release(activation)
    }
    this.#clockTimers.set(commonAddress, setInterval(send, clockMinutes * 60_000))
    void send()
  }
}

/** Whether values with this cause are those of the process. */
const isReported = (cause: number): boolean =>
  cause === causes.spontaneous ||
  cause === causes.periodic ||
  cause === causes.background ||
  cause === causes.request ||
  cause === causes.returnRemote ||
  cause === causes.returnLocal ||
  (cause >= causes.interrogated && cause <= causes.lastCounterGroup)
