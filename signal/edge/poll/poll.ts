// All connections of the gateway. They run independently: a slow or dead device delays no other.
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { errorCode } from '../../../contract/errors.ts'
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { type CheckedDriver, isOfBlocks, isOfTags } from '../../../drivers/check-driver.ts'
import type { DeviceClock, Opener, Session, TagOpener, TagSession } from '../../../drivers/driver.ts'
import { type AnyOpener, openers } from '../../../drivers/openers.ts'
import { isSameTarget, type Target, targetOf } from '../../../drivers/target.ts'
import { createTurn } from '../in-turn.ts'
import { Connection, type ConnectionDeps } from './connection.ts'
import type { Health } from './health.ts'
import { createLone, type OpenSession } from './lone.ts'
import { PolledTagConnection } from './polled-tag-connection.ts'
import { busyFault, type Single, type SingleAnswer, type WriteOrder, type WriteOutcome } from './queue.ts'
import { TagConnection } from './tag-connection.ts'

export type Poller = {
  /**
   * Replaces the drivers. Connections whose drivers are unchanged continue untouched; the others are ended before new
   * ones start. Throws, with nothing changed, when a driver cannot be loaded.
   */
  apply(drivers: readonly CheckedDriver[]): Promise<void>
  /** The configured signal of that id, or nothing. */
  find(signalId: number): GatewaySignal | undefined
  /** Writes through the signal's connection; the signal must exist. */
  write(order: WriteOrder): Promise<WriteOutcome>
  /**
   * Sends one query to a device by a driver that need not be configured. It waits in the queue of the connection that
   * polls the device; without one, a separate connection is opened, which is closed after the query and ended by a new
   * configuration. The kind of session depends on the driver. Rejects with a `DriverFault`.
   */
  once<S extends Session | TagSession, T>(checked: CheckedDriver, order: Single<S, T>): Promise<SingleAnswer<T>>
  connections(): { key: string; isOpen: boolean; signals: number }[]
  /**
   * Stops the drivers at this target until `giveBack`, also those applied meanwhile. When it resolves, their sockets
   * are closed and their variables have code 1331.
   */
  hold(target: Target): Promise<void>
  giveBack(): Promise<void>
  /** The health of each driver. */
  drivers(): DriverHealth[]
  /** Leaves no timer and no socket. */
  stop(): Promise<void>
}

export type DriverHealth = Health & { id: number; isOpen: boolean; clock: DeviceClock | undefined }

/** A connection of any kind. */
type AnyConnection = Connection | TagConnection | PolledTagConnection
type Group = { key: string; drivers: CheckedDriver[]; print: string }
type Running = { connection: AnyConnection; print: string; drivers: readonly CheckedDriver[]; opener: AnyOpener }
type Place = { connection: AnyConnection; signal: GatewaySignal }

type PollerDeps = Omit<ConnectionDeps, 'opener'> & {
  /** Loads the part of a driver type that does I/O; tests replace it. */
  openerOf?: (type: string) => Promise<AnyOpener>
  /** Called before the code of a driver type is loaded, which can hold up the process for seconds on a small box. */
  beforeLoading?: () => Promise<void>
  /** Folder for files of the drivers, a subfolder per type. */
  home: string
}

export function createPoller({ openerOf: load = loadOpener, beforeLoading, home, ...deps }: PollerDeps): Poller {
  const openerOf = announced(load, beforeLoading)
  let running = new Map<string, Running>()
  /** The target of a remote download. */
  let held: Target | undefined
  const inTurn = createTurn()
  let places = new Map<number, Place>()
  const homeOf = (type: string) => join(home, type)
  const open: OpenSession = async (type, params, signal) =>
    (await openerOf(type)).open(params, signal, homeOf(type), [])
  const lone = createLone({ open, now: deps.now })

  /** All drivers of a connection have the same type. */
  function connect(key: string, drivers: readonly CheckedDriver[], opener: AnyOpener): AnyConnection {
    if (!drivers.every(isOfTags))
      return new Connection(key, drivers.filter(isOfBlocks), { ...deps, opener: opener as Opener })
    const { about, driver } = drivers[0]!
    const tagDeps = { ...deps, opener: opener as TagOpener, home: homeOf(driver.type) }
    return about.isPolled ? new PolledTagConnection(key, drivers, tagDeps) : new TagConnection(key, drivers, tagDeps)
  }

  const isHeld = (drivers: readonly CheckedDriver[]) =>
    drivers.some(({ params }) => isSameTarget(targetOf(params), held))

  /** Starts a connection; if a remote download uses its target, only sets the code of its readable variables. */
  function begin({ connection, drivers }: Running): void {
    if (!isHeld(drivers)) return connection.start()
    for (const { signals } of connection.units)
      for (const [id, { access }] of signals) if (access !== 'w') deps.values.fault(id, tunnelCode, deps.now())
  }

  async function hold(target: Target): Promise<void> {
    held = target
    await lone.end()
    const own = [...running.values()].filter(({ drivers }) => isHeld(drivers))
    await Promise.all(own.map(({ connection }) => connection.stop()))
    own.forEach(begin)
  }

  /** Creates the connections that a remote download stopped anew: a stopped one cannot be started again. */
  function giveBack(): void {
    const own = [...running.values()].filter(({ drivers }) => isHeld(drivers))
    held = undefined
    for (const each of own) {
      each.connection = connect(each.connection.key, each.drivers, each.opener)
      each.connection.start()
    }
    places = placesOf([...running.values()].map(({ connection }) => connection))
  }

  async function apply(drivers: readonly CheckedDriver[]): Promise<void> {
    const groups = groupsOf(drivers)
    // The openers are loaded before any connection ends, so that a failure changes nothing.
    const opened = await Promise.all(groups.map(({ drivers: [first] }) => openerOf(first!.driver.type)))
    const kept = new Set(groups.filter(({ key, print }) => running.get(key)?.print === print).map(({ key }) => key))
    const ended = [...running].filter(([key]) => !kept.has(key))
    // Old connections end before new ones start, because a device may accept only one.
    await Promise.all(ended.map(([, { connection }]) => connection.stop()))
    await lone.end()
    const next: typeof running = new Map()
    for (const [index, { key, drivers: own, print }] of groups.entries()) {
      const old = kept.has(key) ? running.get(key) : undefined
      const connection: AnyConnection = old?.connection ?? connect(key, own, opened[index]!)
      const entry = { connection, print, drivers: own, opener: opened[index]! }
      next.set(key, entry)
      if (!old) begin(entry)
    }
    running = next
    places = placesOf([...next.values()].map(({ connection }) => connection))
  }

  return {
    apply: (drivers) => inTurn(() => apply(drivers)),
    hold: (target) => inTurn(() => hold(target)),
    giveBack: () => inTurn(async () => giveBack()),
    find: (signalId) => places.get(signalId)?.signal,
    write(order) {
      const place = places.get(order.signalId)
      if (!place) throw new Error(`signal ${order.signalId} is not configured`)
      return place.connection.write(order)
    },
    once(checked, order) {
      const key = checked.about.connectionKey(checked.params)
      const shared = running.get(key)?.connection
      if (shared?.takesQueryOf(checked.params)) return shared.once(patient(order, shared) as never)
      // The same line with other framing: a second connection would disturb the polling.
      if (!shared && [...running.keys()].some((used) => placeOf(used) === placeOf(key))) {
        return Promise.reject(busyFault('a driver of another type uses this connection'))
      }
      return lone.ask(checked.driver.type, order)
    },
    connections: () =>
      [...running.values()].map(({ connection, drivers }) => ({
        key: connection.key,
        isOpen: connection.isOpen && !isHeld(drivers),
        signals: connection.units.reduce((sum, { signals }) => sum + signals.size, 0),
      })),
    drivers: () =>
      [...running.values()].flatMap(({ connection: { isOpen, units, clock }, drivers }) =>
        units.map(({ checked, health }) => {
          return { ...health, id: checked.driver.id, isOpen: isOpen && !isHeld(drivers), clock }
        }),
      ),
    async stop() {
      await Promise.all([...running.values()].map(({ connection }) => connection.stop()))
      await lone.end()
      running = new Map()
      places = new Map()
    },
  }
}

/** The code of variables while a remote download uses their target. [S8] */
const tunnelCode = errorCode('remoteDownload')

/** Loads openers, and calls `before` ahead of the first one of each type. */
function announced(load: (type: string) => Promise<AnyOpener>, before: (() => Promise<void>) | undefined) {
  const loaded = new Set<string>()
  return async (type: string): Promise<AnyOpener> => {
    if (!loaded.has(type)) await before?.()
    const opener = await load(type)
    loaded.add(type)
    return opener
  }
}

async function loadOpener(type: string): Promise<AnyOpener> {
  const load = openers[type]
  if (!load) throw new Error(`unknown driver type ${type}`)
  return load()
}

/** Raises a short timeout to that of the line: a late answer would otherwise arrive during the next request. */
function patient<O extends { params: object }>(order: O, { units }: AnyConnection): O {
  const { timeoutMs }: { timeoutMs?: unknown } = order.params
  if (typeof timeoutMs !== 'number') return order
  const usual = Math.max(...units.map(({ checked: { about, params } }) => about.timing(params).timeoutMs))
  return { ...order, params: { ...order.params, timeoutMs: Math.max(timeoutMs, Math.min(usual, limits.probeMs)) } }
}

/** A connection's key without the protocol: `10.0.0.5:502`. */
const placeOf = (key: string): string => key.slice(key.indexOf(':') + 1)

/** Groups drivers by connection; `print` changes with any of its drivers. */
function groupsOf(drivers: readonly CheckedDriver[]): Group[] {
  const groups = new Map<string, CheckedDriver[]>()
  for (const checked of drivers) {
    const key = checked.about.connectionKey(checked.params)
    groups.set(key, [...(groups.get(key) ?? []), checked])
  }
  return [...groups].map(([key, own]) => ({ key, drivers: own, print: canonicalize(own.map(({ driver }) => driver))! }))
}

function placesOf(connections: readonly AnyConnection[]): Map<number, Place> {
  const places = new Map<number, Place>()
  for (const connection of connections) {
    for (const unit of connection.units) {
      for (const [id, signal] of unit.signals) places.set(id, { connection, signal })
    }
  }
  return places
}
