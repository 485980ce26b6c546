// Sockets of viewers, by equipment. A message is encoded once for all; a socket that does not read keeps at most the
// newest value of each signal until it does, and is closed if that takes too long.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { DriverStates, GatewayAlarm, ServerMessage, SignalAlarm, SignalVal } from '../../contract/sockets.ts'
import { createDeriving } from './derive.ts'
import type { LiveTable } from './live-table.ts'
import { narrowTo, type PageTicket, type Shows, showsOf } from './page-watchers.ts'
import type { Ticket } from './socket.ts'
import type { Wire } from './wire.ts'

/**
 * A socket that watches a device. `shows`: only these variables, and no driver states. `version`: that of the hub
 * before its ticket was read; if a gateway changed since then, the ticket is outdated.
 */
export type Watcher = Pick<Ticket, 'equipmentId' | 'sessionHash'> &
  Partial<Pick<Ticket, 'gateway'>> & { wire: Wire; shows?: Shows; version?: number }

/** The socket of a page. */
export type PageWatcher = PageTicket & { wire: Wire; version?: number }

type Encoded = { message: SignalVal; bytes: Buffer }
const encoded = (message: SignalVal): Encoded => ({ message, bytes: Buffer.from(JSON.stringify(message)) })

type Lag = { since: number; newest: Map<number, { value: SignalVal['values'][number]; time: number; code: number }> }

const drainEveryMs = 250
const patienceMs = 30_000

export type WatcherHub = {
  /**
   * Adds a viewer. Its first messages are the current values, so that no change is missed between loading and watching.
   */
  add(watcher: Watcher): () => void
  /** One socket for all devices of a page. */
  addPage(watcher: PageWatcher): () => void
  /** False while this session, or all together, have the maximum number of sockets. */
  hasRoom(sessionHash: string): boolean
  /** Increases with each announced state of a gateway. */
  version(): number
  isWatched(equipmentId: EquipmentId): boolean
  send(equipmentId: EquipmentId, message: SignalVal): void
  /** Sends the state of a gateway, or an alarm, to all viewers of its equipment. */
  announce(message: GatewayAlarm | SignalAlarm): void
  /** Sends a message that the next of its kind replaces: skipped for a socket that is behind. */
  tell(message: DriverStates): void
  /** All viewers: one for each socket of a device. */
  watching(): readonly Watcher[]
  /** The sockets of pages. */
  pages(): readonly PageWatcher[]
  /** Closes the sockets of viewers without permission. */
  part(unseen: readonly Pick<Watcher, 'wire'>[]): void
  counts(): { sockets: number; lagging: number; closedForLag: number; refused: number }
  stop(): void
}

export function createWatcherHub(now: () => number, live: Pick<LiveTable, 'standing' | 'get'>): WatcherHub {
  const deriving = createDeriving(live, now)
  const byEquipment = new Map<number, Set<Watcher>>()
  const lagging = new Map<Watcher, Lag>()
  const bySession = new Map<string, number>()
  const pages = new Set<PageWatcher>()
  let sockets = 0
  /** The last announced state of each gateway. */
  const announced = new Map<number, { message: GatewayAlarm; version: number }>()
  let version = 0
  let closedForLag = 0
  let refused = 0

  const put = (wire: Wire, message: ServerMessage | string) =>
    wire.send(typeof message === 'string' ? message : JSON.stringify(message))

  function greet({ equipmentId, gateway, wire, shows, version: known = version }: Watcher): void {
    const last = announced.get(equipmentId)
    if (gateway && last && last.version > known) put(wire, last.message)
    else if (gateway) {
      const online = gateway.state === 'online'
      put(wire, { type: 'gatewayAlarm', equipmentId, ...gateway, online, at: now() })
    }
    const readings = live.standing(equipmentId)
    if (!readings || readings.ids.length === 0) return
    const { ids, values, times, codes } = readings
    const head = { type: 'signalVal', equipmentId, receivedAt: now() } as const
    const standing: SignalVal = { ...head, ids, values, times, codes, isStanding: true }
    const shown = shows ? narrowTo(standing, shows) : standing
    if (shown) put(wire, shown)
  }

  function hold(watcher: Watcher, message: SignalVal): void {
    const lag = lagging.get(watcher) ?? { since: now(), newest: new Map() }
    message.ids.forEach((id, i) => {
      lag.newest.set(id, { value: message.values[i]!, time: message.times[i]!, code: message.codes?.[i] ?? 200 })
    })
    lagging.set(watcher, lag)
  }

  function giveUp(watcher: Watcher): void {
    closedForLag += 1
    lagging.delete(watcher)
    watcher.wire.close(1013, 'too slow')
  }

  function drain(): void {
    for (const [watcher, lag] of lagging) {
      if (watcher.wire.bufferedAmount() > 0) {
        if (now() - lag.since < patienceMs) continue
        giveUp(watcher)
        continue
      }
      lagging.delete(watcher)
      const rows = [...lag.newest]
      put(watcher.wire, {
        type: 'signalVal',
        equipmentId: watcher.equipmentId,
        receivedAt: now(),
        ids: rows.map(([id]) => id),
        values: rows.map(([, row]) => row.value),
        times: rows.map(([, row]) => row.time),
        codes: rows.map(([, row]) => row.code),
      })
    }
  }

  function enter(watcher: Watcher): void {
    const set = byEquipment.get(watcher.equipmentId) ?? new Set()
    byEquipment.set(watcher.equipmentId, set.add(watcher))
    greet(watcher)
  }

  function leave(watcher: Watcher): void {
    lagging.delete(watcher)
    const set = byEquipment.get(watcher.equipmentId)
    set?.delete(watcher)
    if (set?.size === 0) byEquipment.delete(watcher.equipmentId)
  }

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

  function tally({ sessionHash }: Pick<Watcher, 'sessionHash'>, by: 1 | -1): void {
    sockets += by
    const count = (bySession.get(sessionHash) ?? 0) + by
    if (count > 0) bySession.set(sessionHash, count)
    else bySession.delete(sessionHash)
  }

  const timer = setInterval(drain, drainEveryMs)

  return {
    add(watcher) {
      let isIn = true
      tally(watcher, 1)
      enter(watcher)
      return () => {
        if (isIn) tally(watcher, -1)
        isIn = false
        leave(watcher)
      }
    },
    addPage(page) {
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
      pages.add(page)
      tally(page, 1)
      for (const watcher of watchers) enter(watcher)
      const leaveMvars = deriving.watch(mvars, wire)
      return () => {
        if (pages.delete(page)) tally(page, -1)
        leaveMvars()
        for (const watcher of watchers) leave(watcher)
      }
    },
    hasRoom(sessionHash) {
      const isFull = sockets >= limits.sockets || (bySession.get(sessionHash) ?? 0) >= limits.socketsPerSession
      if (isFull) refused += 1
      return !isFull
    },
    isWatched: (equipmentId) => byEquipment.has(equipmentId) || deriving.needs(equipmentId),
    send(equipmentId, message) {
      deriving.take(equipmentId, message)
      const watchers = byEquipment.get(equipmentId)
      if (!watchers) return
      let whole: Encoded | undefined
      const cut = cutOnce(message)
      for (const watcher of watchers) {
        whole ??= watcher.shows ? undefined : encoded(message)
        const said = watcher.shows ? cut(watcher.shows) : whole
        if (!said) continue
        const behind = lagging.has(watcher) || watcher.wire.bufferedAmount() > limits.socketBacklogBytes
        if (behind) hold(watcher, said.message)
        else watcher.wire.send(said.bytes)
      }
    },
    tell(message) {
      const text = JSON.stringify(message)
      for (const watcher of byEquipment.get(message.equipmentId) ?? []) {
        if (watcher.shows) continue
        if (!lagging.has(watcher) && watcher.wire.bufferedAmount() <= limits.socketBacklogBytes) put(watcher.wire, text)
      }
    },
    version: () => version,
    announce(message) {
      if (message.type === 'gatewayAlarm') {
        version += 1
        announced.set(message.equipmentId, { message, version })
      }
      for (const watcher of byEquipment.get(message.equipmentId) ?? []) {
        if (message.type === 'signalAlarm' && watcher.shows && !watcher.shows.ids.has(message.signalId ?? 0)) continue
        // Unlike values, these messages cannot be skipped: a socket that cannot receive them is closed and starts
        // again.
        if (watcher.wire.bufferedAmount() > limits.socketBacklogBytes) giveUp(watcher)
        else put(watcher.wire, message)
      }
    },
    watching: () => [...byEquipment.values()].flatMap((set) => [...set].filter(({ shows }) => !shows)),
    pages: () => [...pages],
    part(unseen) {
      for (const { wire } of unseen) wire.close(4401, 'session ended')
    },
    counts: () => ({
      sockets,
      lagging: lagging.size,
      closedForLag,
      refused,
    }),
    stop() {
      clearInterval(timer)
      deriving.stop()
    },
  }
}
