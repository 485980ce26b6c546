// Requests that the station confirms and terminates. An answer belongs to a request if type, addresses and order fit: its
// frame must acknowledge the frame of the request, so that a late answer to an earlier one is not taken for it. A positive
// answer to a command must repeat its value: stations send the answers to other controlling stations here too.
import type { DriverFault } from '../driver.ts'
import type { Head } from './asdu.ts'
import { causes } from './causes.ts'
import { isUnknown, noAnswer, unknownFault } from './faults.ts'

/** `number`: see `Link.send`. */
type Key = { type: number; commonAddress: number; address: number; number: number }

/** A result that arrives once. Waiting for it is bounded. */
export class Result {
  #fault: DriverFault | undefined
  #isDone = false
  #wake: (() => void) | undefined

  get isDone(): boolean {
    return this.#isDone
  }

  set(fault?: DriverFault): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#fault = fault
    this.#wake?.()
  }

  /** Throws the fault of the result, or 1714 when nothing has arrived for `quietMs` after `heardAt`, or after `longestMs`. */
  async wait(quietMs: number, reason: string, heardAt = () => 0, longestMs = quietMs): Promise<void> {
    const from = performance.now()
    const end = () => Math.min(Math.max(from, heardAt()) + quietMs, from + longestMs)
    for (let now = from; !this.#isDone; now = performance.now()) {
      if (now >= end()) throw noAnswer(`${reason} within ${Math.round(end() - from)} ms`)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.ceil(end() - now))
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    if (this.#fault) throw this.#fault
  }
}

/** Whether the element of a positive answer is that of the request. */
export type IsRepeated = (element: Buffer) => boolean

const noElement: Buffer = Buffer.alloc(0)

/** A request under way. `refused`: the fault of a negative confirmation. */
export class Activation {
  readonly key: Key
  readonly refused: () => DriverFault
  readonly isRepeated: IsRepeated
  readonly confirmed = new Result()
  readonly terminated = new Result()
  #hasEnded = false

  constructor(key: Key, refused: () => DriverFault, isRepeated: IsRepeated = () => true) {
    this.key = key
    this.refused = refused
    this.isRepeated = isRepeated
  }

  /**
   * A positive answer. `isRepeated`: it has the element of the request; some stations terminate a command with another one,
   * which counts together with the confirmation.
   */
  accept(cause: number, isRepeated: boolean): void {
    const isTermination = cause === causes.activationTerm
    if (isTermination) this.#hasEnded = true
    else if (cause !== causes.activationCon) return
    if (isRepeated) this.confirmed.set()
    if (this.confirmed.isDone && this.#hasEnded) this.terminated.set()
  }

  fail(fault: DriverFault): void {
    this.confirmed.set(fault)
    this.terminated.set(fault)
  }
}

export class Activations {
  readonly #open = new Set<Activation>()

  add(activation: Activation): Activation {
    this.#open.add(activation)
    return activation
  }

  /** Forgets a request; later answers to it change nothing. */
  remove(activation: Activation): void {
    this.#open.delete(activation)
  }

  failAll(fault: DriverFault): void {
    for (const activation of this.#open) activation.fail(fault)
    this.#open.clear()
  }

  /** Passes an ASDU to the request that it answers; `acked`: see `Link.acked`. */
  settle(
    { type, cause, commonAddress, isNegative }: Head,
    address: number | undefined,
    acked: number,
    element: Buffer = noElement,
  ): void {
    for (const activation of this.#open) {
      const { key } = activation
      if (key.type !== type || key.commonAddress !== commonAddress || key.number > acked) continue
      // A station may name an address that it does not know as 0.
      if (key.address !== address && !(isUnknown(cause) && address === 0)) continue
      if (isUnknown(cause)) activation.fail(unknownFault(cause))
      else if (isNegative) activation.fail(activation.refused())
      else activation.accept(cause, activation.isRepeated(element))
    }
  }
}
