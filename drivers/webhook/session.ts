// A session of one port: passes the values of messages to the variables that are watched, and notices silence.
import {
  DriverFault,
  type Point,
  type TagListener,
  type TagReading,
  type TagSession,
  type WatchedTag,
  type WriteAnswer,
} from '../driver.ts'
import { type Json, parseJson, textOfBytes } from '../json-text.ts'
import { closedFault, faultOf, unreachableFault } from '../modbus-tcp/faults.ts'
import type { HookAddress } from './address.ts'
import { type HookHead, HookListener, type HookPlan } from './listener.ts'
import type { WebhookParams } from './params.ts'
import { hookAddressOf, type MessageAge, Route, readingOf } from './route.ts'

/** A watched variable. `expiresAt`: monotonic ms; undefined once its silence was reported. */
type Hook = {
  point: Point
  address: HookAddress
  listener: TagListener
  reading: TagReading | undefined
  expiresAt: number | undefined
}
type Routed = { route: Route; hooks: Hook[]; waiters: Set<Waiter> }
/** A query that waits for the next message. */
type Waiter = {
  points: readonly { point: Point; address: HookAddress }[]
  readings: Map<Point, TagReading>
  settle(fault?: DriverFault): void
}

const noContent = 204
const malformed = 400
const notFound = 404
const missing = 1715

export class WebhookSession implements TagSession {
  readonly #routes = new Map<string, Routed>()
  #listener: HookListener | undefined
  #timer: NodeJS.Timeout | undefined
  isOpen = true

  static async open(params: WebhookParams): Promise<WebhookSession> {
    const session = new WebhookSession()
    session.#listener = await HookListener.open({
      port: params.port,
      timeoutMs: params.timeoutMs,
      planOf: (head) => session.#planOf(head),
      onEnd: (reason) => session.#end(unreachableFault(reason)),
    })
    return session
  }

  async watch(
    tags: readonly WatchedTag[],
    params: object,
    listener: TagListener,
  ): Promise<ReadonlyMap<number, DriverFault>> {
    if (!this.isOpen) throw closedFault()
    const refused = new Map<number, DriverFault>()
    for (const { point } of tags) {
      try {
        const { hooks, route } = this.#routedOf(params as WebhookParams)
        const old = hooks.findIndex((hook) => hook.point.id === point.id)
        if (old >= 0) hooks.splice(old, 1)
        const expiresAt = performance.now() + route.params.staleAfterS * 1000
        hooks.push({ point, address: hookAddressOf(point), listener, reading: undefined, expiresAt })
      } catch (error) {
        refused.set(point.id, faultOf(error))
      }
    }
    this.#sweep()
    return refused
  }

  /** The last values; for those that have none, the next message. Throws 1714 if none arrives in time. */
  async read(points: readonly Point[], params: object): Promise<TagReading[]> {
    if (!this.isOpen) throw closedFault()
    const routed = this.#routedOf(params as WebhookParams)
    const readings = new Map<Point, TagReading>()
    const open: { point: Point; address: HookAddress }[] = []
    for (const point of points) {
      const isSame = (hook: Hook) => hook.point.address === point.address && hook.point.dataType === point.dataType
      const known = routed.hooks.find((hook) => isSame(hook) && hook.reading)?.reading
      if (known) readings.set(point, known)
      else open.push({ point, address: hookAddressOf(point) })
    }
    if (open.length > 0) {
      const fault = await this.#nextMessage(routed, open, readings, params as WebhookParams)
      if (routed.hooks.length === 0 && routed.waiters.size === 0) this.#routes.delete(keyOf(params as WebhookParams))
      if (fault && (fault.broken || readings.size === 0)) throw fault
    }
    const silent = new DriverFault(1714, 'no message with this value has arrived')
    return points.map((point) => readings.get(point) ?? { fault: silent })
  }

  async write(): Promise<WriteAnswer> {
    return { kind: 'unsent', fault: new DriverFault(1717, 'a webhook only receives values') }
  }

  async close(): Promise<void> {
    this.isOpen = false
    clearTimeout(this.#timer)
    for (const { waiters } of this.#routes.values()) for (const { settle } of [...waiters]) settle(closedFault())
    await this.#listener?.close()
  }

  /** The variables of a driver with these parameters. Throws 1750. */
  #routedOf(params: WebhookParams): Routed {
    const key = keyOf(params)
    const known = this.#routes.get(key)
    if (known) return known
    const routed: Routed = { route: new Route(params), hooks: [], waiters: new Set() }
    this.#routes.set(key, routed)
    return routed
  }

  /** Waits for a message with one of the points. Returns the fault if none arrives. */
  #nextMessage(
    { waiters }: Routed,
    points: Waiter['points'],
    readings: Map<Point, TagReading>,
    { timeoutMs }: WebhookParams,
  ): Promise<DriverFault | undefined> {
    return new Promise((resolve) => {
      const settle = (fault?: DriverFault) => {
        clearTimeout(timer)
        waiters.delete(waiter)
        resolve(fault)
      }
      const waiter: Waiter = { points, readings, settle }
      waiters.add(waiter)
      const silent = () => settle(new DriverFault(1714, `no message has arrived within ${timeoutMs} ms`))
      const timer = setTimeout(silent, timeoutMs)
    })
  }

  /** Which drivers accept a message. */
  #planOf(head: HookHead): HookPlan {
    const matching = [...this.#routes.values()].filter(({ route, hooks, waiters }) => {
      const suffix = route.suffixOf(head.pathname)
      const isWanted = ({ address }: { address: HookAddress }) => address.path === suffix
      return suffix !== undefined && (hooks.some(isWanted) || [...waiters].some(({ points }) => points.some(isWanted)))
    })
    if (matching.length === 0) return { status: notFound }
    const accepting = matching.filter(({ route }) => route.refusalOf(head) === undefined)
    if (accepting.length === 0) return { status: matching[0]!.route.refusalOf(head)! }
    const maxKib = Math.max(...accepting.map(({ route }) => route.params.maxKib))
    return { maxBytes: maxKib * 1024, receive: (body) => this.#receive(accepting, head.pathname, body) }
  }

  #receive(accepting: readonly Routed[], pathname: string, body: Buffer): number {
    if (!this.isOpen) return notFound
    let document: Json | DriverFault
    try {
      document = parseJson(textOfBytes(body))
    } catch (error) {
      document = faultOf(error)
    }
    for (const routed of accepting) deliver(routed, routed.route.suffixOf(pathname) ?? '', document)
    this.#sweep()
    return document instanceof DriverFault ? malformed : noContent
  }

  /** Reports variables whose last message is too old, and sets the timer for the next one. */
  #sweep(): void {
    clearTimeout(this.#timer)
    const now = performance.now()
    let next = Number.POSITIVE_INFINITY
    for (const { route, hooks } of this.#routes.values())
      for (const hook of hooks) {
        if (hook.expiresAt === undefined) continue
        if (hook.expiresAt > now) {
          next = Math.min(next, hook.expiresAt)
          continue
        }
        hook.expiresAt = undefined
        const fault = new DriverFault(
          1714,
          `no message with newer values has arrived for ${route.params.staleAfterS} s`,
        )
        hook.reading = { fault }
        hook.listener.onReading(hook.point.id, hook.reading)
      }
    // An expired variable counts again from its next message, which sweeps too.
    if (this.isOpen && Number.isFinite(next)) this.#timer = setTimeout(() => this.#sweep(), next - now + 1)
  }

  #end(fault: DriverFault): void {
    if (!this.isOpen) return
    this.isOpen = false
    clearTimeout(this.#timer)
    const listeners = new Set([...this.#routes.values()].flatMap(({ hooks }) => hooks.map(({ listener }) => listener)))
    for (const listener of listeners) listener.onEnd(fault)
  }
}

/** Drivers with equal keys share a route. A query may have a timeout of its own. */
const keyOf = (params: WebhookParams): string => JSON.stringify({ ...params, timeoutMs: 0 })

/** Passes a message to the variables and queries of a driver. `document`: or why the message is no JSON. */
function deliver({ route, hooks, waiters }: Routed, suffix: string, document: Json | DriverFault): void {
  let age: MessageAge = { agoMs: 0, isLate: false }
  let unusable = document instanceof DriverFault ? document : undefined
  try {
    if (!(document instanceof DriverFault)) age = route.ageOf(document, suffix, Date.now())
  } catch (error) {
    unusable = faultOf(error)
  }
  if (age.isLate) return
  const readingAt = (point: Point, address: HookAddress): TagReading =>
    unusable ? { fault: unusable } : readingOf(point, address, document as Json, age)
  for (const hook of hooks) {
    if (hook.address.path !== suffix) continue
    const reading = readingAt(hook.point, hook.address)
    // A device may send only what has changed.
    if ('fault' in reading && reading.fault.code === missing) continue
    hook.reading = reading
    hook.expiresAt = performance.now() + route.params.staleAfterS * 1000 - (age.doubt ? 0 : age.agoMs)
    hook.listener.onReading(hook.point.id, reading)
  }
  for (const waiter of [...waiters]) {
    const own = waiter.points.filter(({ address }) => address.path === suffix)
    for (const { point, address } of own) waiter.readings.set(point, readingAt(point, address))
    if (own.length > 0) waiter.settle()
  }
}
