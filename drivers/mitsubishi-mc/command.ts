// Commands of the MC protocol without framing: the data of requests and answers. Pure.
// 3E and 4E: 0401 and 1401 (read and write), 0403 (random read). 1E: 00 to 03.
import type { Span } from '../driver.ts'
import type { Code } from './code.ts'
import { type Area, isBitArea } from './devices.ts'
import { outOfStep } from './faults.ts'

/** One word of a random read; in bit areas the 16 bits from a multiple of 16. */
export type WordAt = { area: Area; start: number }

/** `bytes`: words with the high byte first, or one byte per bit. */
export type Command =
  | { kind: 'read'; span: Span }
  | { kind: 'write'; span: Span; bytes: Uint8Array }
  | { kind: 'random'; words: readonly WordAt[] }

const joined = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(Buffer.concat(parts))
const areaOf = ({ area }: Span): Area => area as Area

/** The command of a 3E or 4E frame. `wide`: 32-bit device numbers. */
export function bodyOf(command: Command, code: Code, wide: boolean): Uint8Array {
  const isBits = command.kind !== 'random' && isBitArea(command.span.area)
  const sub = code.number((isBits ? 1 : 0) + (wide ? 2 : 0), 2)
  if (command.kind === 'random') {
    const places = command.words.map(({ area, start }) => code.device(area, start, wide))
    return joined(code.number(0x0403, 2), sub, code.number(places.length, 1), code.number(0, 1), ...places)
  }
  const { span } = command
  const place = joined(code.device(areaOf(span), span.start, wide), code.number(span.count, 2))
  if (command.kind === 'read') return joined(code.number(0x0401, 2), sub, place)
  return joined(code.number(0x1401, 2), sub, place, dataOf(command.bytes, span, code))
}

const dataOf = (bytes: Uint8Array, { area }: Span, code: Code): Uint8Array =>
  isBitArea(area) ? code.bits(bytes) : code.words(bytes)

/**
 * An even number of bits that contains these. An odd number has a padding, which differs between the data codes.
 */
function evenSpan({ area, start, count }: Span): Span {
  if (count % 2 === 0) return { area, start, count }
  return { area, start: Math.max(0, start - 1), count: count + 1 }
}

/** The command number of a 1E frame, which is its first byte. */
export function number1E(command: Command): number {
  if (command.kind === 'random') throw outOfStep('frame 1E has no random read')
  return (command.kind === 'write' ? 2 : 0) + (isBitArea(command.span.area) ? 0 : 1)
}

/** The part of a 1E frame after its header. A single bit is padded to two, as FX3U expects it. */
export function body1E(command: Command, code: Code): Uint8Array {
  if (command.kind === 'random') throw outOfStep('frame 1E has no random read')
  const isBits = isBitArea(command.span.area)
  const span = command.kind === 'read' && isBits ? evenSpan(command.span) : command.span
  const place = joined(code.device1E(areaOf(span), span.start), code.number(span.count, 1), code.number(0, 1))
  if (command.kind === 'read') return place
  const isOdd = isBits && span.count % 2 === 1
  return joined(place, dataOf(isOdd ? joined(command.bytes, Uint8Array.of(0)) : command.bytes, span, code))
}

/** Number of points that a request asks for; none for a write. */
const asked = (command: Command, is1E: boolean): { count: number; isBits: boolean } => {
  if (command.kind === 'write') return { count: 0, isBits: false }
  if (command.kind === 'random') return { count: command.words.length, isBits: false }
  const isBits = isBitArea(command.span.area)
  return { count: (isBits && is1E ? evenSpan(command.span) : command.span).count, isBits }
}

/** Length of the data of a complete answer on the wire. */
export function answerBytes(command: Command, code: Code, is1E: boolean): number {
  const { count, isBits } = asked(command, is1E)
  return isBits ? code.bitBytes(count) : count * 2 * code.unit
}

/** The data of a complete answer: words with the high byte first, or one byte per bit. Throws 1712 for malformed data. */
export function answerData(command: Command, data: Uint8Array, code: Code, is1E: boolean): Uint8Array {
  const { count, isBits } = asked(command, is1E)
  if (!isBits) return code.wordsIn(data)
  const bits = code.bitsIn(data, count)
  if (!is1E || command.kind !== 'read') return bits
  const from = command.span.start - evenSpan(command.span).start
  return bits.subarray(from, from + command.span.count)
}
