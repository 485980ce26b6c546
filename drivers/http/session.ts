// A session with an HTTP server: one request for each path and cycle, each on a connection of its own.
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Value } from '../../core/data-type.ts'
import {
  type DeviceClock,
  DriverFault,
  isRefusal,
  type Point,
  type TagReading,
  type TagSession,
  type WriteAnswer,
} from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { parseHttpAddress } from './address.ts'
import { within } from './deadline.ts'
import { dial } from './dial.ts'
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts'
import { writeFault } from './faults.ts'
import type { HttpParams } from './params.ts'
import { type Addressed, clockOf, readingsOf } from './reading.ts'
import { readRequest, writeRequest } from './request.ts'

const timeout = 1714
/** Number of timeouts without any answer after which the server counts as silent. */
const timeoutsUntilSilent = 2
const maxRedirects = 3
const redirects: readonly number[] = [301, 302, 303, 307, 308]

export class HttpSession implements TagSession {
  readonly #end = new AbortController()
  /** Paths that did not answer in time at their last reading; they are read after the others. */
  readonly #slow = new Set<string>()
  #clock: DeviceClock | undefined

  get isOpen(): boolean {
    return !this.#end.signal.aborted
  }

  get clock(): DeviceClock | undefined {
    return this.#clock
  }

  async close(): Promise<void> {
    this.#end.abort()
  }

  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    const of = params as HttpParams
    const readings = new Map<Point, TagReading>()
    const byPath = new Map<string, Addressed[]>()
    for (const point of points) {
      const address = parseHttpAddress(point.address)
      if (isRefusal(address)) readings.set(point, { fault: new DriverFault(1715, address.reason.en) })
      else {
        const own = byPath.get(address.path) ?? []
        byPath.set(address.path, own)
        own.push({ point, address })
      }
    }
    for (const [path, own] of await this.#readPaths(byPath, of))
      for (const [at, { point }] of byPath.get(path)!.entries()) readings.set(point, own[at]!)
    return points.map((point) => readings.get(point)!)
  }

  async write(point: Point, value: Value, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const of = params as HttpParams
    let request: HttpRequest
    let socket: Socket
    try {
      const address = parseHttpAddress(point.address)
      if (isRefusal(address)) throw new DriverFault(1715, address.reason.en)
      request = writeRequest(address, value, point.dataType, of)
      socket = await within(of.timeoutMs, this.#end.signal, (signal) => dial(request.url, of, signal))
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen || !mayStart()) {
      socket.destroy()
      return this.isOpen ? { kind: 'expired' } : { kind: 'unsent', fault: closedFault() }
    }
    const { status, location } = await within(of.timeoutMs, this.#end.signal, (signal) =>
      exchange(socket, request, of.maxKib * 1024, signal),
    ).catch((error: unknown) => {
      // The server may have executed the write, whatever became of its answer.
      throw faultOf(error).asBroken()
    })
    const fault = writeFault(status, location)
    if (fault) throw fault
    return { kind: status === 202 ? 'accepted' : 'done' }
  }

  /** The readings of each path. Throws a fault that concerns all: the server cannot be reached, or is silent. */
  async #readPaths(
    byPath: ReadonlyMap<string, readonly Addressed[]>,
    params: HttpParams,
  ): Promise<Map<string, TagReading[]>> {
    const readings = new Map<string, TagReading[]>()
    const paths = [...byPath.keys()].sort((a, b) => Number(this.#slow.has(a)) - Number(this.#slow.has(b)))
    let timeouts = 0
    for (const [at, path] of paths.entries()) {
      if (at > 0) await this.#pause(params)
      const tags = byPath.get(path)!
      try {
        const answer = await this.#ask(readRequest(path, params), params)
        this.#slow.delete(path)
        const now = Date.now()
        this.#clock = clockOf(answer, now)
        readings.set(path, readingsOf(answer, tags, params, now))
      } catch (error) {
        const fault = faultOf(error)
        if (fault.code === timeout) {
          this.#slow.add(path)
          timeouts++
        }
        const isSilent = timeouts === readings.size + 1 && timeouts >= Math.min(timeoutsUntilSilent, paths.length)
        if (fault.broken || isSilent) throw fault
        readings.set(
          path,
          tags.map(() => ({ fault })),
        )
      }
    }
    return readings
  }

  /** The answer to a request; a redirect to the same server is followed if the driver permits it. */
  #ask(request: HttpRequest, params: HttpParams): Promise<HttpAnswer> {
    return within(params.timeoutMs, this.#end.signal, async (signal) => {
      for (let next = request, turns = 0; ; turns++) {
        const socket = await dial(next.url, params, signal).catch((error: unknown) => {
          const fault = faultOf(error)
          throw fault.code === timeout ? fault : fault.asBroken()
        })
        const answer = await exchange(socket, next, params.maxKib * 1024, signal)
        const target = params.followRedirects && turns < maxRedirects ? redirectOf(answer, next) : undefined
        if (!target) return answer
        next = { ...next, url: target }
      }
    })
  }

  /** The configured pause between two requests. Throws 1722 if the session is closed meanwhile. */
  async #pause({ waitMs }: HttpParams): Promise<void> {
    if (waitMs === 0) return
    await setTimeout(waitMs, undefined, { signal: this.#end.signal }).catch(() => {
      throw closedFault()
    })
  }
}

/** The target of a redirect on the same server; undefined for any other answer. */
function redirectOf({ status, location }: HttpAnswer, { url, method }: HttpRequest): URL | undefined {
  if (!redirects.includes(status) || location === undefined || !URL.canParse(location, url)) return undefined
  if (method !== 'GET' && status < 307) return undefined
  const target = new URL(location, url)
  return target.origin === url.origin ? target : undefined
}
