// ISO on TCP (RFC 1006): frames of TPKT that carry TPDUs of COTP, which connect two TSAPs and carry messages in parts.
import { closedFault, timeoutFault, unreachableFault } from '../modbus-tcp/faults.ts'
import type { Wire } from '../modbus-tcp/wire.ts'
import { outOfStep } from './faults.ts'

const tpktVersion = 3
const tpktBytes = 4
const codes = { connect: 0xe0, confirm: 0xd0, disconnect: 0x80, data: 0xf0 } as const
const parameters = { tpduSize: 0xc0, localTsap: 0xc1, remoteTsap: 0xc2 } as const
/** Our number of the connection, which the confirmation repeats. */
const ourReference = 1
/** Sizes are powers of two. */
const offeredSizeLog = 10
const largestTpdu = 1 << offeredSizeLog
const largestFrame = tpktBytes + largestTpdu

const word = (value: number): [number, number] => [value >> 8, value & 0xff]

const framed = (tpdu: readonly number[]): Uint8Array =>
  Uint8Array.of(tpktVersion, 0, ...word(tpktBytes + tpdu.length), ...tpdu)

/** The frame that requests a connection. */
export function connectFrame({ local, remote }: { local: number; remote: number }): Uint8Array {
  const options = [
    ...[parameters.tpduSize, 1, offeredSizeLog],
    ...[parameters.localTsap, 2, ...word(local)],
    ...[parameters.remoteTsap, 2, ...word(remote)],
  ]
  return framed([options.length + 6, codes.connect, 0, 0, ...word(ourReference), 0, ...options])
}

/** The frame of a message, which must fit into one TPDU. */
export const dataFrame = (message: Uint8Array): Uint8Array => framed([2, codes.data, 0x80, ...message])

/**
 * The largest TPDU in bytes that the device confirms. Throws 1722 if it refuses the connection, 1712 for any other TPDU
 * than its confirmation; `reference`: our number of the connection.
 */
export function confirmedSize(tpdu: Uint8Array, reference: number = ourReference): number {
  if (tpdu[1] === codes.disconnect) {
    const reason = tpdu.length > 6 ? ` (reason ${tpdu[6]})` : ''
    throw unreachableFault(`the device refuses the connection${reason}: check its model, rack, slot and TSAPs`)
  }
  const end = 1 + (tpdu[0] ?? 0)
  if (tpdu[1] !== codes.confirm || tpdu.length < 7 || end !== tpdu.length) throw outOfStep('no confirmation')
  const repeated = (tpdu[2]! << 8) | tpdu[3]!
  if (repeated !== reference) throw outOfStep(`a confirmation of connection ${repeated}`)
  return Math.min(largestTpdu, sizeIn(tpdu.subarray(7)))
}

/** A confirmation without a size accepts what was offered. */
function sizeIn(options: Uint8Array): number {
  for (let at = 0; at + 2 <= options.length; at += 2 + options[at + 1]!) {
    if (options[at] !== parameters.tpduSize || options[at + 1] !== 1) continue
    const log = options[at + 2] ?? 0
    if (log < 7 || log > 13) throw outOfStep(`a TPDU size of 2^${log}`)
    return 1 << log
  }
  return largestTpdu
}

/** The connection: takes frames apart and joins the parts of messages. It closes its wire. */
export class IsoLine {
  readonly #wire: Wire
  #rest: Buffer = Buffer.alloc(0)
  #parts: Uint8Array[] = []

  constructor(wire: Wire) {
    this.#wire = wire
  }

  get isOpen(): boolean {
    return this.#wire.isOpen
  }

  /** Connects; the largest TPDU in bytes. Throws a fault after which the wire must be closed. */
  async connect(tsaps: { local: number; remote: number }, timeoutMs: number): Promise<number> {
    this.#wire.send(connectFrame(tsaps))
    const tpdu = await this.#tpduUntil(performance.now() + timeoutMs)
    if (!tpdu) throw timeoutFault(true)
    return confirmedSize(tpdu)
  }

  /** Throws 1722, with nothing sent, on a closed connection. */
  send(message: Uint8Array): void {
    this.#wire.send(dataFrame(message))
  }

  /** The next message; nothing if none is complete in time. Throws 1712 and 1722, both broken. */
  async next(until: number): Promise<Uint8Array | undefined> {
    for (;;) {
      const tpdu = await this.#tpduUntil(until)
      if (!tpdu) return undefined
      this.#parts.push(partOf(tpdu))
      const length = this.#parts.reduce((sum, part) => sum + part.length, 0)
      if (length > largestTpdu) throw outOfStep(`a message of more than ${largestTpdu} bytes`)
      const isLast = (tpdu[2]! & 0x80) !== 0
      if (isLast) return Buffer.concat(this.#parts.splice(0))
      if (this.#parts.length > largestTpdu) throw outOfStep('a message in empty parts')
    }
  }

  close(): void {
    this.#wire.close()
  }

  async #tpduUntil(until: number): Promise<Uint8Array | undefined> {
    for (;;) {
      const tpdu = this.#tpdu()
      if (tpdu) return tpdu
      if (!(await this.#wire.hears(until - performance.now()))) return undefined
      this.#rest = Buffer.concat([this.#rest, this.#wire.take()])
    }
  }

  /** The next complete TPDU received. Throws 1712 on data that is no frame. */
  #tpdu(): Uint8Array | undefined {
    if (this.#rest.length < tpktBytes) return undefined
    const length = this.#rest.readUInt16BE(2)
    if (this.#rest[0] !== tpktVersion) throw outOfStep(`TPKT version ${this.#rest[0]}`)
    // A header of COTP has at least three bytes.
    if (length < tpktBytes + 3 || length > largestFrame) throw outOfStep(`a frame of ${length} bytes`)
    if (this.#rest.length < length) return undefined
    const tpdu = this.#rest.subarray(tpktBytes, length)
    this.#rest = this.#rest.subarray(length)
    return tpdu
  }
}

/** The part of a message in a TPDU. Throws 1722 if the device has ended the connection. */
function partOf(tpdu: Uint8Array): Uint8Array {
  if (tpdu[1] === codes.disconnect) throw closedFault()
  if (tpdu[0] !== 2 || tpdu[1] !== codes.data) throw outOfStep(`a TPDU of code ${tpdu[1]}`)
  return tpdu.subarray(3)
}
