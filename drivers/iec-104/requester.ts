// Sends requests to the stations of a connection, and passes answers to them.
import type { DriverFault } from '../driver.ts'
import { Activation, Activations, type IsRepeated } from './activations.ts'
import { asduOf, firstAddress, firstElement, type Head } from './asdu.ts'
import { causes } from './causes.ts'
import type { Channel } from './channel.ts'
import { refusedFault } from './faults.ts'

/** A request. `refused`: the fault of a negative confirmation; `isRepeated`: see `Activation`. */
export type Order = {
  type: number
  cause?: number
  commonAddress: number
  address: number
  element: Uint8Array
  refused?: () => DriverFault
  isRepeated?: IsRepeated
}

export class Requester {
  readonly #channel: Channel
  readonly #originator: number
  readonly #open = new Activations()

  constructor(channel: Channel, originator: number) {
    this.#channel = channel
    this.#originator = originator
  }

  /**
   * Sends the request that `order` returns, as soon as there is room; nothing if it returns none. Throws 1714 or the fault of
   * the connection, and then has sent nothing.
   */
  start(order: () => Order, timeoutMs: number): Promise<Activation>
  start(order: () => Order | undefined, timeoutMs: number): Promise<Activation | undefined>
  async start(order: () => Order | undefined, timeoutMs: number): Promise<Activation | undefined> {
    // Another request may have used the room meanwhile.
    do await this.#channel.room(timeoutMs)
    while (this.#channel.isOpen && !this.#channel.hasRoom)
    const made = order()
    if (!made) return undefined
    const { cause = causes.activation, refused = refusedFault, isRepeated, ...request } = made
    const { type, commonAddress, address } = request
    const number = this.#channel.send(asduOf({ ...request, cause, originator: this.#originator }))
    return this.#open.add(new Activation({ type, commonAddress, address, number }, refused, isRepeated))
  }

  /** Forgets a request; later answers to it change nothing. */
  release(activation: Activation): void {
    this.#open.remove(activation)
  }

  settle(head: Head, asdu: Buffer): void {
    this.#open.settle(head, firstAddress(asdu), this.#channel.acked, firstElement(asdu))
  }

  failAll(fault: DriverFault): void {
    this.#open.failAll(fault)
  }
}
