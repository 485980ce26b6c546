// The window of a lane: the messages that wait for acknowledgement, and the room for more. Its size follows the speed of
// the acknowledgements.
import type { Lane } from '../../../contract/topics.ts'
import type { Item } from './entry.ts'
import type { LanePlace } from './epochs.ts'

/** The limits within which a window adapts. */
export type WindowPace = {
  /** Maximum messages and bytes per lane that wait for acknowledgement. */
  messages: number
  bytes: number
  /** After this time without an acknowledgement all unacknowledged records are sent again. */
  stallMs: number
}

/** The settings and functions that a window of the outbox needs. */
type WindowNeeds = {
  pace: WindowPace
  /** Monotonic time in ms. */
  now: () => number
  /** Size of the window at the start, in bytes. */
  bytes?: number | undefined
}

type Sent = { seq: number; bytes: number; at: number }

const firstBytes = 32 * 1024
const leastBytes = 4 * 1024
// An acknowledgement sooner than this enlarges the window; one later than `slowMs` halves it.
const quickMs = 500
const slowMs = 2000
// While the broker has not confirmed a message, the line is slow rather than stalled, so the wait is this many times
// longer.
const unconfirmedStalls = 6
const readEntries = 16
const readBytes = 128 * 1024

/**
 * The next number to send. After a restart the first one is a number that the platform already has: its answer shows
 * how far it has this epoch, before anything new is sent.
 */
const startOf = ({ acked, isProven }: LanePlace) => (isProven ? acked + 1 : Math.max(1, acked))

/** The window of one epoch of a lane. */
export class LaneWindow {
  readonly lane: Lane
  readonly epoch: string
  readonly #pace: WindowPace
  readonly #now: () => number
  #next: number
  #sent: Sent[] = []
  #bytes: number
  /** When the broker or the platform last answered. */
  #answeredAt: number

  constructor(lane: Lane, place: LanePlace, { pace, now, bytes = firstBytes }: WindowNeeds) {
    this.lane = lane
    this.epoch = place.epoch
    this.#pace = pace
    this.#now = now
    this.#next = startOf(place)
    this.#bytes = bytes
    this.#answeredAt = now()
  }

  /** The number of the next record to send. */
  get next(): number {
    return this.#next
  }

  /** The size of the window in bytes, adapted to the speed of acknowledgements. */
  get bytes(): number {
    return this.#bytes
  }

  /** The first number that waits for acknowledgement. */
  get oldest(): number | undefined {
    return this.#sent[0]?.seq
  }

  /** Whether something waits for acknowledgement or to be sent; `last`: the last number of the lane. */
  isBusy(last: number): boolean {
    return this.#sent.length > 0 || this.#next <= last
  }

  /** Whether an acknowledgement is overdue. `isUnconfirmed`: the broker has not confirmed a message yet. */
  hasStalled(isUnconfirmed: boolean): boolean {
    if (this.#sent.length === 0) return false
    return this.#now() - this.#answeredAt >= this.#pace.stallMs * (isUnconfirmed ? unconfirmedStalls : 1)
  }

  /** How much to read and send now, or nothing. `isProven`: the platform has answered for this epoch. */
  room(isProven: boolean): { entries: number; bytes: number } | undefined {
    const sent = this.#sent
    if (!isProven) return sent.length === 0 ? { entries: 1, bytes: 1 } : undefined
    const left = this.#bytes - sent.reduce((sum, each) => sum + each.bytes, 0)
    const entries = Math.min(readEntries, this.#pace.messages - sent.length)
    // A message larger than the remaining room is sent alone.
    return entries > 0 && (left > 0 || sent.length === 0) ? { entries, bytes: Math.min(readBytes, left) } : undefined
  }

  /** Adds an item that is being sent. */
  add({ seq, bytes }: Pick<Item, 'seq' | 'bytes'>): void {
    const at = this.#now()
    if (this.#sent.length === 0) this.#answeredAt = at
    this.#next = seq + 1
    this.#sent.push({ seq, bytes, at })
  }

  /** Called when the broker has confirmed a message. */
  confirm(): void {
    this.#answeredAt = this.#now()
  }

  /** Called when the platform has committed everything up to `seq`. */
  acknowledge(seq: number): void {
    this.#shift(seq)
    this.#next = Math.max(this.#next, seq + 1)
  }

  /** Sends again what waits for acknowledgement, in a smaller window. */
  goBack(place: LanePlace | undefined): void {
    if (place?.epoch === this.epoch) this.#next = startOf(place)
    this.#sent = []
    this.#bytes = Math.max(leastBytes, this.#bytes / 2)
    this.#answeredAt = this.#now()
  }

  #shift(seq: number): void {
    const oldest = this.#sent[0]
    if (!oldest || oldest.seq > seq) return
    const now = this.#now()
    const tookMs = now - oldest.at
    if (tookMs < quickMs) this.#bytes = Math.min(this.#pace.bytes, this.#bytes * 2)
    if (tookMs > slowMs) this.#bytes = Math.max(leastBytes, this.#bytes / 2)
    this.#sent = this.#sent.filter((each) => each.seq > seq)
    this.#answeredAt = now
  }
}
