// The wire format of Protocol Buffers: fields with numbers, read one after the other with every length checked, and
// written. https://protobuf.dev/programming-guides/encoding. Pure.

/** The bytes are no message. */
export class ProtobufFault extends Error {}

const wireTypes = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

const maxVarintBytes = 10
/** Seven groups of seven bits fit into a number exactly. */
const numberBytes = 7
const maxField = 536_870_911
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads the fields of one message. */
export class FieldReader {
  readonly #bytes: Buffer
  #at = 0
  #type = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The number of the next field, whose value must be read or skipped; 0 at the end. */
  next(): number {
    if (this.#at >= this.#bytes.length) return 0
    const tag = Number(this.#varint())
    this.#type = tag % 8
    const field = Math.floor(tag / 8)
    if (field === 0 || field > maxField) throw new ProtobufFault(`field number ${field}`)
    return field
  }

  /** An unsigned integer of up to 64 bits. */
  whole(): number | bigint {
    this.#expect(wireTypes.varint)
    return this.#varint()
  }

  bool(): boolean {
    return Number(this.whole()) !== 0
  }

  float(): number {
    this.#expect(wireTypes.fixed32)
    return this.#bytes.readFloatLE(this.#advance(4))
  }

  double(): number {
    this.#expect(wireTypes.fixed64)
    return this.#bytes.readDoubleLE(this.#advance(8))
  }

  bytes(): Buffer {
    this.#expect(wireTypes.bytes)
    const length = Number(this.#varint())
    const start = this.#advance(length)
    return this.#bytes.subarray(start, start + length)
  }

  text(): string {
    try {
      return utf8.decode(this.bytes())
    } catch (error) {
      throw error instanceof ProtobufFault ? error : new ProtobufFault('a text that is no UTF-8')
    }
  }

  skip(): void {
    if (this.#type === wireTypes.varint) this.#varint()
    else if (this.#type === wireTypes.fixed64) this.#advance(8)
    else if (this.#type === wireTypes.fixed32) this.#advance(4)
    else this.bytes()
  }

  #expect(type: number): void {
    if (this.#type !== type) throw new ProtobufFault(`wire type ${this.#type} instead of ${type}`)
  }

  /** Moves on by a number of bytes and returns the position before. Throws if the message has less. */
  #advance(length: number): number {
    const start = this.#at
    if (length > this.#bytes.length - start) throw new ProtobufFault('the message is cut')
    this.#at += length
    return start
  }

  #varint(): number | bigint {
    let value = 0
    for (let count = 0; count < numberBytes; count++) {
      const byte = this.#bytes[this.#advance(1)]!
      value += (byte & 127) * 128 ** count
      if (byte < 128) return value
    }
    let large = BigInt(value)
    for (let count = numberBytes; count < maxVarintBytes; count++) {
      const byte = this.#bytes[this.#advance(1)]!
      large += BigInt(byte & 127) << BigInt(7 * count)
      if (byte >= 128) continue
      if (large >= 1n << 64n) break
      return large > BigInt(Number.MAX_SAFE_INTEGER) ? large : Number(large)
    }
    throw new ProtobufFault('an integer of more than 64 bits')
  }
}

/** Collects the fields of one message. */
export class FieldWriter {
  readonly #parts: Buffer[] = []

  whole(field: number, value: number | bigint): this {
    return this.#tag(field, wireTypes.varint).#varint(value)
  }

  bool(field: number, isOn: boolean): this {
    return this.whole(field, isOn ? 1 : 0)
  }

  float(field: number, value: number): this {
    const bytes = Buffer.alloc(4)
    bytes.writeFloatLE(value)
    return this.#tag(field, wireTypes.fixed32).#push(bytes)
  }

  double(field: number, value: number): this {
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(value)
    return this.#tag(field, wireTypes.fixed64).#push(bytes)
  }

  bytes(field: number, bytes: Buffer): this {
    return this.#tag(field, wireTypes.bytes).#varint(bytes.length).#push(bytes)
  }

  text(field: number, text: string): this {
    return this.bytes(field, Buffer.from(text))
  }

  end(): Buffer {
    return Buffer.concat(this.#parts)
  }

  #push(bytes: Buffer): this {
    this.#parts.push(bytes)
    return this
  }

  #tag(field: number, type: number): this {
    return this.#varint(field * 8 + type)
  }

  #varint(value: number | bigint): this {
    const bytes: number[] = []
    let left = BigInt(value)
    for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128)
    bytes.push(Number(left))
    return this.#push(Buffer.from(bytes))
  }
}

/** How each field of a message is read into an object, by its number. */
export type FieldReaders<T> = Readonly<Record<number, (reader: FieldReader, into: T) => unknown>>

/** Reads a message in the order of its fields; those without a reader are skipped. Throws a `ProtobufFault`. */
export function readFields<T>(bytes: Buffer, readers: FieldReaders<T>, into: T): T {
  const reader = new FieldReader(bytes)
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    const read = readers[field]
    if (read) read(reader, into)
    else reader.skip()
  }
  return into
}
