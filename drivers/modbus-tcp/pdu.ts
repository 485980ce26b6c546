// Builds Modbus requests, and decides which answers may belong to them; without framing.
import { DriverFault, type Span, type WriteAnswer, type WriteRequest } from '../driver.ts'
import { exceptionFault } from './faults.ts'

const readFunctions: Record<string, number> = { C: 1, D: 2, H: 3, I: 4 }
const isRead = (code: number): boolean => code >= 1 && code <= 4
const wordAt = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const word = (value: number): [number, number] => [value >> 8, value & 0xff]

/** The request that reads a range: `count` registers, or bits in bit areas, from protocol address `start`. */
export const readPdu = ({ area, start, count }: Span): Uint8Array =>
  Uint8Array.of(readFunctions[area] ?? 3, ...word(start), ...word(count))

/** Number of data bytes that a read requests. */
const bytesAsked = (ask: Uint8Array): number => {
  const count = wordAt(ask, 3)
  return ask[0]! <= 2 ? Math.ceil(count / 8) : count * 2
}

/**
 * The PDU of a write. `bytes`: those of the request, or with a mask those of the whole register. Function 22 sends the
 * mask to the device.
 */
export function writePdu({ start, function: code = 16, mask, count }: WriteRequest, bytes: Uint8Array): Uint8Array {
  if (code === 5) return Uint8Array.of(5, ...word(start), bytes[0] === 1 ? 0xff : 0, 0)
  if (code === 6) return Uint8Array.of(6, ...word(start), bytes[0]!, bytes[1]!)
  if (code === 15) return Uint8Array.of(15, ...word(start), ...word(count ?? bytes.length * 8), bytes.length, ...bytes)
  if (code === 22 && mask) return Uint8Array.of(22, ...word(start), ...mask.map((byte) => ~byte), ...bytes)
  return Uint8Array.of(16, ...word(start), ...word(bytes.length / 2), bytes.length, ...bytes)
}

export const isException = (answer: Uint8Array): boolean => (answer[0]! & 0x80) !== 0

/**
 * Whether an answer may belong to a request, by function, size of the data, address and value written. If frames are
 * numbered, a device that stores another value than the written one may answer with the stored value.
 */
export function answersTo(ask: Uint8Array, answer: Uint8Array, isNumbered = false): boolean {
  const code = ask[0]!
  if (answer[0] === (code | 0x80)) return answer.length === 2
  if (answer[0] !== code) return false
  if (isRead(code)) return answer[1] === bytesAsked(ask) && answer.length === 2 + answer[1]
  const echo = echoOf(ask)
  const told = isNumbered && (code === 5 || code === 6) ? 3 : echo.length
  return answer.length === echo.length && Buffer.compare(echo.subarray(0, told), answer.subarray(0, told)) === 0
}

const echoOf = (ask: Uint8Array): Uint8Array => (ask[0] === 15 || ask[0] === 16 ? ask.subarray(0, 5) : ask)

/** The data of an answer. Throws the device's exception. */
export function dataOf(answer: Uint8Array): Uint8Array {
  if (isException(answer)) throw exceptionFault(answer[1]!)
  return answer.subarray(2)
}

// "Acknowledge": the device has accepted the request and needs more time.
const acknowledged = 5

/** The result of a write. Throws the device's exception. */
export function endOfWrite(ask: Uint8Array, answer: Uint8Array): WriteAnswer {
  if (!isException(answer)) return { kind: Buffer.compare(echoOf(ask), answer) === 0 ? 'done' : 'altered' }
  if (answer[1] === acknowledged) return { kind: 'accepted' }
  throw exceptionFault(answer[1]!)
}

/** The current registers (`now`) with the bits of the mask replaced. */
export function applyMask(now: Uint8Array, { bytes }: WriteRequest, mask: Uint8Array): Uint8Array {
  if (now.length !== mask.length) throw new DriverFault(1719, `${now.length} of ${mask.length} bytes`)
  return now.map((byte, index) => (byte & ~mask[index]!) | (bytes[index]! & mask[index]!))
}
