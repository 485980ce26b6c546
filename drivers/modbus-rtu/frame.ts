// Finds RTU frames in a stream of bytes. TCP loses the silence between frames, so answers are found by length and CRC.
// The length follows from the function code; only function codes that this driver requests, and exceptions, start a
// frame.

const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16 of the serial line; sent low byte first. */
const crcOf = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => (crc >> 8) ^ table[(crc ^ byte) & 0xff]!, 0xffff)

/** The frame of a request: unit, PDU and CRC. */
function frameOf(unit: number, pdu: Uint8Array): Uint8Array {
  const crc = crcOf(Uint8Array.of(unit, ...pdu))
  return Uint8Array.of(unit, ...pdu, crc & 0xff, crc >> 8)
}

type Frame = { unit: number; pdu: Uint8Array }

/**
 * `noise`: number of bytes before the frame, or of all bytes, that belong to no frame. `rest` may still become a frame.
 */
export type FrameSearch = { frame?: Frame; noise: number; rest: Buffer }

/** Builds the frame of a request, and finds the first complete answer in received bytes. */
export type Framing = {
  frameOf(unit: number, pdu: Uint8Array): Uint8Array
  findFrame(bytes: Buffer, isQuiet: boolean): FrameSearch
}

// Longest frame of a serial line.
const maxFrame = 256

/** The length of the answer that starts at `at`; 0 if none does; nothing while that is undecided. */
function lengthAt(bytes: Buffer, at: number): number | undefined {
  const unit = bytes[at]!
  if (unit < 1 || unit > 247) return 0
  const code = bytes[at + 1]
  if (code === undefined) return undefined
  if (code > 0x80 && code <= 0x80 + 24) return 5
  if (code === 5 || code === 6 || code === 15 || code === 16) return 8
  if (code === 22) return 10
  if (code < 1 || code > 4) return 0
  const count = bytes[at + 2]
  if (count === undefined) return undefined
  return count === 0 || count + 5 > maxFrame ? 0 : count + 5
}

const hasCrc = (bytes: Buffer, at: number, length: number): boolean =>
  crcOf(bytes.subarray(at, at + length - 2)) === bytes.readUInt16LE(at + length - 2)

/**
 * Finds the first complete answer. `isQuiet`: no byte has followed for a while, so that an incomplete answer stays
 * incomplete.
 */
function findFrame(bytes: Buffer, isQuiet: boolean): FrameSearch {
  for (let at = 0; at < bytes.length; at++) {
    const length = lengthAt(bytes, at)
    const isWhole = length !== undefined && at + length <= bytes.length
    if (!isWhole && !isQuiet) return { noise: at, rest: bytes.subarray(at) }
    if (!isWhole || length === 0 || !hasCrc(bytes, at, length)) continue
    const frame = { unit: bytes[at]!, pdu: bytes.subarray(at + 1, at + length - 2) }
    return { frame, noise: at, rest: bytes.subarray(at + length) }
  }
  return { noise: bytes.length, rest: Buffer.alloc(0) }
}

export const rtuFraming: Framing = { frameOf, findFrame }
