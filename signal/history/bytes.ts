// Bytes that grow while they are written, and are read with every length checked. Little-endian; a varint carries whole
// numbers from 0 to 2^53 - 1 in seven bits a byte, lowest first; zigzag puts the sign into the lowest bit.

export type Sink = { bytes: Buffer; view: DataView; at: number }
export type Source = { bytes: Buffer; view: DataView; at: number }

/** The latest instant a frame or a chunk can hold, ms (year 144683): differences of two steps are still exact. */
export const latestInstant = 2 ** 52 - 1

/** The maximum number of bytes of a varint. */
export const varintBytes = 8

const firstSize = 64 * 1024
const keptSize = 4 * 1024 * 1024

export function createSink(): Sink {
  const bytes = Buffer.allocUnsafeSlow(firstSize)
  return { bytes, view: new DataView(bytes.buffer), at: 0 }
}

/** Resets the sink; a very large buffer is freed. */
export function restart(sink: Sink): void {
  sink.at = 0
  if (sink.bytes.length > keptSize) Object.assign(sink, createSink())
}

/** Makes room for `more` bytes; writers that do not check require that this was called before. */
export function reserve(sink: Sink, more: number): void {
  const needed = sink.at + more
  if (needed <= sink.bytes.length) return
  const bytes = Buffer.allocUnsafeSlow(Math.max(needed, sink.bytes.length * 2))
  sink.bytes.copy(bytes, 0, 0, sink.at)
  sink.bytes = bytes
  sink.view = new DataView(bytes.buffer)
}

export function sourceOf(data: Uint8Array): Source {
  const bytes = Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return { bytes, view: new DataView(data.buffer, data.byteOffset, data.byteLength), at: 0 }
}

export const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value)
export const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

/** Appends a varint. The caller must have reserved `varintBytes`. */
export function putVarint(sink: Sink, value: number): void {
  sink.at = writeVarint(sink.bytes, sink.at, value)
}

/** Writes a varint and returns the next position; for loops that hold the position in a local variable. */
export function writeVarint(bytes: Uint8Array, place: number, value: number): number {
  let at = place
  let rest = value
  while (rest >= 0x8000_0000) {
    bytes[at++] = (rest % 128) | 128
    rest = Math.floor(rest / 128)
  }
  while (rest >= 128) {
    bytes[at++] = (rest & 127) | 128
    rest >>>= 7
  }
  bytes[at++] = rest
  return at
}

/** Throws a RangeError where the bytes end or the number is not a safe integer. */
export function takeVarint(source: Source): number {
  const { bytes } = source
  let at = source.at
  let byte = bytes[at++]!
  let value = byte & 127
  let factor = 128
  while (byte >= 128) {
    byte = bytes[at++]!
    value += (byte & 127) * factor
    factor *= 128
    if (factor > 2 ** 56) throw new RangeError('A number is too long')
  }
  if (at > bytes.length) throw new RangeError('Cut short')
  if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('A number is too large')
  source.at = at
  return value
}

/** Throws unless `length` more bytes follow. */
export function demand(source: Source, length: number): void {
  if (length > source.bytes.length - source.at) throw new RangeError('Cut short')
}

export function takeByte(source: Source): number {
  demand(source, 1)
  return source.bytes[source.at++]!
}

// UTF-8 loses halves of surrogate pairs: such a text is stored in UTF-16.
const halves = /\p{Surrogate}/u

/** Appends a text and reserves the space for it. The lowest bit of the length marks UTF-16. */
export function putText(sink: Sink, text: string): void {
  const encoding = halves.test(text) ? 'utf16le' : 'utf8'
  const length = Buffer.byteLength(text, encoding)
  reserve(sink, length + varintBytes)
  putVarint(sink, length * 2 + (encoding === 'utf8' ? 0 : 1))
  sink.bytes.write(text, sink.at, encoding)
  sink.at += length
}

export function takeText(source: Source): string {
  const head = takeVarint(source)
  const length = Math.floor(head / 2)
  demand(source, length)
  const text = source.bytes.toString(head % 2 === 0 ? 'utf8' : 'utf16le', source.at, source.at + length)
  source.at += length
  return text
}
