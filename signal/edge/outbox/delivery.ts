// Sends the entries of the outbox until the platform acknowledges them. Events first; at most as much under way as the
// line carries in about a second, so that live values and commands get through. [DESIGN 9 Exactly once]
import { setImmediate as turn } from 'node:timers/promises'
import { type Down, type Lane, lanes, type Up } from '../../../contract/topics.ts'
import type { Clock } from '../clock.ts'
import { type EventEntry, type Item, isEvents, type RecordEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { LaneWindow, type WindowPace } from './window.ts'

export type DeliveryPace = WindowPace & {
  /** How often a full line or a stall is checked. */
  lookMs: number
}
export const fieldDelivery: DeliveryPace = { messages: 64, bytes: 512 * 1024, stallMs: 10_000, lookMs: 50 }

type DeliveryDeps = {
  outbox: Pick<Outbox, 'place' | 'read' | 'acknowledge' | 'setBack' | 'onKept'>
  link: {
    readonly isWelcome: boolean
    /** The socket has little left to send. */
    readonly isIdle: boolean
    /** Resolves to true when the broker has the message, to false if the connection ended before. */
    send<N extends 'record' | 'event' | 'gap'>(name: N, payload: Omit<Up[N], 'session'>): Promise<boolean>
  }
  clock: Pick<Clock, 'now' | 'platform' | 'instant'>
  pace?: DeliveryPace
  log: (message: string) => void
}

type Place = { epoch: string; lane: Lane; seq: number }

// Pause before an unreadable disk is tried again.
const faultMs = 1000

/** Sends while there is a connection; `pause` leaves no timer. */
export class Delivery {
  readonly #deps: DeliveryDeps
  readonly #pace: DeliveryPace
  readonly #windows = new Map<Lane, LaneWindow>()
  /** The number of the current connection; 0: none. */
  #connection = 0
  #connections = 0
  #fault = ''
  #isRunning = false
  #isAsked = false
  #unconfirmed = 0
  #timer: NodeJS.Timeout | undefined

  constructor(deps: DeliveryDeps) {
    this.#deps = deps
    this.#pace = deps.pace ?? fieldDelivery
    deps.outbox.onKept(() => this.#pump())
  }

  /** A new connection: continues after the acknowledged number. */
  resume(): void {
    this.#connection = ++this.#connections
    this.#unconfirmed = 0
    this.#windows.clear()
    this.#pump()
  }

  /** Handles an acknowledgement of the platform. */
  acknowledge({ lane, epoch, seq, again }: Down['ack']): void {
    const { outbox, log } = this.#deps
    const window = this.#windows.get(lane)
    const acked = outbox.place(lane)?.acked ?? 0
    if (this.#connection === 0 || window?.epoch !== epoch) return
    if (seq < acked && again) {
      log(`delivery: the platform has ${lane} only up to ${seq}, not ${acked}`)
      outbox.setBack(lane, epoch, seq)
    } else outbox.acknowledge(lane, epoch, seq)
    window.acknowledge(seq)
    if (again) window.goBack(outbox.place(lane))
    this.#pump()
  }

  /** Stops sending until `resume`; leaves no timer. */
  pause(): void {
    this.#connection = 0
    clearTimeout(this.#timer)
  }

  /** The window of a lane; starts again after the acknowledged number when another epoch is to be delivered. */
  #windowOf(lane: Lane): LaneWindow | undefined {
    const { outbox, clock } = this.#deps
    const place = outbox.place(lane)
    if (!place) return undefined
    const known = this.#windows.get(lane)
    if (known?.epoch === place.epoch) return known
    const window = new LaneWindow(lane, place, { pace: this.#pace, now: () => clock.now(), bytes: known?.bytes })
    this.#windows.set(lane, window)
    return window
  }

  #room(window: LaneWindow): { entries: number; bytes: number } | undefined {
    const { outbox, link } = this.#deps
    if (!link.isWelcome || !link.isIdle) return undefined
    if (this.#unconfirmed >= this.#pace.messages * lanes.length) return undefined
    return window.room(outbox.place(window.lane)?.isProven === true)
  }

  /** Reads and sends from one lane; false if there was nothing to send or no room. */
  async #step(): Promise<boolean> {
    for (const lane of lanes) {
      const window = this.#windowOf(lane)
      const most = window && this.#room(window)
      if (!window || !most) continue
      const [begun, next] = [this.#connection, window.next]
      const items = await this.#deps.outbox.read(lane, window.epoch, next, most)
      // The connection dropped or the lane was rewound during the read.
      if (begun !== this.#connection || window !== this.#windows.get(lane) || window.next !== next) return true
      for (const item of items) this.#send(window, item)
      if (items.length > 0) return true
    }
    return false
  }

  #send(window: LaneWindow, item: Item): void {
    const sentAt = this.#deps.clock.platform()
    if (sentAt === undefined) return
    const begun = this.#connection
    window.add(item)
    this.#unconfirmed++
    const confirmed = this.#sendItem({ epoch: window.epoch, lane: window.lane, seq: item.seq }, item, sentAt)
    void confirmed.then((hasIt) => {
      if (begun !== this.#connection) return
      this.#unconfirmed--
      if (hasIt) window.confirm()
      this.#pump()
    })
  }

  #sendItem(place: Place, item: Item, sentAt: number): Promise<boolean> {
    const { link } = this.#deps
    if (item.kind === 'gap') return link.send('gap', this.#gapOf(place, item))
    const { entry } = item
    return isEvents(entry)
      ? link.send('event', this.#messageOf(place, entry, sentAt))
      : link.send('record', this.#messageOf(place, entry, sentAt))
  }

  #messageOf<E extends RecordEntry | EventEntry>(place: Place, { taken, ...what }: E, sentAt: number) {
    return { ...place, ...what, sentAt, at: this.#deps.clock.instant(taken) ?? sentAt }
  }

  #gapOf(place: Place, { gap, from, points }: Extract<Item, { kind: 'gap' }>) {
    const instant = (stamp: typeof gap.fromAt) => (stamp && this.#deps.clock.instant(stamp)) ?? null
    return { ...place, ...gap, from, points, fromAt: instant(gap.fromAt), toAt: instant(gap.toAt) }
  }

  #pump(): void {
    this.#isAsked = true
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    try {
      while (this.#isAsked) {
        this.#isAsked = false
        // Lets other work of the agent run between two reads.
        while (await this.#step()) await turn()
      }
      this.#fault = ''
    } catch (error) {
      if (this.#fault !== String(error)) this.#deps.log(`delivery: ${String(error)}`)
      this.#fault = String(error)
    }
    this.#isRunning = false
    this.#look(this.#fault ? faultMs : this.#pace.lookMs)
  }

  /** While records wait: checks again after a delay whether the line is free, or an acknowledgement is overdue. */
  #look(afterMs: number): void {
    clearTimeout(this.#timer)
    if (this.#connection === 0 || !this.#deps.link.isWelcome || !this.#isBusy()) return
    this.#timer = setTimeout(() => {
      this.#repeatStalled()
      this.#pump()
    }, afterMs)
  }

  #isBusy(): boolean {
    const { outbox } = this.#deps
    return [...this.#windows.values()].some((window) => window.isBusy(outbox.place(window.lane)?.last ?? 0))
  }

  #repeatStalled(): void {
    const { link, outbox, log } = this.#deps
    for (const window of this.#windows.values()) {
      if (!link.isWelcome || !window.hasStalled(this.#unconfirmed > 0)) continue
      log(`delivery: ${window.lane} ${window.oldest} was not acknowledged, sending again`)
      window.goBack(outbox.place(window.lane))
    }
  }
}
