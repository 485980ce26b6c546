// Answers reads: of watched objects from their last report, of others by an interrogation, or all by read commands.
import { DriverFault, type Point, type TagReading } from '../driver.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { withTimeout } from '../opc-ua/bounded.ts'
import { addressOf } from './address.ts'
import { causes, systemTypes } from './causes.ts'
import { neverReported } from './faults.ts'
import type { Entry } from './image.ts'
import type { Kind } from './kinds.ts'
import type { Iec104Params } from './params.ts'
import type { Requester } from './requester.ts'
import type { Stations } from './stations.ts'

/** An object to read. `number`: its report must be later than the request of this number; `fault`: why there is none. */
type Wanted = {
  point: Point
  commonAddress: number
  address: number
  kind: Kind | undefined
  entry: Entry
  isWatched: boolean
  number: number
  fault: DriverFault | undefined
}

/** Read commands that wait for their answers at the same time. */
const maxCommands = 8

export class Reader {
  readonly #stations: Stations
  readonly #requester: Requester

  constructor(stations: Stations, requester: Requester) {
    this.#stations = stations
    this.#requester = requester
  }

  /** Throws a fault that concerns the connection, or a read command that nothing answers. */
  async read(points: readonly Point[], params: Iec104Params): Promise<TagReading[]> {
    const wanted = points.map((point) => this.#want(point, params))
    const objects = wanted.filter((each): each is Wanted => !(each instanceof DriverFault))
    try {
      if (params.readCommand) await this.#command(objects, params)
      else await this.#interrogate(objects, params)
      return wanted.map((each) => (each instanceof DriverFault ? { fault: each } : this.#readingOf(each, params)))
    } finally {
      for (const { commonAddress, address } of objects) this.#stations.image.release(commonAddress, address)
    }
  }

  #want(point: Point, params: Iec104Params): Wanted | DriverFault {
    try {
      const { commonAddress, state } = addressOf(point, params)
      if (!state) throw new DriverFault(1720, 'a command has no value to read')
      const entry = this.#stations.image.hold(commonAddress, state.address)
      const place = { commonAddress, address: state.address, kind: state.kind }
      return { point, ...place, entry, isWatched: entry.tags.length > 0, number: 0, fault: undefined }
    } catch (error) {
      return faultOf(error)
    }
  }

  #readingOf({ point, kind, entry, isWatched, number, fault }: Wanted, { zone }: Iec104Params): TagReading {
    if (fault) return { fault }
    const isFresh = number > 0 ? entry.acked >= number : isWatched && entry.isCurrent
    if (!entry.report || !isFresh) return { fault: neverReported('the station has not reported this object') }
    return this.#stations.readingAt(entry, { point, kind, zone })
  }

  /** Interrogates the stations of objects that are not watched. */
  async #interrogate(objects: readonly Wanted[], params: Iec104Params): Promise<void> {
    for (const commonAddress of new Set(objects.map((object) => object.commonAddress))) {
      const own = objects.filter((object) => object.commonAddress === commonAddress)
      const interrogation = this.#stations.interrogationOf(commonAddress, params)
      const unwatched = own.filter(({ isWatched }) => !isWatched)
      if (unwatched.length > 0) {
        const result = await interrogation.fresh(params).catch((error: unknown) => faultOf(error))
        if (result instanceof DriverFault && result.broken) throw result
        for (const object of unwatched) {
          if (result instanceof DriverFault) object.fault = result
          else object.number = result
        }
      } else if (own.some(({ entry }) => !entry.isCurrent))
        await withTimeout(interrogation.idle(), params.timeoutMs).catch(() => undefined)
    }
  }

  /** Sends a read command for each object, a few at a time. */
  async #command(objects: readonly Wanted[], params: Iec104Params): Promise<void> {
    for (let at = 0; at < objects.length; at += maxCommands) {
      const batch = objects.slice(at, at + maxCommands)
      await Promise.all(batch.map((object) => this.#commandOne(object, params)))
      const faults = batch.map(({ fault }) => fault)
      const fault = faults.find((each) => each?.broken) ?? (faults.every((each) => each?.code === 1714) && faults[0])
      if (fault) throw fault
    }
  }

  async #commandOne(object: Wanted, { timeoutMs }: Iec104Params): Promise<void> {
    const { commonAddress, address, entry } = object
    const order = {
      ...{ type: systemTypes.read, cause: causes.request, commonAddress, address, element: Buffer.alloc(0) },
      refused: () => new DriverFault(1715, 'the station refuses to read this object (negative confirmation)'),
    }
    try {
      const activation = await this.#requester.start(() => order, timeoutMs)
      object.number = activation.key.number
      const check = () => {
        if (entry.acked >= object.number) activation.confirmed.set()
      }
      entry.waiting.add(check)
      try {
        await activation.confirmed.wait(timeoutMs, 'the station does not answer the read command')
      } finally {
        entry.waiting.delete(check)
        this.#requester.release(activation)
      }
    } catch (error) {
      object.fault = faultOf(error)
    }
  }
}
