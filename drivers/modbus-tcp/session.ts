// Modbus TCP on one socket: every request has a number, by which its answer is identified.
import { DriverFault, type Session, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { faultOf, timeoutFault } from './faults.ts'
import type { ModbusParams } from './params.ts'
import { answersTo, applyMask, dataOf, endOfWrite, isException, readPdu, writePdu } from './pdu.ts'
import type { Wire } from './wire.ts'

// A timeout leaves the socket usable; after this many in a row it counts as dead.
export const timeoutsUntilBroken = 3

const headerBytes = 7
const maxPdu = 253

const outOfStep = (reason: string): DriverFault => new DriverFault(1712, reason, true)

export class TcpSession implements Session {
  readonly #wire: Wire
  #rest: Buffer = Buffer.alloc(0)
  #number = 0
  #timeouts = 0

  constructor(wire: Wire) {
    this.#wire = wire
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  async read(span: Span, params: object): Promise<Uint8Array> {
    return dataOf(await this.#ask(readPdu(span), params as ModbusParams))
  }

  async write(request: WriteRequest, params: object, mayStart = () => true): Promise<WriteAnswer> {
    const { mask, bytes, area, start } = request
    let pdu: Uint8Array
    try {
      const isOurs = mask && request.function !== 22
      const now = isOurs ? await this.read({ area, start, count: mask.length / 2 }, params) : undefined
      pdu = writePdu(request, now ? applyMask(now, request, mask!) : bytes)
    } catch (error) {
      return { kind: 'unsent', fault: faultOf(error) }
    }
    if (!this.isOpen) return { kind: 'unsent', fault: faultOf('the connection was closed') }
    if (!mayStart()) return { kind: 'expired' }
    return endOfWrite(pdu, await this.#ask(pdu, params as ModbusParams))
  }

  async close(): Promise<void> {
    this.#wire.close()
  }

  /** Sends a request and returns its answer, which may be an exception. */
  async #ask(pdu: Uint8Array, { unitId, timeoutMs }: ModbusParams): Promise<Uint8Array> {
    this.#number = (this.#number % 0xffff) + 1
    const number = this.#number
    const length = pdu.length + 1
    this.#wire.send(Uint8Array.of(number >> 8, number & 0xff, 0, 0, length >> 8, length & 0xff, unitId, ...pdu))
    const until = performance.now() + timeoutMs
    for (;;) {
      const frame = this.#next()
      // A frame with a lower number is the answer to an abandoned request.
      if (frame?.number === number) {
        this.#timeouts = 0
        return checked(pdu, unitId, frame)
      }
      if (frame) continue
      if (await this.#wire.hears(until - performance.now())) this.#rest = Buffer.concat([this.#rest, this.#wire.take()])
      else throw timeoutFault(++this.#timeouts >= timeoutsUntilBroken)
    }
  }

  /**
   * The next complete frame received. Throws 1712 on foreign data, after which the start of the next frame is unknown.
   */
  #next(): Frame | undefined {
    if (this.#rest.length < headerBytes) return undefined
    const length = this.#rest.readUInt16BE(4)
    if (this.#rest.readUInt16BE(2) !== 0) throw outOfStep(`protocol ${this.#rest.readUInt16BE(2)} instead of 0`)
    if (length < 3 || length > maxPdu + 1) throw outOfStep(`a frame of ${length} bytes`)
    const end = headerBytes - 1 + length
    if (this.#rest.length < end) return undefined
    const frame = {
      number: this.#rest.readUInt16BE(0),
      unit: this.#rest[6]!,
      pdu: this.#rest.subarray(headerBytes, end),
    }
    this.#rest = this.#rest.subarray(end)
    return frame
  }
}

type Frame = { number: number; unit: number; pdu: Uint8Array }

/** Checks that the answer with the right number also fits the request. */
function checked(ask: Uint8Array, unitId: number, { unit, pdu }: Frame): Uint8Array {
  if (unit !== unitId) throw outOfStep(`an answer of unit ${unit} instead of ${unitId}`)
  if (answersTo(ask, pdu, true)) return pdu
  if (pdu[0] !== ask[0] || isException(pdu)) throw outOfStep(`an answer to function ${pdu[0]} instead of ${ask[0]}`)
  if (ask[0]! <= 4) throw new DriverFault(1719, `${pdu.length - 2} bytes, which is not what was asked`)
  throw outOfStep('an answer to another write')
}
