// Sockets whose viewer does not read: each holds at most the newest value of each signal until the viewer reads again,
// and is closed if that takes too long.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { SignalVal } from '../../contract/sockets.ts'
import type { Wire } from './wire.ts'

/** A socket with the device whose values it receives. */
type Receiver = { equipmentId: EquipmentId; wire: Wire }

type Lag = { since: number; newest: Map<number, { value: SignalVal['values'][number]; time: number; code: number }> }

const drainEveryMs = 250
const patienceMs = 30_000

/** Keeps values for sockets that do not read, and sends them when these read again; `stop` leaves no timer. */
export class LaggingSockets {
  readonly #now: () => number
  readonly #lags = new Map<Receiver, Lag>()
  readonly #timer: NodeJS.Timeout
  #closed = 0

  /** `now`: the platform's clock, epoch ms. */
  constructor(now: () => number) {
    this.#now = now
    this.#timer = setInterval(() => this.#drain(), drainEveryMs)
  }

  /** Whether values must be kept for this socket instead of being sent. */
  isBehind(receiver: Receiver): boolean {
    return this.#lags.has(receiver) || receiver.wire.bufferedAmount() > limits.socketBacklogBytes
  }

  /** Keeps the values of a message, in place of older ones. */
  hold(receiver: Receiver, message: SignalVal): void {
    const lag = this.#lags.get(receiver) ?? { since: this.#now(), newest: new Map() }
    message.ids.forEach((id, i) => {
      lag.newest.set(id, { value: message.values[i]!, time: message.times[i]!, code: message.codes?.[i] ?? 200 })
    })
    this.#lags.set(receiver, lag)
  }

  /** Closes a socket that is too slow. */
  giveUp(receiver: Receiver): void {
    this.#closed += 1
    this.#lags.delete(receiver)
    receiver.wire.close(1013, 'too slow')
  }

  /** Called when a socket has closed. */
  forget(receiver: Receiver): void {
    this.#lags.delete(receiver)
  }

  /** Sockets that are behind now, and the number that were closed because of it. */
  counts(): { lagging: number; closedForLag: number } {
    return { lagging: this.#lags.size, closedForLag: this.#closed }
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #drain(): void {
    for (const [receiver, lag] of this.#lags) {
      if (receiver.wire.bufferedAmount() > 0) {
        if (this.#now() - lag.since < patienceMs) continue
        this.giveUp(receiver)
        continue
      }
      this.#lags.delete(receiver)
      const rows = [...lag.newest]
      const message: SignalVal = {
        type: 'signalVal',
        equipmentId: receiver.equipmentId,
        receivedAt: this.#now(),
        ids: rows.map(([id]) => id),
        values: rows.map(([, row]) => row.value),
        times: rows.map(([, row]) => row.time),
        codes: rows.map(([, row]) => row.code),
      }
      receiver.wire.send(JSON.stringify(message))
    }
  }
}
