// Values in 16-bit registers: byte orders, integers, floats and BCD. Pure; shared by every register-based driver.
import {
  asInteger,
  asNumber,
  type ByteOrder,
  type DataType,
  integerRange,
  integerValue,
  type TextPrefix,
  type Value,
} from '../../core/data-type.ts'
import { shortFloat32 } from '../../core/scaling.ts'
import { DriverFault } from '../driver.ts'

// Codes of contract/errors for faults of values.
const typeError = 1716
const notANumber = 1740
const infinite = 1741
const noBcd = 1742
const outOfRange = 2001
const maxFloat32 = 3.4028234663852886e38

const registersOf: Record<DataType, number> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 1,
  uint16: 1,
  bcd16: 1,
  int32: 2,
  uint32: 2,
  float32: 2,
  bcd32: 2,
  int64: 4,
  uint64: 4,
  float64: 4,
  bcd64: 4,
  string: 1,
}

/** Types of half a register; the address determines which half. */
export const isByte = (type: DataType): boolean => type === 'int8' || type === 'uint8'

/** The number of registers of a value. `length`: bytes reserved for a text, without its prefix. */
export function registerCount(type: DataType, length = 1, prefix?: TextPrefix): number {
  return type === 'string' ? Math.ceil((length + prefixBytes(prefix)) / 2) : registersOf[type]
}

/** Number of bytes before a text. */
export const prefixBytes = (prefix: TextPrefix | undefined): number => (prefix ? 2 : 0)

/** Converts the bytes of one value between big endian (ABCD) and the device's order; it is its own inverse. */
export function reorder(bytes: Uint8Array, order: ByteOrder): Uint8Array {
  if (order === 'ABCD') return bytes
  const out = new Uint8Array(bytes.length)
  const words = bytes.length / 2
  const swapWords = order === 'CDAB' || order === 'DCBA'
  const swapBytes = order === 'BADC' || order === 'DCBA'
  for (let index = 0; index < bytes.length; index++) {
    const word = index >> 1
    const from = (swapWords ? words - 1 - word : word) * 2 + (swapBytes ? 1 - (index & 1) : index & 1)
    out[index] = bytes[from]!
  }
  return out
}

/** The number in big-endian bytes. Throws 1742 for a bad BCD digit, 1740 and 1741 for NaN and infinity. */
export function decodeNumber(type: DataType, bytes: Uint8Array): number | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
    case 'int8':
      return view.getInt8(0)
    case 'uint8':
      return view.getUint8(0)
    case 'int16':
      return view.getInt16(0)
    case 'uint16':
      return view.getUint16(0)
    case 'int32':
      return view.getInt32(0)
    case 'uint32':
      return view.getUint32(0)
    case 'int64':
      return integerValue(view.getBigInt64(0))
    case 'uint64':
      return integerValue(view.getBigUint64(0))
    case 'float32':
      return shortFloat32(finite(view.getFloat32(0)))
    case 'float64':
      return finite(view.getFloat64(0))
    case 'bcd16':
    case 'bcd32':
    case 'bcd64':
      return decodeBcd(bytes)
    default:
      throw new DriverFault(typeError, `${type} is not a number`)
  }
}

function finite(value: number): number {
  if (Number.isNaN(value)) throw new DriverFault(notANumber, 'the registers hold NaN')
  if (!Number.isFinite(value)) throw new DriverFault(infinite, 'the registers hold infinity')
  return value
}

function decodeBcd(bytes: Uint8Array): number | string {
  let value = 0n
  for (const byte of bytes) {
    const [high, low] = [byte >> 4, byte & 15]
    if (high > 9 || low > 9) throw new DriverFault(noBcd, 'the registers hold no BCD number')
    value = value * 100n + BigInt(high * 10 + low)
  }
  return integerValue(value)
}

/** The big-endian bytes of a number. Throws 1716 if it is not of the type, 2001 if it is out of range. */
export function encodeNumber(type: DataType, value: Value): Uint8Array {
  const bytes = new Uint8Array(isByte(type) ? 1 : registersOf[type] * 2)
  const view = new DataView(bytes.buffer)
  if (type === 'float32' || type === 'float64') {
    writeFloat(view, type, value)
    return bytes
  }
  const whole = wholeWithin(type, value)
  if (type.startsWith('bcd')) return encodeBcd(whole, bytes)
  for (let index = bytes.length - 1, rest = whole; index >= 0; index--, rest >>= 8n) {
    bytes[index] = Number(rest & 0xffn)
  }
  return bytes
}

function writeFloat(view: DataView, type: 'float32' | 'float64', value: Value): void {
  const number = typeof value === 'boolean' ? undefined : asNumber(value)
  if (number === undefined) throw new DriverFault(typeError, 'the value is no number')
  if (type === 'float64') {
    view.setFloat64(0, number)
    return
  }
  if (!Number.isFinite(Math.fround(number)))
    throw new DriverFault(outOfRange, 'the value is beyond float32', { min: -maxFloat32, max: maxFloat32 })
  view.setFloat32(0, number)
}

function wholeWithin(type: DataType, value: Value): bigint {
  const range = integerRange(type)
  const whole = asInteger(value)
  if (!range || whole === undefined) throw new DriverFault(typeError, `the value is no ${type}`)
  if (whole < range.min || whole > range.max) {
    const [min, max] = [String(range.min), String(range.max)]
    throw new DriverFault(outOfRange, `${type} is ${min} to ${max}`, { min, max })
  }
  return whole
}

function encodeBcd(whole: bigint, bytes: Uint8Array): Uint8Array {
  for (let index = bytes.length - 1, rest = whole; index >= 0; index--, rest /= 100n) {
    const pair = Number(rest % 100n)
    bytes[index] = (Math.floor(pair / 10) << 4) | (pair % 10)
  }
  return bytes
}
