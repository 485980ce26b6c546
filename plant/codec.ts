// Encodes a point's value into registers, and back. Registers are 16-bit numbers, as in Modbus.
import { type ByteOrder, type Reading, type Register, sizeOf } from './waterworks/registers.ts'

type Shape = Pick<Register, 'dataType' | 'length' | 'encoding' | 'byteOrder' | 'scale' | 'offset'>

const integers = {
  int16: [2, true],
  uint16: [2, false],
  int32: [4, true],
  uint32: [4, false],
  int64: [8, true],
  uint64: [8, false],
} as const

/** Reorders bytes, most significant first, into their order in the registers; its own inverse. */
export function reorder(bytes: Uint8Array, order: ByteOrder, registersInOrder = false): Uint8Array {
  const ordered = Uint8Array.from(bytes)
  const swapsBytes = order === 'BADC' || order === 'DCBA'
  const swapsRegisters = !registersInOrder && (order === 'CDAB' || order === 'DCBA')
  if (swapsRegisters) ordered.reverse()
  // Reversing everything also swaps the bytes of each register; CDAB needs that undone, BADC needs it.
  if (swapsBytes !== swapsRegisters) {
    for (let at = 0; at + 1 < ordered.length; at += 2) {
      const high = ordered[at]!
      ordered[at] = ordered[at + 1]!
      ordered[at + 1] = high
    }
  }
  return ordered
}

const toWords = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length / 2 }, (_, at) => (bytes[at * 2]! << 8) | bytes[at * 2 + 1]!)

const toBytes = (words: readonly number[]) => Uint8Array.from(words.flatMap((word) => [word >> 8, word & 0xff]))

function bcdDigits(value: number, digits: number): Uint8Array {
  const limit = 10 ** digits
  const whole = Math.min(Math.max(Math.round(value), 0), limit - 1)
  return Uint8Array.from(Buffer.from(whole.toString().padStart(digits, '0'), 'hex'))
}

/** The number in packed decimal digits, or undefined if a nibble is not a digit. */
function bcdValue(bytes: Uint8Array): number | undefined {
  const digits = Buffer.from(bytes).toString('hex')
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

/** Text cut at a whole character to `length` bytes, the rest NUL. ASCII uses a question mark for other characters. */
function textBytes(value: string, length: number, encoding: 'ascii' | 'utf8'): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(length / 2) * 2)
  const plain = encoding === 'ascii' ? value.replace(/[^ -~]/gu, '?') : value
  new TextEncoder().encodeInto(plain, bytes.subarray(0, length))
  return bytes
}

/** The text up to the first NUL, or undefined if it is invalid in that encoding. */
function textValue(bytes: Uint8Array, encoding: 'ascii' | 'utf8'): string | undefined {
  const end = bytes.indexOf(0)
  const used = end < 0 ? bytes : bytes.subarray(0, end)
  if (encoding === 'ascii' && used.some((byte) => byte < 0x20 || byte > 0x7e)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(used)
  } catch (fault) {
    if (fault instanceof TypeError) return undefined
    throw fault
  }
}

function integerBytes(value: Reading, [size, signed]: readonly [number, boolean], shape: Shape): Uint8Array {
  const scaled = typeof value === 'bigint' ? value : BigInt(Math.round(toRaw(Number(value), shape)))
  const lowest = signed ? -(1n << BigInt(size * 8 - 1)) : 0n
  const highest = (1n << BigInt(signed ? size * 8 - 1 : size * 8)) - 1n
  // A PLC's analog input saturates instead of wrapping around.
  const held = scaled < lowest ? lowest : scaled > highest ? highest : scaled
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, held))
  return bytes.subarray(8 - size)
}

const toRaw = (value: number, { scale = 1, offset = 0 }: Shape) => (value - offset) / scale
const fromRaw = (raw: number, { scale = 1, offset = 0 }: Shape) =>
  scale === 1 && offset === 0 ? raw : Number((raw * scale + offset).toPrecision(12))

function floatBytes(value: number, size: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  if (size === 4) view.setFloat32(0, value)
  else view.setFloat64(0, value)
  return bytes
}

function valueBytes(value: Reading, shape: Shape): Uint8Array {
  const { dataType } = shape
  if (dataType === 'string') return textBytes(String(value), shape.length ?? 2, shape.encoding ?? 'ascii')
  if (dataType === 'float32') return floatBytes(toRaw(Number(value), shape), 4)
  if (dataType === 'float64') return floatBytes(toRaw(Number(value), shape), 8)
  if (dataType === 'bcd16') return bcdDigits(Number(value), 4)
  if (dataType === 'bcd32') return bcdDigits(Number(value), 8)
  if (dataType === 'bool') return Uint8Array.of(0, value ? 1 : 0)
  return integerBytes(value, integers[dataType], shape)
}

/** Registers of an engineering value. Out of the type's range it saturates. */
export function encode(value: Reading, shape: Shape): number[] {
  return toWords(reorder(valueBytes(value, shape), shape.byteOrder, shape.dataType === 'string'))
}

/** The engineering value in these registers, or undefined if they are invalid (not digits, text or a number). */
export function decode(words: readonly number[], shape: Shape): Reading | undefined {
  const { dataType } = shape
  const size = sizeOf(shape) * 2
  const bytes = reorder(toBytes(words.slice(0, size / 2)), shape.byteOrder, dataType === 'string')
  const view = new DataView(bytes.buffer)
  if (dataType === 'string') return textValue(bytes.subarray(0, shape.length ?? 2), shape.encoding ?? 'ascii')
  if (dataType === 'bool') return bytes[1] !== 0
  if (dataType === 'bcd16' || dataType === 'bcd32') return bcdValue(bytes)
  if (dataType === 'int64') return view.getBigInt64(0)
  if (dataType === 'uint64') return view.getBigUint64(0)
  const raw = numberIn(view, dataType)
  return Number.isFinite(raw) ? fromRaw(raw, shape) : undefined
}

function numberIn(view: DataView, dataType: 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'): number {
  if (dataType === 'int16') return view.getInt16(0)
  if (dataType === 'uint16') return view.getUint16(0)
  if (dataType === 'int32') return view.getInt32(0)
  if (dataType === 'uint32') return view.getUint32(0)
  return dataType === 'float32' ? view.getFloat32(0) : view.getFloat64(0)
}
