// Reads requests from a byte stream and writes answers: MBAP (Modbus TCP) or CRC-framed RTU carried over TCP.
// The parsers keep at most one incomplete frame and never throw, for any input.

export type Framing = 'tcp' | 'rtu'
export type Request = {
  unitId: number
  pdu: Uint8Array
  /** Transaction number, only with MBAP; answers repeat it. */
  transaction: number
}
type Parsed = {
  requests: Request[]
  /** Bytes of an incomplete frame, to be prepended to the next chunk. */
  rest: Uint8Array
  /** The stream is broken: close it. */
  broken: boolean
}

const maxPdu = 253
const mbapHeader = 7
const maxRtuFrame = 256
const empty = new Uint8Array(0)

const wordAt = (bytes: Uint8Array, at: number) => (bytes[at]! << 8) | bytes[at + 1]!

/** CRC-16 of the serial line, polynomial A001 reflected; sent low byte first. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return crc
}

/** MBAP includes its length, so after a wrong header the stream cannot be resynchronised: it is broken. */
function parseTcp(bytes: Uint8Array): Parsed {
  const requests: Request[] = []
  let at = 0
  while (bytes.length - at >= mbapHeader) {
    const length = wordAt(bytes, at + 4)
    if (wordAt(bytes, at + 2) !== 0 || length < 2 || length > maxPdu + 1) return { requests, rest: empty, broken: true }
    const end = at + 6 + length
    if (end > bytes.length) break
    requests.push({ transaction: wordAt(bytes, at), unitId: bytes[at + 6]!, pdu: bytes.slice(at + mbapHeader, end) })
    at = end
  }
  return { requests, rest: bytes.slice(at), broken: false }
}

/**
 * Length of the RTU request at the start of `bytes`; 0 for an unknown function, undefined if the bytes do not suffice.
 */
function rtuLength(bytes: Uint8Array): number | undefined {
  const code = bytes[1]
  if (code === undefined) return undefined
  if (code >= 1 && code <= 6) return 8
  if (code === 22) return 10
  const countAt = code === 15 || code === 16 ? 6 : code === 23 ? 10 : 0
  if (countAt === 0) return 0
  const counted = bytes[countAt]
  return counted === undefined ? undefined : countAt + 1 + counted + 2
}

function crcHolds(bytes: Uint8Array, length: number): boolean {
  if (length < 4 || length > bytes.length) return false
  return crc16(bytes.subarray(0, length - 2)) === (bytes[length - 2]! | (bytes[length - 1]! << 8))
}

/** A frame with an unknown function ends at a matching CRC; only then is it distinguishable from noise. */
function unknownLength(bytes: Uint8Array): number {
  let crc = 0xffff
  const end = Math.min(bytes.length, maxRtuFrame)
  for (let at = 0; at + 2 <= end; at += 1) {
    if (at >= 2 && crc === (bytes[at]! | (bytes[at + 1]! << 8))) return at + 2
    crc ^= bytes[at]!
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  }
  return 0
}

/** The position of the next complete frame, skipping noise before it; length 0 if there is none yet. */
function findRtu(bytes: Uint8Array): { start: number; length: number } {
  for (let start = 0; start + 4 <= bytes.length; start += 1) {
    const tail = bytes.subarray(start)
    const known = rtuLength(tail)
    const length = known === 0 && start === 0 ? unknownLength(tail) : (known ?? 0)
    if (length > 0 && length <= maxRtuFrame && crcHolds(tail, length)) return { start, length }
  }
  return { start: 0, length: 0 }
}

/** Over TCP the silence between RTU frames is lost, so frames are found by length and CRC. */
function parseRtu(bytes: Uint8Array): Parsed {
  const requests: Request[] = []
  let rest = bytes
  for (;;) {
    const { start, length } = findRtu(rest.subarray(0, maxRtuFrame * 2))
    if (length > 0) {
      const pdu = rest.slice(start + 1, start + length - 2)
      requests.push({ transaction: 0, unitId: rest[start]!, pdu })
      rest = rest.subarray(start + length)
    } else if (rest.length > maxRtuFrame * 2) {
      rest = rest.subarray(maxRtuFrame)
    } else {
      // More than one frame without a valid CRC is noise; the newest bytes may still be the head of a frame.
      return { requests, rest: rest.slice(Math.max(0, rest.length - maxRtuFrame)), broken: false }
    }
  }
}

/** Every whole request in `bytes` (the earlier rest and the new chunk, joined). */
export function parseRequests(bytes: Uint8Array, framing: Framing): Parsed {
  return framing === 'tcp' ? parseTcp(bytes) : parseRtu(bytes)
}

/** The answer's bytes in the framing of its request. */
export function frameAnswer(request: Request, pdu: Uint8Array, framing: Framing): Uint8Array {
  if (framing === 'rtu') {
    const body = Uint8Array.of(request.unitId, ...pdu)
    const crc = crc16(body)
    return Uint8Array.of(...body, crc & 0xff, crc >> 8)
  }
  const length = pdu.length + 1
  const { transaction, unitId } = request
  return Uint8Array.of(transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unitId, ...pdu)
}
