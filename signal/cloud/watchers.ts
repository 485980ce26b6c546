// Sockets of viewers, by equipment. A message is encoded once for all; a socket that does not read delays no other:
// signal/cloud/lagging.ts.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { DriverStates, GatewayAlarm, ServerMessage, SignalAlarm, SignalVal } from '../../contract/sockets.ts'
import { Deriving } from './derive.ts'
import { LaggingSockets } from './lagging.ts'
import type { LiveTable } from './live-table.ts'
import { narrowTo, type PageTicket, type Shows, showsOf } from './page-watchers.ts'
import type { Ticket } from './socket.ts'
import type { Wire } from './wire.ts'

/**
 * A socket that watches a device. `shows`: only these variables, and no driver states. `version`: that of the hub
 * before its ticket was read; if a gateway changed since then, the ticket is outdated.
 */
type Watcher = Pick<Ticket, 'equipmentId' | 'sessionHash'> &
  Partial<Pick<Ticket, 'gateway'>> & { wire: Wire; shows?: Shows; version?: number }

/** The socket through which a viewer watches a page. */
type PageWatcher = PageTicket & { wire: Wire; version?: number }

type Encoded = { message: SignalVal; bytes: Buffer }
const encoded = (message: SignalVal): Encoded => ({ message, bytes: Buffer.from(JSON.stringify(message)) })

const put = (wire: Wire, message: ServerMessage | string) =>
  wire.send(typeof message === 'string' ? message : JSON.stringify(message))

/** The message with only a page's variables, encoded once per set of variables. */
function cutOnce(message: SignalVal) {
  const cuts = new Map<string, Encoded | undefined>()
  return (shows: Shows) => {
    if (!cuts.has(shows.key)) {
      const cut = narrowTo(message, shows)
      cuts.set(shows.key, cut && encoded(cut))
    }
    return cuts.get(shows.key)
  }
}

/** Viewers with their sockets; `stop` leaves no timer. */
export class WatcherHub {
  readonly #now: () => number
  readonly #live: Pick<LiveTable, 'lastReadings' | 'get'>
  readonly #deriving: Deriving
  readonly #lagging: LaggingSockets
  readonly #byEquipment = new Map<number, Set<Watcher>>()
  readonly #bySession = new Map<string, number>()
  readonly #pages = new Set<PageWatcher>()
  #sockets = 0
  /** The last announced state of each gateway. */
  readonly #announced = new Map<number, { message: GatewayAlarm; version: number }>()
  #version = 0
  #refused = 0

  /** `now`: the platform's clock, epoch ms. */
  constructor(now: () => number, live: Pick<LiveTable, 'lastReadings' | 'get'>) {
    this.#now = now
    this.#live = live
    this.#deriving = new Deriving(live, now)
    this.#lagging = new LaggingSockets(now)
  }

  /**
   * Adds a viewer. Its first messages are the current values, so that no change is missed between loading and watching.
   */
  add(watcher: Watcher): () => void {
    let isIn = true
    this.#tally(watcher, 1)
    this.#enter(watcher)
    return () => {
      if (isIn) this.#tally(watcher, -1)
      isIn = false
      this.#leave(watcher)
    }
  }

  /** Adds the socket of a page, which receives the values of all its devices. Returns its removal. */
  addPage(page: PageWatcher): () => void {
    const { sessionHash, wire, devices, mvars, version } = page
    const watchers = devices.map(({ equipmentId, gateway, ids }): Watcher => {
      return {
        equipmentId,
        gateway,
        sessionHash,
        wire,
        shows: showsOf(ids),
        ...(version === undefined ? {} : { version }),
      }
    })
    this.#pages.add(page)
    this.#tally(page, 1)
    for (const watcher of watchers) this.#enter(watcher)
    const leaveMvars = this.#deriving.watch(mvars, wire)
    return () => {
      if (this.#pages.delete(page)) this.#tally(page, -1)
      leaveMvars()
      for (const watcher of watchers) this.#leave(watcher)
    }
  }

  /** False while this session, or the whole platform, has the maximum number of sockets. */
  hasRoom(sessionHash: string): boolean {
    const isFull =
      this.#sockets >= limits.sockets || (this.#bySession.get(sessionHash) ?? 0) >= limits.socketsPerSession
    if (isFull) this.#refused += 1
    return !isFull
  }

  /** Whether a viewer, or a watched intermediate variable, needs the values of this device. */
  isWatched(equipmentId: EquipmentId): boolean {
    return this.#byEquipment.has(equipmentId) || this.#deriving.needs(equipmentId)
  }

  /** Sends values that are already in the live table. */
  send(equipmentId: EquipmentId, message: SignalVal): void {
    this.#deriving.take(equipmentId, message)
    const watchers = this.#byEquipment.get(equipmentId)
    if (!watchers) return
    let whole: Encoded | undefined
    const cut = cutOnce(message)
    for (const watcher of watchers) {
      whole ??= watcher.shows ? undefined : encoded(message)
      const said = watcher.shows ? cut(watcher.shows) : whole
      if (!said) continue
      if (this.#lagging.isBehind(watcher)) this.#lagging.hold(watcher, said.message)
      else watcher.wire.send(said.bytes)
    }
  }

  /** Sends a message that the next of its kind replaces: skipped for a socket that is behind. */
  tell(message: DriverStates): void {
    const text = JSON.stringify(message)
    for (const watcher of this.#byEquipment.get(message.equipmentId) ?? []) {
      if (watcher.shows) continue
      if (!this.#lagging.isBehind(watcher)) put(watcher.wire, text)
    }
  }

  /** Increases with each announced state of a gateway. */
  version(): number {
    return this.#version
  }

  /** Sends the state of a gateway, or an alarm, to all viewers of its equipment. */
  announce(message: GatewayAlarm | SignalAlarm): void {
    if (message.type === 'gatewayAlarm') {
      this.#version += 1
      this.#announced.set(message.equipmentId, { message, version: this.#version })
    }
    for (const watcher of this.#byEquipment.get(message.equipmentId) ?? []) {
      if (message.type === 'signalAlarm' && watcher.shows && !watcher.shows.ids.has(message.signalId ?? 0)) continue
      // Unlike values, these messages cannot be skipped: a socket that cannot receive them is closed and starts
      // again.
      if (watcher.wire.bufferedAmount() > limits.socketBacklogBytes) this.#lagging.giveUp(watcher)
      else put(watcher.wire, message)
    }
  }

  /** All viewers of devices, one for each socket. */
  watching(): readonly Watcher[] {
    return [...this.#byEquipment.values()].flatMap((set) => [...set].filter(({ shows }) => !shows))
  }

  /** All sockets that watch a page. */
  pages(): readonly PageWatcher[] {
    return [...this.#pages]
  }

  /** Closes the sockets of viewers without permission. */
  part(unseen: readonly Pick<Watcher, 'wire'>[]): void {
    for (const { wire } of unseen) wire.close(4401, 'session ended')
  }

  /** Sockets now; sockets that were closed because they did not read, or refused, since the start. */
  counts(): { sockets: number; lagging: number; closedForLag: number; refused: number } {
    return { sockets: this.#sockets, ...this.#lagging.counts(), refused: this.#refused }
  }

  stop(): void {
    this.#lagging.stop()
    this.#deriving.stop()
  }

  #greet({ equipmentId, gateway, wire, shows, version: known = this.#version }: Watcher): void {
    const last = this.#announced.get(equipmentId)
    if (gateway && last && last.version > known) put(wire, last.message)
    else if (gateway) {
      const online = gateway.state === 'online'
      put(wire, { type: 'gatewayAlarm', equipmentId, ...gateway, online, at: this.#now() })
    }
    const readings = this.#live.lastReadings(equipmentId)
    if (!readings || readings.ids.length === 0) return
    const { ids, values, times, codes } = readings
    const head = { type: 'signalVal', equipmentId, receivedAt: this.#now() } as const
    const standing: SignalVal = { ...head, ids, values, times, codes, isStanding: true }
    const shown = shows ? narrowTo(standing, shows) : standing
    if (shown) put(wire, shown)
  }

  #enter(watcher: Watcher): void {
    const set = this.#byEquipment.get(watcher.equipmentId) ?? new Set()
    this.#byEquipment.set(watcher.equipmentId, set.add(watcher))
    this.#greet(watcher)
  }

  #leave(watcher: Watcher): void {
    this.#lagging.forget(watcher)
    const set = this.#byEquipment.get(watcher.equipmentId)
    set?.delete(watcher)
    if (set?.size === 0) this.#byEquipment.delete(watcher.equipmentId)
  }

  #tally({ sessionHash }: Pick<Watcher, 'sessionHash'>, by: 1 | -1): void {
    this.#sockets += by
    const count = (this.#bySession.get(sessionHash) ?? 0) + by
    if (count > 0) this.#bySession.set(sessionHash, count)
    else this.#bySession.delete(sessionHash)
  }
}
