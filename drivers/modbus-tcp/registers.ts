// Values in 16-bit registers: byte orders, integers, floats and BCD. Pure; shared by every register-based driver.
import { asInteger, asNumber, type DataType, integerRange, integerValue, type Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'

/**
 * Order of the bytes of a 32-bit value in two registers. 64-bit values follow the same rule over four registers:
 * ABCD as written, CDAB words swapped, BADC bytes of each word swapped, DCBA both.
 */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type ByteOrder = (typeof byteOrders)[number]

// Codes of contract/errors that values themselves cause.
const typeError = 1716
const outOfRange = 2001

const registersOf: Record<DataType, number> = {
  bool: 1,
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
  string: 1,
}

/** Registers a value covers. `length` is the bytes reserved for a text. */
export function registerCount(type: DataType, length = 1): number {
  return type === 'string' ? Math.ceil(length / 2) : registersOf[type]
}

/** The bytes of one value, big endian as ABCD, from the device's order or (its own inverse) to it. */
export function reorder(bytes: Uint8Array, order: ByteOrder): Uint8Array {
  if (order === 'ABCD' || bytes.length < 4) return bytes
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

/** Number of a type out of its big-endian bytes. Throws 1716 for a bad BCD digit and a float that is no number. */
export function decodeNumber(type: DataType, bytes: Uint8Array): number | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (type) {
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
      return decodeBcd(bytes)
    default:
      throw new DriverFault(typeError, `${type} is not a number`)
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new DriverFault(typeError, 'the registers hold no number (NaN or infinity)')
  return value
}

/** The shortest decimal that is this 32-bit float: 21.3, not 21.299999237060547. */
export function shortFloat32(value: number): number {
  if (Number.isInteger(value)) return value
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(9))
}

function decodeBcd(bytes: Uint8Array): number {
  let value = 0
  for (const byte of bytes) {
    const [high, low] = [byte >> 4, byte & 15]
    if (high > 9 || low > 9) throw new DriverFault(typeError, 'the registers hold no BCD number')
    value = value * 100 + high * 10 + low
  }
  return value
}

/** Big-endian bytes of a number. Throws 1716 when it is none of the type, 2001 when beyond its range. */
export function encodeNumber(type: DataType, value: Value): Uint8Array {
  const bytes = new Uint8Array(registersOf[type] * 2)
  const view = new DataView(bytes.buffer)
  if (type === 'float32' || type === 'float64') {
    writeFloat(view, type, value)
    return bytes
  }
  const whole = wholeWithin(type, value)
  if (type === 'bcd16' || type === 'bcd32') return encodeBcd(whole, bytes)
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
  if (!Number.isFinite(Math.fround(number))) throw new DriverFault(outOfRange, 'the value is beyond float32')
  view.setFloat32(0, number)
}

function wholeWithin(type: DataType, value: Value): bigint {
  const range = integerRange(type)
  const whole = asInteger(value)
  if (!range || whole === undefined) throw new DriverFault(typeError, `the value is no ${type}`)
  if (whole < range.min || whole > range.max) {
    throw new DriverFault(outOfRange, `${type} is ${range.min} to ${range.max}`)
  }
  return whole
}

function encodeBcd(whole: bigint, bytes: Uint8Array): Uint8Array {
  for (let index = bytes.length - 1, rest = Number(whole); index >= 0; index--) {
    const pair = rest % 100
    bytes[index] = (Math.floor(pair / 10) << 4) | (pair % 10)
    rest = Math.floor(rest / 100)
  }
  return bytes
}
