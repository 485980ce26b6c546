// Modbus ASCII frames (Modbus over serial line V1.02, section 2.5.2): a colon, unit, PDU and LRC as hexadecimal digits, CR
// LF. A colon always starts a frame, so that a cut one ends there.
import type { FrameSearch, Framing } from './frame.ts'

const [colon, carriageReturn, lineFeed] = [0x3a, 0x0d, 0x0a]
// Unit, function, LRC.
const minBytes = 3
/** Longest frame in characters. */
const maxFrame = 513

/** The two's complement of the sum of all bytes. */
const lrcOf = (bytes: Uint8Array): number => -bytes.reduce((sum, byte) => sum + byte, 0) & 0xff

function frameOf(unit: number, pdu: Uint8Array): Uint8Array {
  const body = Uint8Array.of(unit, ...pdu)
  const digits = Buffer.of(...body, lrcOf(body))
    .toString('hex')
    .toUpperCase()
  return Buffer.from(`:${digits}\r\n`, 'latin1')
}

/** The bytes between colon and CR LF, if they are digits with a right LRC. */
function bodyOf(characters: Buffer): Buffer | undefined {
  const text = characters.toString('latin1')
  if (!/^([0-9A-Fa-f]{2})*$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'hex')
  const body = bytes.subarray(0, -1)
  return bytes.length >= minBytes && lrcOf(body) === bytes.at(-1) ? body : undefined
}

/** Position after the frame that starts at `start`: after LF, at the next colon, or beyond the longest frame. */
function endOf(bytes: Buffer, start: number): number | undefined {
  const last = Math.min(bytes.length, start + maxFrame)
  for (let at = start + 1; at < last; at++) {
    if (bytes[at] === colon) return at
    if (bytes[at] === lineFeed) return at + 1
  }
  return bytes.length >= start + maxFrame ? last : undefined
}

function findFrame(bytes: Buffer, isQuiet: boolean): FrameSearch {
  let noise = 0
  for (let at = 0; at < bytes.length; ) {
    const end = bytes[at] === colon ? endOf(bytes, at) : at + 1
    if (end === undefined && !isQuiet) return { noise, rest: bytes.subarray(at) }
    const next = end ?? bytes.length
    const isEnded = bytes[next - 1] === lineFeed && bytes[next - 2] === carriageReturn
    const body = bytes[at] === colon && isEnded ? bodyOf(bytes.subarray(at + 1, next - 2)) : undefined
    const unit = body?.[0] ?? 0
    if (body && unit >= 1 && unit <= 247)
      return { frame: { unit, pdu: body.subarray(1) }, noise, rest: bytes.subarray(next) }
    noise += next - at
    at = next
  }
  return { noise, rest: Buffer.alloc(0) }
}

export const asciiFraming: Framing = { frameOf, findFrame }
