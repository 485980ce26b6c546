// Sends the entries of the outbox until the platform acknowledges them. Events first; at most as much under way as the
// line carries in about a second, so that live values and commands get through. [DESIGN 9 Exactly once]
import { setImmediate as turn } from 'node:timers/promises'
import { type Down, type Lane, lanes, type Up } from '../../../contract/topics.ts'
import type { Clock } from '../clock.ts'
import { type EventEntry, type Item, isEvents, type RecordEntry } from './entry.ts'
import type { LanePlace } from './epochs.ts'
import type { Outbox } from './outbox.ts'

export type DeliveryPace = {
  /** Maximum messages and bytes per lane that wait for acknowledgement. */
  messages: number
  bytes: number
  /** After this time without an acknowledgement everything unacknowledged is sent again. */
  stallMs: number
  /** How often a full line or a stall is checked. */
  lookMs: number
}
export const fieldDelivery: DeliveryPace = { messages: 64, bytes: 512 * 1024, stallMs: 10_000, lookMs: 50 }

export type DeliveryDeps = {
  outbox: Pick<Outbox, 'place' | 'read' | 'acknowledge' | 'setBack' | 'onKept'>
  link: {
    readonly isWelcome: boolean
    /** The socket has little left to send. */
    readonly isIdle: boolean
    /** True when the broker has the message, false if the connection ended before. */
    send<N extends 'record' | 'event' | 'gap'>(name: N, payload: Omit<Up[N], 'session'>): Promise<boolean>
  }
  clock: Pick<Clock, 'now' | 'platform' | 'instant'>
  pace?: DeliveryPace
  log: (message: string) => void
}

export type Delivery = {
  /** A new connection: continues after the acknowledged number. */
  resume(): void
  /** Handles an acknowledgement of the platform. */
  acknowledge(ack: Down['ack']): void
  /** Stops sending until `resume`; leaves no timer. */
  pause(): void
}

type Sent = { seq: number; bytes: number; at: number }
/** The window of a lane. `bytes`: its size, adapted to the speed of acknowledgements. */
type Way = { lane: Lane; epoch: string; next: number; sent: Sent[]; bytes: number; wordAt: number }

const firstBytes = 32 * 1024
const leastBytes = 4 * 1024
// An acknowledgement sooner than this enlarges the window; one later than `slowMs` halves it.
const quickMs = 500
const slowMs = 2000
// While the broker has not confirmed a message, it is slow rather than stalled: wait longer.
const unconfirmedStalls = 6
// Pause before an unreadable disk is tried again.
const faultMs = 1000
const readEntries = 16
const readBytes = 128 * 1024

/**
 * The next number to send. After a restart the first one is a number that the platform already has: its answer shows
 * how far it has this epoch, before anything new is sent.
 */
const startOf = ({ acked, isProven }: LanePlace) => (isProven ? acked + 1 : Math.max(1, acked))

export function createDelivery(deps: DeliveryDeps): Delivery {
  const { outbox, link, clock, log, pace = fieldDelivery } = deps
  const ways = new Map<Lane, Way>()
  // The number of the current connection; 0: none.
  let connection = 0
  let connections = 0
  let fault = ''
  let isRunning = false
  let isAsked = false
  let unconfirmed = 0
  let timer: NodeJS.Timeout | undefined

  /** The window of a lane; starts again after the acknowledged number when another epoch is to be delivered. */
  function wayOf(lane: Lane): Way | undefined {
    const place = outbox.place(lane)
    if (!place) return undefined
    const known = ways.get(lane)
    if (known?.epoch === place.epoch) return known
    const { epoch } = place
    const way = { lane, epoch, next: startOf(place), sent: [], bytes: known?.bytes ?? firstBytes, wordAt: clock.now() }
    ways.set(lane, way)
    return way
  }

  function goBack(way: Way): void {
    const place = outbox.place(way.lane)
    if (place?.epoch === way.epoch) way.next = startOf(place)
    way.sent = []
    way.bytes = Math.max(leastBytes, way.bytes / 2)
    way.wordAt = clock.now()
  }

  const hasStalled = (way: Way) =>
    way.sent.length > 0 && clock.now() - way.wordAt >= pace.stallMs * (unconfirmed > 0 ? unconfirmedStalls : 1)

  function room({ lane, sent, bytes }: Way): { entries: number; bytes: number } | undefined {
    if (unconfirmed >= pace.messages * lanes.length) return undefined
    if (!outbox.place(lane)?.isProven) return sent.length === 0 ? { entries: 1, bytes: 1 } : undefined
    const left = bytes - sent.reduce((sum, each) => sum + each.bytes, 0)
    const entries = Math.min(readEntries, pace.messages - sent.length)
    // A message larger than the room left is sent alone.
    return entries > 0 && (left > 0 || sent.length === 0) ? { entries, bytes: Math.min(readBytes, left) } : undefined
  }

  /** Reads and sends from one lane; false if there was nothing to send or no room. */
  async function step(): Promise<boolean> {
    for (const lane of lanes) {
      const way = wayOf(lane)
      const most = way && link.isWelcome && link.isIdle ? room(way) : undefined
      if (!way || !most) continue
      const [begun, { next }] = [connection, way]
      const items = await outbox.read(lane, way.epoch, next, most)
      // The connection dropped or the lane was rewound during the read.
      if (begun !== connection || way !== ways.get(lane) || way.next !== next) return true
      for (const item of items) send(way, item)
      if (items.length > 0) return true
    }
    return false
  }

  function send(way: Way, item: Item): void {
    const { lane, epoch } = way
    const sentAt = clock.platform()
    if (sentAt === undefined) return
    const place = { epoch, lane, seq: item.seq }
    const begun = connection
    if (way.sent.length === 0) way.wordAt = clock.now()
    way.next = item.seq + 1
    way.sent.push({ seq: item.seq, bytes: item.bytes, at: clock.now() })
    unconfirmed++
    const confirmed = sendItem()
    void confirmed.then((hasIt) => {
      if (begun !== connection) return
      unconfirmed--
      if (hasIt) way.wordAt = clock.now()
      pump()
    })

    function sendItem(): Promise<boolean> {
      if (item.kind === 'gap') return link.send('gap', gapOf(item))
      return isEvents(item.entry) ? link.send('event', taken(item.entry)) : link.send('record', taken(item.entry))
    }
    function taken<E extends RecordEntry | EventEntry>({ taken, ...what }: E) {
      return { ...place, ...what, sentAt: sentAt!, at: clock.instant(taken) ?? sentAt! }
    }
    function gapOf({ gap, from, points }: Extract<Item, { kind: 'gap' }>) {
      const instant = (stamp: typeof gap.fromAt) => (stamp && clock.instant(stamp)) ?? null
      return { ...place, ...gap, from, points, fromAt: instant(gap.fromAt), toAt: instant(gap.toAt) }
    }
  }

  function pump(): void {
    isAsked = true
    if (!isRunning) void run()
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      while (isAsked) {
        isAsked = false
        // Lets other work of the agent run between two reads.
        while (await step()) await turn()
      }
      fault = ''
    } catch (error) {
      if (fault !== String(error)) log(`delivery: ${String(error)}`)
      fault = String(error)
    }
    isRunning = false
    look(fault ? faultMs : pace.lookMs)
  }

  /** While something waits: checks again whether the line is free, or an acknowledgement is overdue. */
  function look(afterMs: number): void {
    clearTimeout(timer)
    if (connection === 0 || !link.isWelcome || ![...ways.values()].some(isBusy)) return
    timer = setTimeout(() => {
      for (const way of ways.values()) {
        if (!link.isWelcome || !hasStalled(way)) continue
        log(`delivery: ${way.lane} ${way.sent[0]!.seq} was not acknowledged, sending again`)
        goBack(way)
      }
      pump()
    }, afterMs)
  }

  const isBusy = (way: Way) => way.sent.length > 0 || way.next <= (outbox.place(way.lane)?.last ?? 0)

  function take(way: Way, seq: number): void {
    const oldest = way.sent[0]
    if (!oldest || oldest.seq > seq) return
    const tookMs = clock.now() - oldest.at
    if (tookMs < quickMs) way.bytes = Math.min(pace.bytes, way.bytes * 2)
    if (tookMs > slowMs) way.bytes = Math.max(leastBytes, way.bytes / 2)
    way.sent = way.sent.filter((each) => each.seq > seq)
    way.wordAt = clock.now()
  }

  outbox.onKept(pump)

  return {
    resume() {
      connection = ++connections
      unconfirmed = 0
      ways.clear()
      pump()
    },
    acknowledge({ lane, epoch, seq, again }) {
      const way = ways.get(lane)
      const acked = outbox.place(lane)?.acked ?? 0
      if (connection === 0 || way?.epoch !== epoch) return
      if (seq < acked && again) {
        log(`delivery: the platform has ${lane} only up to ${seq}, not ${acked}`)
        outbox.setBack(lane, epoch, seq)
      } else outbox.acknowledge(lane, epoch, seq)
      take(way, seq)
      way.next = Math.max(way.next, seq + 1)
      if (again) goBack(way)
      pump()
    },
    pause() {
      connection = 0
      clearTimeout(timer)
    },
  }
}
