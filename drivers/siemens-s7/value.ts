// Values in the bytes of an S7 device: numbers, texts, bits, timers and counters. Pure.
import { asBoolean, type ByteOrder, type Value } from '../../core/data-type.ts'
import { type Block, DriverFault, isRefusal, type Point, type WriteRequest } from '../driver.ts'
import { decodeNumber, encodeNumber, isByte, prefixBytes, registerCount, reorder } from '../modbus-tcp/registers.ts'
import { decodeText, encodeText, type TextFormat } from '../modbus-tcp/text.ts'
import { isWordArea, parseS7Address, type S7Address, unitBytes } from './address.ts'
import type { S7Params } from './params.ts'
import type { Placed } from './plan.ts'

// Codes of contract/errors.
const addressMissing = 1715
const typeError = 1716
const readOnly = 1717
const incomplete = 1719
const noBcd = 1742

type Format = Pick<S7Params, 'byteOrder' | 'encoding'>
type S7Block = Pick<Block<S7Address>, 'start' | 'area'>

/** Number of units of a point: bytes, or one timer or counter. */
export function sizeOf({ dataType, length = 1, prefix }: Point, { area }: S7Address): number {
  if (isWordArea(area) || dataType === 'bool' || isByte(dataType)) return 1
  return dataType === 'string' ? length + prefixBytes(prefix) : registerCount(dataType) * 2
}

/** A point with its parsed address. Throws 1715 if it does not parse; the configuration was checked before. */
export function place(point: Point): Placed {
  const address = parseS7Address(point.address)
  if (isRefusal(address)) throw new DriverFault(addressMissing, address.reason.en)
  return { point, address, size: sizeOf(point, address) }
}

/** The bytes of a point within those of its block. Throws 1719 if the device has sent fewer. */
function bytesIn({ address, size }: Placed, block: S7Block, bytes: Uint8Array): Uint8Array {
  const unit = unitBytes(block.area)
  const from = (address.start - block.start) * unit
  const own = bytes.subarray(from, from + size * unit)
  if (own.length < size * unit) throw new DriverFault(incomplete, 'the answer has too few bytes')
  return own
}

/** The order of the point, or that of the driver, which does not apply to 8- and 16-bit values. */
const orderOf = ({ byteOrder }: Point, size: number, format: Format): ByteOrder =>
  byteOrder ?? (size <= 2 ? 'ABCD' : format.byteOrder)

const textFormat = ({ prefix }: Point, { encoding }: Format): TextFormat => ({ encoding, order: 'AB', prefix })

/** The bytes of a number, highest first; nothing for bits, texts and timers, whose bytes are no number of their type. */
export const rawBytes = (point: Point, block: S7Block, bytes: Uint8Array, format: Format): Uint8Array | undefined => {
  const placed = place(point)
  return rawOf(placed, bytesIn(placed, block, bytes), format)
}

function rawOf({ point, address, size }: Placed, own: Uint8Array, format: Format): Uint8Array | undefined {
  if (address.width === 'timer' || point.dataType === 'bool' || point.dataType === 'string') return undefined
  return address.width === 'counter' ? counterBytes(point, own) : reorder(own, orderOf(point, size, format))
}

/** The value of a point from the bytes of its block. Throws a `DriverFault`. */
export function decode(point: Point, block: S7Block, bytes: Uint8Array, format: Format): Value {
  const placed = place(point)
  const own = bytesIn(placed, block, bytes)
  const raw = rawOf(placed, own, format)
  if (raw) return decodeNumber(point.dataType, raw)
  const { width, bit } = placed.address
  if (width === 'timer') return timerMs(own)
  if (bit !== undefined) return ((own[0]! >> bit) & 1) === 1
  return decodeText(own, point.length ?? own.length, textFormat(point, format))
}

/** A BCD counter has three digits; the four bits above them have no meaning. */
const counterBytes = ({ dataType }: Point, [high = 0, low = 0]: Uint8Array): Uint8Array =>
  Uint8Array.of(dataType === 'bcd16' ? high & 0x0f : high, low)

const timeBasesMs = [10, 100, 1000, 10_000]

/** S5TIME: time base in bits 12 and 13, three BCD digits below. Throws 1742 for a digit above 9. */
function timerMs([high = 0, low = 0]: Uint8Array): number {
  const digits = [high & 15, low >> 4, low & 15]
  if (digits.some((digit) => digit > 9)) throw new DriverFault(noBcd, 'the timer holds no BCD number')
  return timeBasesMs[(high >> 4) & 3]! * digits.reduce((sum, digit) => sum * 10 + digit, 0)
}

/** The request that writes a value. Throws a `DriverFault`. */
export function encode(point: Point, value: Value, format: Format): WriteRequest {
  const { address, size } = place(point)
  const { area, start, bit } = address
  if (isWordArea(area)) throw new DriverFault(readOnly, 'timers and counters are read-only')
  if (bit !== undefined) return { area, start, ...bitOf(bit, value) }
  if (point.dataType === 'string') return { area, start, ...textOf(point, value, textFormat(point, format)) }
  return { area, start, bytes: reorder(encodeNumber(point.dataType, value), orderOf(point, size, format)) }
}

/** A mask of one byte names the bit. */
function bitOf(bit: number, value: Value): Pick<WriteRequest, 'bytes' | 'mask'> {
  const on = asBoolean(value)
  if (on === undefined) throw new DriverFault(typeError, 'the value is not a bool')
  const mask = Uint8Array.of(1 << bit)
  return { bytes: on ? mask : new Uint8Array(1), mask }
}

/**
 * A text without a prefix fills its bytes with NUL. With a prefix only the prefix and the characters are written: bytes
 * behind them may belong to another variable. The capacity of an `s7` text is masked out: the PLC declares it.
 */
function textOf({ length = 0 }: Point, value: Value, format: TextFormat): Pick<WriteRequest, 'bytes' | 'mask'> {
  if (typeof value !== 'string') throw new DriverFault(typeError, 'the value is not a string')
  const whole = encodeText(value, length, format)
  if (!format.prefix) return { bytes: whole.subarray(0, length) }
  const bytes = whole.subarray(0, prefixBytes(format.prefix) + whole[1]!)
  if (format.prefix !== 's7') return { bytes }
  const mask = new Uint8Array(bytes.length).fill(0xff)
  mask[0] = 0
  return { bytes, mask }
}
