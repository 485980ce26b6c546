// Sends commands: selects and executes, waits for confirmation, termination and the reported value.
import type { Value } from '../../core/data-type.ts'
import type { Point, WriteAnswer } from '../driver.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { type Activation, Result } from './activations.ts'
import { addressOf, type TagAddress } from './address.ts'
import { causes } from './causes.ts'
import { commandOf, isRepeatedIn, selecting } from './command.ts'
import type { Iec104Params } from './params.ts'
import type { Order, Requester } from './requester.ts'
import type { Stations } from './stations.ts'
import { timeTagBytes } from './time.ts'
import { normalizedUnit, readingOf } from './value.ts'

export class Writer {
  readonly #stations: Stations
  readonly #requester: Requester

  constructor(stations: Stations, requester: Requester) {
    this.#stations = stations
    this.#requester = requester
  }

  /** Throws the fault of a command that was sent for execution. */
  async write(point: Point, value: Value, params: Iec104Params, mayStart: () => boolean): Promise<WriteAnswer> {
    let activation: Activation | undefined
    let address: TagAddress
    try {
      address = addressOf(point, params)
      const command = commandOf(point, address, value, params)
      const order = (element: Buffer): Order => ({
        type: command.type,
        commonAddress: address.commonAddress,
        address: command.address,
        element: params.timedCommands ? Buffer.concat([element, timeTagBytes(Date.now(), params.zone)]) : element,
        isRepeated: (answer) => isRepeatedIn(answer, element),
      })
      const selection = command.mayBeSelected ? () => order(selecting(command)) : undefined
      if (selection && !(await this.#select(selection, params, mayStart))) return { kind: 'expired' }
      // The time may also expire while the object is being selected.
      activation = await this.#requester.start(
        () => (mayStart() ? order(command.element) : undefined),
        params.timeoutMs,
      )
      if (!activation && selection) await this.#cancel(selection)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!activation) return { kind: 'expired' }
    await this.#execute(activation, params)
    await this.#follow(point, address, value, params)
    return { kind: 'done' }
  }

  /**
   * Selects the object of a command; false if the command may not start. Throws the fault of a selection that failed, after
   * which nothing is executed.
   */
  async #select(selection: () => Order, { timeoutMs }: Iec104Params, mayStart: () => boolean): Promise<boolean> {
    const activation = await this.#requester.start(() => (mayStart() ? selection() : undefined), timeoutMs)
    if (!activation) return false
    try {
      await activation.confirmed.wait(timeoutMs, 'the station does not confirm the selection')
      return true
    } catch (error) {
      if (faultOf(error).code === 1714) await this.#cancel(selection)
      throw error
    } finally {
      this.#requester.release(activation)
    }
  }

  /** Cancels a selection, also one whose confirmation was not received: the station may have selected the object. */
  async #cancel(selection: () => Order): Promise<void> {
    const order = () => ({ ...selection(), cause: causes.deactivation })
    const activation = await this.#requester.start(order, 1).catch(() => undefined)
    if (activation) this.#requester.release(activation)
  }

  async #execute(activation: Activation, { timeoutMs, returnMs, awaitTermination }: Iec104Params): Promise<void> {
    try {
      await activation.confirmed.wait(timeoutMs, 'the station does not confirm the command')
      if (awaitTermination)
        await activation.terminated.wait(Math.max(timeoutMs, returnMs), 'the station does not terminate the command')
    } finally {
      this.#requester.release(activation)
    }
  }

  /** Waits until the station reports the written value; the read that follows shows whether it does. */
  async #follow(point: Point, { commonAddress, state }: TagAddress, value: Value, params: Iec104Params): Promise<void> {
    if (!state || point.access !== 'rw' || params.returnMs === 0 || params.readCommand) return
    const entry = this.#stations.image.hold(commonAddress, state.address)
    const reported = new Result()
    const check = () => {
      if (this.#stations.isClosed) return reported.set()
      if (!entry.report || !entry.isCurrent) return
      const reading = readingOf(entry.report, point.dataType, state.kind, 0)
      if ('value' in reading && isSame(reading.value, value)) reported.set()
    }
    entry.waiting.add(check)
    check()
    await reported.wait(params.returnMs, 'the station does not report the value').catch(() => undefined)
    entry.waiting.delete(check)
    this.#stations.image.release(commonAddress, state.address)
  }
}

/** A normalized value has steps. */
const isSame = (reported: Value, written: Value): boolean =>
  reported === written ||
  Math.abs(Number(reported) - Number(written)) <= Math.max(0.5 / normalizedUnit, Math.abs(Number(written)) * 1e-7)
