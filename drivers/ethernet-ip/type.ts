// Data types of CIP, and their values to and from bytes. Pure. Codes: CIP volume 1, appendix C-6.1; 1756-PM020, "Data
// access"; types of NJ and NX: W506, appendix "CIP data types".
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { decodeText, type Encoding, encodeText } from '../modbus-tcp/text.ts'
import { floatAs, toBool, toFloat, toWhole, wholeAs } from '../tag-value.ts'
import { incomplete } from './faults.ts'

export const codes = {
  bool: 0xc1,
  sint: 0xc2,
  int: 0xc3,
  dint: 0xc4,
  dword: 0xd3,
  string: 0xd0,
  shortString: 0xda,
  structure: 0x02a0,
} as const

/** An atomic type of fixed length. */
type Atomic = { name: string; bytes: number; dataType: DataType }

const atomics = new Map<number, Atomic>([
  [0xc1, { name: 'BOOL', bytes: 1, dataType: 'bool' }],
  [0xc2, { name: 'SINT', bytes: 1, dataType: 'int8' }],
  [0xc3, { name: 'INT', bytes: 2, dataType: 'int16' }],
  [0xc4, { name: 'DINT', bytes: 4, dataType: 'int32' }],
  [0xc5, { name: 'LINT', bytes: 8, dataType: 'int64' }],
  [0xc6, { name: 'USINT', bytes: 1, dataType: 'uint8' }],
  [0xc7, { name: 'UINT', bytes: 2, dataType: 'uint16' }],
  [0xc8, { name: 'UDINT', bytes: 4, dataType: 'uint32' }],
  [0xc9, { name: 'ULINT', bytes: 8, dataType: 'uint64' }],
  [0xca, { name: 'REAL', bytes: 4, dataType: 'float32' }],
  [0xcb, { name: 'LREAL', bytes: 8, dataType: 'float64' }],
  [0xd1, { name: 'BYTE', bytes: 1, dataType: 'uint8' }],
  [0xd2, { name: 'WORD', bytes: 2, dataType: 'uint16' }],
  [0xd3, { name: 'DWORD', bytes: 4, dataType: 'uint32' }],
  [0xd4, { name: 'LWORD', bytes: 8, dataType: 'uint64' }],
  // Types of Omron: an enumeration, and times in ns.
  [0x07, { name: 'ENUM', bytes: 4, dataType: 'int32' }],
  [0x08, { name: 'DATE_NSEC', bytes: 8, dataType: 'uint64' }],
  [0x09, { name: 'TIME_NSEC', bytes: 8, dataType: 'int64' }],
  [0x0a, { name: 'DATE_AND_TIME_NSEC', bytes: 8, dataType: 'uint64' }],
  [0x0b, { name: 'TIME_OF_DAY_NSEC', bytes: 8, dataType: 'uint64' }],
])

/** The atomic type of a code, or nothing. */
export const atomicOf = (code: number): Atomic | undefined => atomics.get(code)

export const typeName = (code: number): string =>
  atomics.get(code)?.name ??
  (code === codes.string || code === codes.shortString
    ? 'STRING'
    : code === codes.structure
      ? 'a structure'
      : `type ${code.toString(16).toUpperCase().padStart(4, '0')}`)

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)

/** The number of a whole type in bytes from a position on. */
function wholeAt(dataType: DataType, bytes: Buffer, at: number): number | bigint {
  switch (dataType) {
    case 'int8':
      return bytes.readInt8(at)
    case 'uint8':
      return bytes.readUInt8(at)
    case 'int16':
      return bytes.readInt16LE(at)
    case 'uint16':
      return bytes.readUInt16LE(at)
    case 'int32':
      return bytes.readInt32LE(at)
    case 'uint32':
      return bytes.readUInt32LE(at)
    case 'int64':
      return bytes.readBigInt64LE(at)
    default:
      return bytes.readBigUInt64LE(at)
  }
}

/**
 * The value of an element of an atomic type, as another data type if that holds it. Throws 1716, 1740, 1741; 1728 for a
 * BOOL that is neither on nor off.
 */
export function atomicValue(atomic: Atomic, bytes: Buffer, at: number, dataType: DataType): Value {
  switch (atomic.dataType) {
    case 'bool':
      if (dataType !== 'bool') throw wrongType(`it is BOOL, not ${dataType}`)
      return isOn(bytes.readUInt8(at))
    case 'float32':
      return floatAs(bytes.readFloatLE(at), true, dataType)
    case 'float64':
      return floatAs(bytes.readDoubleLE(at), false, dataType)
    default:
      return wholeAs(wholeAt(atomic.dataType, bytes, at), dataType)
  }
}

/** Controllers answer with 1 or with 255 for true. */
function isOn(byte: number): boolean {
  if (byte === 0) return false
  if (byte === 1 || byte === 0xff) return true
  throw new DriverFault(1728, `a BOOL of ${byte}`)
}

/** A bit of an element. Throws 1716 if the type has no such bit. */
export function bitValue(atomic: Atomic, bytes: Buffer, at: number, bit: number): boolean {
  checkBit(atomic, bit)
  return ((bytes.readUInt8(at + (bit >> 3)) >> (bit & 7)) & 1) === 1
}

/** Throws 1716 unless the type is whole and has that bit. */
export function checkBit({ name, dataType, bytes }: Atomic, bit: number): void {
  if (dataType === 'bool' || dataType.startsWith('float')) throw wrongType(`it is ${name}, which has no bits`)
  if (bit >= bytes * 8) throw wrongType(`it is ${name}, which has bits 0 to ${bytes * 8 - 1}`)
}

/** The bytes of an atomic value to write. Throws 1716, 2001. */
export function atomicBytes({ dataType, bytes: length }: Atomic, value: Value): Buffer {
  const bytes = Buffer.alloc(length)
  if (dataType === 'bool') bytes.writeUInt8(toBool(value) ? 1 : 0)
  else if (dataType === 'float32') bytes.writeFloatLE(toFloat(value, true))
  else if (dataType === 'float64') bytes.writeDoubleLE(toFloat(value, false))
  else {
    if (typeof value === 'boolean') throw wrongType('the tag is no bool')
    const whole = BigInt.asUintN(64, toWhole(value, dataType))
    for (let at = 0; at < length; at++) bytes[at] = Number((whole >> BigInt(at * 8)) & 0xffn)
  }
  return bytes
}

/** The text of a STRING of Omron (length of 16 bits) or of Micro800 (8 bits). Throws 1719 if it is cut. */
export function prefixedText(code: number, bytes: Buffer, encoding: Encoding): string {
  const prefix = code === codes.string ? 2 : 1
  if (bytes.length < prefix) throw incomplete('a text without its length')
  const length = prefix === 2 ? bytes.readUInt16LE(0) : bytes.readUInt8(0)
  if (prefix + length > bytes.length) throw incomplete(`${bytes.length - prefix} of ${length} bytes of a text`)
  return textOf(bytes.subarray(prefix, prefix + length), encoding)
}

/**
 * The bytes of a text to write: its length in 16 or 8 bits in front. A STRING of odd length gets a NUL, which ends the
 * text on the controller: some expect an even number of bytes. Throws 1716, 2007, 2008.
 */
export function prefixedBytes(code: number, value: Value, encoding: Encoding): Buffer {
  if (code === codes.shortString) {
    const text = textBytes(value, 0xff, encoding)
    return Buffer.concat([Buffer.of(text.length), text])
  }
  const text = textBytes(value, 0xfffe, encoding)
  const bytes = Buffer.alloc(2 + text.length + (text.length % 2))
  bytes.writeUInt16LE(bytes.length - 2, 0)
  bytes.set(text, 2)
  return bytes
}

const lengthBytes = 4

/** The text of a string structure of Logix: LEN in 32 bits, DATA. Throws 1719 if LEN is beyond DATA. */
export function structureText(bytes: Buffer, encoding: Encoding): string {
  if (bytes.length < lengthBytes) throw incomplete('a structure without LEN')
  const length = bytes.readInt32LE(0)
  if (length < 0 || length > bytes.length - lengthBytes) throw incomplete(`a text whose LEN is ${length}`)
  return textOf(bytes.subarray(lengthBytes, lengthBytes + length), encoding)
}

/** The bytes of a string structure of `size` bytes whose DATA has `capacity`. Throws 1716, 2007, 2008. */
export function structureBytes(
  value: Value,
  { size, capacity }: { size: number; capacity: number },
  encoding: Encoding,
) {
  const text = textBytes(value, capacity, encoding)
  const bytes = Buffer.alloc(size)
  bytes.writeInt32LE(text.length, 0)
  bytes.set(text, lengthBytes)
  return bytes
}

const textOf = (bytes: Buffer, encoding: Encoding): string => decodeText(bytes, bytes.length, { encoding, order: 'AB' })

function textBytes(value: Value, capacity: number, encoding: Encoding): Uint8Array {
  if (typeof value !== 'string') throw wrongType('the value is not a text')
  const padded = encodeText(value, capacity, { encoding, order: 'AB' })
  const end = padded.indexOf(0)
  return end < 0 ? padded.subarray(0, capacity) : padded.subarray(0, end)
}
