// A session with an agent: reads objects in batches, writes with the type that the agent has, browses by walking.
import { setTimeout } from 'node:timers/promises'
import type { Value } from '../../core/data-type.ts'
import {
  type BrowsedPage,
  DriverFault,
  isRefusal,
  type Point,
  type TagReading,
  type TagSession,
  type WriteAnswer,
} from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { type OidAddress, parseOidAddress } from './address.ts'
import { Browser } from './browse.ts'
import type { ErrorStatus, SnmpClient } from './client.ts'
import { errorStatus, statusFault } from './faults.ts'
import type { SnmpParams } from './params.ts'
import { missingFault, objectValue, type Varbind, varbindOf } from './value.ts'

/** Objects whose types are remembered. */
const maxTypes = 10_000

export class SnmpSession implements TagSession {
  readonly #client: SnmpClient
  readonly #end = new AbortController()
  readonly #types = new Map<string, number>()
  readonly #browser: Browser
  /** Objects per request that the agent has not refused as too many. */
  #most = Number.POSITIVE_INFINITY

  constructor(client: SnmpClient) {
    this.#client = client
    this.#browser = new Browser(client)
  }

  get isOpen(): boolean {
    return this.#client.isOpen
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#client.close()
  }

  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as SnmpParams
    const addresses = points.map(({ address }) => parseOidAddress(address))
    const oids = new Set(addresses.flatMap((address) => (isRefusal(address) ? [] : [address.oid])))
    const objects = await this.#objects([...oids], of)
    return points.map((point, at) => readingOf(point, addresses[at]!, objects, of))
  }

  browse(node: string | undefined, from: number, params: object): Promise<BrowsedPage> {
    return this.#browser.page(node, from, params as SnmpParams)
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as SnmpParams
    let varbind: Varbind
    try {
      const address = parseOidAddress(point.address)
      if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
      const type = await this.#typeOf(address.oid, of)
      varbind = varbindOf(address.oid, type, value, address.form, of.encoding)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    try {
      await this.#client.set(varbind, of)
    } catch (error) {
      this.#types.delete(varbind.oid)
      throw error
    }
    return { kind: 'done' }
  }

  /** The type of an object, which a write repeats. */
  async #typeOf(oid: string, params: SnmpParams): Promise<number> {
    const known = this.#types.get(oid)
    if (known !== undefined) return known
    const object = (await this.#objects([oid], params)).get(oid)
    if (object instanceof DriverFault) throw object
    const missing = object ? missingFault(object) : new DriverFault(1719, 'the answer lacks the object')
    if (missing) throw missing
    await this.#pause(params)
    if (this.#types.size >= maxTypes) this.#types.clear()
    this.#types.set(oid, object!.type)
    return object!.type
  }

  /** Objects by identifier, each with its own fault. Throws a fault that concerns all. */
  async #objects(oids: readonly string[], params: SnmpParams): Promise<Map<string, Varbind | DriverFault>> {
    const objects = new Map<string, Varbind | DriverFault>()
    for (let at = 0; at < oids.length; ) {
      if (at > 0) await this.#pause(params)
      const batch = oids.slice(at, at + Math.max(1, Math.min(params.maxObjects, this.#most)))
      await this.#readBatch(batch, params, objects)
      at += batch.length
    }
    return objects
  }

  /** Reads one batch; in parts if the agent refuses it as a whole. */
  async #readBatch(
    oids: readonly string[],
    params: SnmpParams,
    objects: Map<string, Varbind | DriverFault>,
  ): Promise<void> {
    const answer = await this.#client.get(oids, params)
    if (!('status' in answer)) {
      for (const [at, oid] of oids.entries()) objects.set(oid, answer[at]!)
      return
    }
    if (oids.length === 1) {
      objects.set(oids[0]!, statusFault(answer.status))
      return
    }
    if (answer.status === errorStatus.tooBig) this.#most = Math.max(1, oids.length >> 1)
    const missing = missingOf(oids, answer)
    if (missing !== undefined) objects.set(missing, statusFault(answer.status))
    for (const part of missing === undefined ? halvesOf(oids) : [oids.filter((oid) => oid !== missing)]) {
      await this.#pause(params)
      await this.#readBatch(part, params, objects)
    }
  }

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: SnmpParams): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }
}

/** v1 refuses a request as a whole if one object is missing, and names that object. */
const missingOf = (oids: readonly string[], { status, oid }: ErrorStatus): string | undefined =>
  status === errorStatus.noSuchName && oid !== undefined && oids.includes(oid) ? oid : undefined

function halvesOf(oids: readonly string[]): (readonly string[])[] {
  const middle = oids.length >> 1
  return [oids.slice(0, middle), oids.slice(middle)]
}

function readingOf(
  point: Point,
  address: ReturnType<typeof parseOidAddress>,
  objects: ReadonlyMap<string, Varbind | DriverFault>,
  { encoding }: SnmpParams,
): TagReading {
  try {
    if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
    const { oid, form }: OidAddress = address
    const object = objects.get(oid)
    if (!object) throw new DriverFault(1719, 'the answer lacks the object')
    if (object instanceof DriverFault) throw object
    return { value: objectValue(object, point.dataType, form, encoding), agoMs: 0 }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}
