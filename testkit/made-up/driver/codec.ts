// The protocol of Sample plc: requests, answers, and values in 16-bit words. Not complete: each function throws until it is
// written. drivers/modbus-tcp/pdu.ts and drivers/modbus-tcp/registers.ts are written examples.
import type { Value } from '../../../core/data-type.ts'
import type { Point, WriteAnswer, WriteRequest } from '../../../drivers/driver.ts'
import type { Address } from './address.ts'

/** A range to read: `count` 16-bit words from `start`. */
export type Span = { area: string; start: number; count: number }

/** The request that reads a range. */
export const readRequest = ({ area, start, count }: Span): Uint8Array =>
  unwritten(`the request for ${count} words from ${area}${start}`)

/** The request that writes the bytes of a range of words. */
export const writeRequest = ({ area, start, bytes }: WriteRequest): Uint8Array =>
  unwritten(`the request that writes ${bytes.length} bytes to ${area}${start}`)

/** Length in bytes of the answer at the beginning of received bytes; nothing while its header is incomplete. */
export const answerLength = (received: Uint8Array): number | undefined =>
  unwritten(`the length of the answer that starts with ${hex(received)}`)

/**
 * The words of the answer to a read, two bytes each. Throws the device's fault as a `DriverFault` (codes 1711-1727 of
 * contract/error-plc.ts), and 1712 with `broken` for an answer to another request.
 */
export const dataOf = (request: Uint8Array, answer: Uint8Array): Uint8Array =>
  unwritten(`the words in ${hex(answer)}, the answer to ${hex(request)}`)

/** The result of a write. Throws like `dataOf`. */
export const endOfWrite = (request: Uint8Array, answer: Uint8Array): WriteAnswer =>
  unwritten(`the meaning of ${hex(answer)}, the answer to the write ${hex(request)}`)

/**
 * The value of a point in its words. Throws a `DriverFault` for words that hold no value of its type: 1740 NaN, 1741
 * infinity, 1742 no BCD number.
 */
export const valueIn = ({ dataType }: Point, { bit }: Address, words: Uint8Array): Value =>
  unwritten(`the ${dataType} in ${hex(words)}${bit === undefined ? '' : `, bit ${bit}`}`)

/** The bytes of a number, highest byte first; nothing for a single bit or a text. */
export const rawIn = ({ dataType }: Point, { bit }: Address, words: Uint8Array): Uint8Array | undefined =>
  bit !== undefined || dataType === 'string' ? undefined : unwritten(`the order of the bytes ${hex(words)}`)

/**
 * The words of a value, and for a part of a word the mask of its bits. Throws 1716 for a value of another type, 2001 for
 * one out of range.
 */
export const wordsOf = ({ dataType }: Point, { bit }: Address, value: Value): Pick<WriteRequest, 'bytes' | 'mask'> =>
  unwritten(`the words of ${dataType} ${value}${bit === undefined ? '' : `, bit ${bit}`}`)

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The error is not a `DriverFault`, so that neither a test nor the gateway treats it as a fault of the device. */
function unwritten(part: string): never {
  throw new Error(`Write the codec: ${part}`)
}
