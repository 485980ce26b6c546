// A connection to Sample plc: one request at a time, each followed by its answer. Answers have no number here, so a late one
// could be taken for the next: after a timeout the connection is opened again. drivers/modbus-tcp/session.ts has numbers.
import { DriverFault, type Session, type WriteAnswer, type WriteRequest } from '../../../drivers/driver.ts'
import { closedFault, timeoutFault } from '../../../drivers/modbus-tcp/faults.ts'
import { applyMask } from '../../../drivers/modbus-tcp/pdu.ts'
import type { Wire } from '../../../drivers/modbus-tcp/wire.ts'
import { answerLength, dataOf, endOfWrite, readRequest, type Span, writeRequest } from './codec.ts'
import type { Params } from './params.ts'

const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

/** A session on an open socket, which it closes. */
export class DeviceSession implements Session {
  readonly #wire: Wire

  constructor(wire: Wire) {
    this.#wire = wire
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async read(span: Span, params: object): Promise<Uint8Array> {
    const request = readRequest(span)
    return dataOf(request, await this.#answerTo(request, params as Params))
  }

  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const { area, start, mask } = request
    let frame: Uint8Array
    try {
      const now = mask && (await this.read({ area, start, count: mask.length / 2 }, params))
      frame = writeRequest(now ? { ...request, bytes: applyMask(now, request, mask) } : request)
    } catch (error) {
      if (error instanceof DriverFault) return { kind: 'unsent', fault: error }
      throw error
    }
    if (!this.isOpen) return { kind: 'unsent', fault: closedFault() }
    if (!mayStart()) return { kind: 'expired' }
    return endOfWrite(frame, await this.#answerTo(frame, params as Params))
  }

  async close(): Promise<void> {
    this.#wire.close()
  }

  async #answerTo(request: Uint8Array, { timeoutMs }: Params): Promise<Uint8Array> {
    if (this.#wire.hasBytes) throw outOfStep('bytes without a request')
    this.#wire.send(request)
    const until = performance.now() + timeoutMs
    let received: Buffer = Buffer.alloc(0)
    for (;;) {
      if (!(await this.#wire.hears(until - performance.now()))) throw timeoutFault(true)
      received = Buffer.concat([received, this.#wire.take()])
      const length = answerLength(received)
      if (length === undefined || received.length < length) continue
      if (received.length > length) throw outOfStep(`${received.length} bytes instead of ${length}`)
      return received
    }
  }
}
