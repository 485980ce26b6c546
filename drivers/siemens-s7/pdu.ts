// S7 messages: setup, reading and writing of variables, and their answers; without framing. Every answer carries the
// number of its request. Bytes of an answer are never used beyond the lengths that the answer itself declares.
import { DriverFault, type Span, type WriteRequest } from '../driver.ts'
import { isWordArea, unitBytes } from './address.ts'
import { itemFault, itemGood, outOfStep } from './faults.ts'

const protocol = 0x32
const kinds = { job: 1, ack: 2, ackData: 3, userData: 7 } as const
const functions = { read: 0x04, write: 0x05, setup: 0xf0 } as const
const jobHeaderBytes = 10
const answerHeaderBytes = 12

/** Sizes of elements in a request. */
const sizes = { bit: 0x01, byte: 0x02 } as const
/** Sizes of elements in data; the length of the first three is in bits, of the others in bytes. */
const dataSizes = { bit: 0x03, byte: 0x04, integer: 0x05, dint: 0x06, real: 0x07, octets: 0x09 } as const

const word = (value: number): [number, number] => [value >> 8, value & 0xff]
const wordAt = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const evenOf = (length: number): number => length + (length & 1)

/** A request without its number. */
export type Job = { parameter: Uint8Array; data: Uint8Array }

const none = new Uint8Array(0)

/** The message of a request. */
export const jobPdu = (number: number, { parameter, data }: Job): Uint8Array =>
  Uint8Array.of(
    protocol,
    kinds.job,
    0,
    0,
    ...word(number),
    ...word(parameter.length),
    ...word(data.length),
    ...parameter,
    ...data,
  )

/** Requests a connection with messages of at most `pduBytes` and one outstanding request. */
export const setupJob = (pduBytes: number): Job => ({
  parameter: Uint8Array.of(functions.setup, 0, 0, 1, 0, 1, ...word(pduBytes)),
  data: none,
})

const areaCodes: Record<string, number> = { I: 0x81, Q: 0x82, M: 0x83, T: 0x1d, C: 0x1c }

/** `address` is in bits; for timers and counters it is their number. */
function itemOf(area: string, size: number, count: number, address: number): number[] {
  const block = area.startsWith('DB') ? Number(area.slice(2)) : 0
  const code = block > 0 ? 0x84 : areaCodes[area]!
  return [0x12, 0x0a, 0x10, size, ...word(count), ...word(block), code, address >> 16, ...word(address & 0xffff)]
}

/** Bytes are read as such, timers and counters by a size that equals the code of their area. */
const spanItem = ({ area, start, count }: Span): number[] =>
  isWordArea(area) ? itemOf(area, areaCodes[area]!, count, start) : itemOf(area, sizes.byte, count, start * 8)

/** Reads spans, one item each. */
export const readJob = (spans: readonly Span[]): Job => ({
  parameter: Uint8Array.of(functions.read, spans.length, ...spans.flatMap(spanItem)),
  data: none,
})

/**
 * Writes bytes, or a single bit: a mask of one byte names it, so that the CPU leaves the other bits unchanged. A mask
 * that spares the first byte is that of a text whose capacity remains.
 */
export function writeJob({ area, start, bytes, mask }: WriteRequest): Job {
  if (mask?.length === 1) {
    const bit = Math.log2(mask[0]!)
    return {
      parameter: Uint8Array.of(functions.write, 1, ...itemOf(area, sizes.bit, 1, start * 8 + bit)),
      data: Uint8Array.of(0, dataSizes.bit, 0, 1, bytes[0] === 0 ? 0 : 1),
    }
  }
  const skipped = mask?.[0] === 0 ? 1 : 0
  const written = bytes.subarray(skipped)
  return {
    parameter: Uint8Array.of(functions.write, 1, ...itemOf(area, sizes.byte, written.length, (start + skipped) * 8)),
    data: Uint8Array.of(0, dataSizes.byte, ...word(written.length * 8), ...written),
  }
}

/** Size of a request as a message. */
export const jobBytes = ({ parameter, data }: Job): number => jobHeaderBytes + parameter.length + data.length

/** Sizes of the messages that read spans. */
export const readBytes = (spans: readonly Span[]): { request: number; answer: number } => ({
  request: jobHeaderBytes + 2 + spans.length * 12,
  answer: spans.reduce((sum, span, at) => sum + 4 + paddedBytes(span, at === spans.length - 1), answerHeaderBytes + 2),
})

const paddedBytes = (span: Span, isLast: boolean): number => (isLast ? bytesOf(span) : evenOf(bytesOf(span)))

/** Number of bytes of a span. */
export const bytesOf = ({ area, count }: Pick<Span, 'area' | 'count'>): number => count * unitBytes(area)

/** An answer; `error`: class and code, 0 if the request was accepted. */
export type Answer = { number: number; error: number; parameter: Uint8Array; data: Uint8Array }

/** The parts of a message; nothing for one that is no answer. Throws 1712 for one that is malformed. */
export function answerOf(pdu: Uint8Array): Answer | undefined {
  if (pdu[0] !== protocol) throw outOfStep(`protocol ${pdu[0]} instead of ${protocol}`)
  if (pdu[1] === kinds.userData) return undefined
  if (pdu[1] !== kinds.ack && pdu[1] !== kinds.ackData) throw outOfStep(`a message of kind ${pdu[1]}`)
  if (pdu.length < answerHeaderBytes) throw outOfStep(`an answer of ${pdu.length} bytes`)
  const dataFrom = answerHeaderBytes + wordAt(pdu, 6)
  const end = dataFrom + wordAt(pdu, 8)
  if (pdu.length !== end) throw outOfStep(`an answer of ${pdu.length} bytes that declares ${end}`)
  return {
    number: wordAt(pdu, 4),
    error: wordAt(pdu, 10),
    parameter: pdu.subarray(answerHeaderBytes, dataFrom),
    data: pdu.subarray(dataFrom),
  }
}

/** The largest message that the device accepts. Throws 1712 for an answer to another request. */
export function grantedPdu({ parameter }: Answer): number {
  if (parameter.length !== 8 || parameter[0] !== functions.setup) throw outOfStep('no answer to the setup')
  return wordAt(parameter, 6)
}

/** The bytes of each span, or the fault of its item. Throws 1712 for an answer to another request. */
export function spansOf({ parameter, data }: Answer, spans: readonly Span[]): (Uint8Array | DriverFault)[] {
  mustAnswer(parameter, functions.read, spans.length)
  let at = 0
  const answers = spans.map((span) => {
    const item = itemAt(data, at)
    at = evenOf(item.end)
    return bytesIn(item, span)
  })
  // After the last item the pad byte is optional.
  if (data.length !== at && data.length !== at - 1) throw outOfStep(`${data.length} bytes of items instead of ${at}`)
  return answers
}

/** The code of a write: `itemGood`, or why the device did not execute it. Throws 1712 for another answer. */
export function writeCodeOf({ parameter, data }: Answer): number {
  mustAnswer(parameter, functions.write, 1)
  if (data.length !== 1) throw outOfStep(`${data.length} codes instead of 1`)
  return data[0]!
}

function mustAnswer(parameter: Uint8Array, code: number, items: number): void {
  if (parameter.length !== 2 || parameter[0] !== code) throw outOfStep(`no answer to function ${code}`)
  if (parameter[1] !== items) throw outOfStep(`${parameter[1]} items instead of ${items}`)
}

type Item = { code: number; size: number; length: number; bytes: Uint8Array; end: number }

/** The item that starts at a position. `length` as declared: in bits for some sizes. Throws 1712 if it is cut. */
function itemAt(data: Uint8Array, at: number): Item {
  const from = at + 4
  if (from > data.length) throw outOfStep('an item is missing')
  const [code, size, length] = [data[at]!, data[at + 1]!, wordAt(data, at + 2)]
  const end = from + itemBytes(code, size, length)
  if (end > data.length) throw outOfStep('an item is cut')
  return { code, size, length, bytes: data.subarray(from, end), end }
}

function itemBytes(code: number, size: number, length: number): number {
  if (size === dataSizes.bit || size === dataSizes.byte || size === dataSizes.integer) return Math.ceil(length / 8)
  if (size === dataSizes.dint || size === dataSizes.real || size === dataSizes.octets) return length
  // An item with a fault has no data.
  if (size === 0 && code !== itemGood) return 0
  throw outOfStep(`data of size ${size}`)
}

/** Bytes were requested: a bit, or a number of bytes that differs, is not what they hold. */
function bytesIn({ code, size, length, bytes }: Item, span: Span): Uint8Array | DriverFault {
  if (code !== itemGood) return itemFault(code)
  const isInBits = size === dataSizes.byte || size === dataSizes.integer
  if (size === dataSizes.bit || bytes.length !== bytesOf(span) || (isInBits && length % 8 !== 0))
    return new DriverFault(1719, `${bytes.length} of ${bytesOf(span)} bytes, of size ${size}`)
  return bytes
}
