// The sockets that watch, by equipment. A message is written once for all of them; a socket that does not read keeps
// at most the newest value of each signal until it does, and is closed if that takes too long.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { DriverStates, GatewayAlarm, ServerMessage, SignalAlarm, SignalVal } from '../../contract/sockets.ts'
import type { LiveTable } from './live-table.ts'
import type { Ticket } from './socket.ts'

/** As much of a web socket as is needed here. */
export type Wire = { send(text: string): void; bufferedAmount(): number; close(code: number, reason: string): void }

export type Watcher = Pick<Ticket, 'equipmentId' | 'sessionHash'> & Partial<Pick<Ticket, 'gateway'>> & { wire: Wire }

type Lag = { since: number; newest: Map<number, { value: SignalVal['values'][number]; time: number; code: number }> }

const drainEveryMs = 250
const patienceMs = 30_000

export type WatcherHub = {
  /** Its first messages are what stands: nothing is missed between reading a device and watching it. */
  add(watcher: Watcher): () => void
  /** False while this session, or everybody together, has as many sockets as may be. */
  hasRoom(sessionHash: string): boolean
  isWatched(equipmentId: EquipmentId): boolean
  send(equipmentId: EquipmentId, message: SignalVal): void
  /** State of a gateway, or an alarm, to everyone who watches its equipment. */
  announce(message: GatewayAlarm | SignalAlarm): void
  /** News that the next of its kind replaces: a socket that is behind is spared it. */
  tell(message: DriverStates): void
  /** Who watches what: one for each socket. */
  watching(): readonly Watcher[]
  /** Closes the sockets of those who must not watch any longer. */
  part(unseen: readonly Watcher[]): void
  counts(): { sockets: number; lagging: number; closedForLag: number; refused: number }
  stop(): void
}

export function createWatcherHub(now: () => number, live: Pick<LiveTable, 'standing'>): WatcherHub {
  const byEquipment = new Map<number, Set<Watcher>>()
  const lagging = new Map<Watcher, Lag>()
  const bySession = new Map<string, number>()
  let sockets = 0
  let closedForLag = 0
  let refused = 0

  const put = (wire: Wire, message: ServerMessage | string) =>
    wire.send(typeof message === 'string' ? message : JSON.stringify(message))

  function greet({ equipmentId, gateway, wire }: Watcher): void {
    if (gateway) {
      const online = gateway.state === 'online'
      put(wire, { type: 'gatewayAlarm', equipmentId, ...gateway, online, at: now() })
    }
    const known = live.standing(equipmentId)
    if (!known || known.ids.length === 0) return
    const { ids, values, times, codes } = known
    put(wire, { type: 'signalVal', equipmentId, receivedAt: now(), ids, values, times, codes, isStanding: true })
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

  function tally({ sessionHash }: Watcher, by: 1 | -1): void {
    sockets += by
    const count = (bySession.get(sessionHash) ?? 0) + by
    if (count > 0) bySession.set(sessionHash, count)
    else bySession.delete(sessionHash)
  }

  const timer = setInterval(drain, drainEveryMs)

  return {
    add(watcher) {
      const set = byEquipment.get(watcher.equipmentId) ?? new Set()
      byEquipment.set(watcher.equipmentId, set.add(watcher))
      tally(watcher, 1)
      greet(watcher)
      return () => {
        lagging.delete(watcher)
        if (set.delete(watcher)) tally(watcher, -1)
        if (set.size === 0 && byEquipment.get(watcher.equipmentId) === set) byEquipment.delete(watcher.equipmentId)
      }
    },
    hasRoom(sessionHash) {
      const isFull = sockets >= limits.sockets || (bySession.get(sessionHash) ?? 0) >= limits.socketsPerSession
      if (isFull) refused += 1
      return !isFull
    },
    isWatched: (equipmentId) => byEquipment.has(equipmentId),
    send(equipmentId, message) {
      const watchers = byEquipment.get(equipmentId)
      if (!watchers) return
      const text = JSON.stringify(message)
      for (const watcher of watchers) {
        const behind = lagging.has(watcher) || watcher.wire.bufferedAmount() > limits.socketBacklogBytes
        if (behind) hold(watcher, message)
        else put(watcher.wire, text)
      }
    },
    tell(message) {
      const text = JSON.stringify(message)
      for (const watcher of byEquipment.get(message.equipmentId) ?? []) {
        if (!lagging.has(watcher) && watcher.wire.bufferedAmount() <= limits.socketBacklogBytes) put(watcher.wire, text)
      }
    },
    announce(message) {
      for (const watcher of byEquipment.get(message.equipmentId) ?? []) {
        // Unlike values, news cannot be thinned out, and none may be missed: who cannot take them starts anew.
        if (watcher.wire.bufferedAmount() > limits.socketBacklogBytes) giveUp(watcher)
        else put(watcher.wire, message)
      }
    },
    watching: () => [...byEquipment.values()].flatMap((set) => [...set]),
    part(unseen) {
      for (const { wire } of unseen) wire.close(4401, 'session ended')
    },
    counts: () => ({
      sockets,
      lagging: lagging.size,
      closedForLag,
      refused,
    }),
    stop: () => clearInterval(timer),
  }
}
