// Converts values between OPC UA and Gatehouse exactly: a value that a variable cannot hold is a fault. Pure.
import { type DataType, integerRange, type Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { floatAs, toBool, toFloat, toWhole, wholeAs } from '../tag-value.ts'
import { isGuid } from './address.ts'

/** The built-in types, by their numbers in the standard. */
export const builtIn = {
  boolean: 1,
  sbyte: 2,
  byte: 3,
  int16: 4,
  uint16: 5,
  int32: 6,
  uint32: 7,
  int64: 8,
  uint64: 9,
  float: 10,
  double: 11,
  string: 12,
  dateTime: 13,
  guid: 14,
  xml: 16,
  localizedText: 21,
} as const

/** A variant as the library represents it; `arrayType` 0: a single value. 64-bit integers are [high, low]. */
export type RawVariant = { dataType: number; arrayType: number; value: unknown }

const ours: Partial<Record<number, DataType>> = {
  [builtIn.boolean]: 'bool',
  [builtIn.sbyte]: 'int8',
  [builtIn.byte]: 'uint8',
  [builtIn.int16]: 'int16',
  [builtIn.uint16]: 'uint16',
  [builtIn.int32]: 'int32',
  [builtIn.uint32]: 'uint32',
  [builtIn.int64]: 'int64',
  [builtIn.uint64]: 'uint64',
  [builtIn.float]: 'float32',
  [builtIn.double]: 'float64',
  [builtIn.string]: 'string',
  [builtIn.dateTime]: 'string',
  [builtIn.guid]: 'string',
  [builtIn.xml]: 'string',
  [builtIn.localizedText]: 'string',
}

/** The Gatehouse data type for a type of the server, or nothing if there is none. */
export const dataTypeOf = (type: number): DataType | undefined => ours[type]

const nameOf = (type: number) => Object.entries(builtIn).find(([, number]) => number === type)?.[0] ?? `type ${type}`
const wrongType = (reason: string) => new DriverFault(1716, reason)
const isWhole = (type: number) => type >= builtIn.sbyte && type <= builtIn.uint64

/** The value for a variable. Throws a `DriverFault`: 1716 wrong type, 1719 no value, 1740 NaN, 1741 infinite. */
export function ourValueOf({ dataType: type, arrayType, value }: RawVariant, dataType: DataType): Value {
  if (arrayType !== 0) throw wrongType('the variable is an array; arrays cannot be read')
  if (value === null || value === undefined || type === 0) throw new DriverFault(1719, 'the variable has no value')
  if (ours[type] === undefined) throw wrongType(`a value of ${nameOf(type)} cannot be read`)
  if (dataType === 'bool') {
    if (typeof value === 'boolean') return value
    throw wrongType(`it is ${nameOf(type)}, not bool`)
  }
  if (dataType === 'string') return textOf(type, value)
  return numberOf(type, value, dataType)
}

function textOf(type: number, value: unknown): string {
  if (value instanceof Date) return dateText(value)
  if (type === builtIn.localizedText) return String((value as { text?: unknown }).text ?? '')
  if (typeof value === 'string') return value
  throw wrongType(`it is ${nameOf(type)}, not text`)
}

// The ends of DateTime mean "no date". Their encodings differ between vendors, so anything beyond an end counts as that
// end.
const firstDate = Date.UTC(1601, 0, 1)
const lastDate = Date.UTC(9999, 11, 31, 23, 59, 59)

/** ISO text; empty if the server has no date, the last second of 9999 for one without an end. */
function dateText(date: Date): string {
  const at = date.getTime()
  if (Number.isNaN(at)) throw wrongType('the value is no date')
  if (at <= firstDate) return ''
  return at >= lastDate ? '9999-12-31T23:59:59Z' : date.toISOString()
}

function numberOf(type: number, value: unknown, dataType: DataType): Value {
  if (isWhole(type)) return wholeAs(wholeOf(type, value), dataType)
  if (typeof value !== 'number') throw wrongType(`it is ${nameOf(type)}, not a number`)
  if (integerRange(dataType)) throw wrongType(`it is ${nameOf(type)}, not ${dataType}`)
  return floatAs(value, type === builtIn.float, dataType)
}

function wholeOf(type: number, value: unknown): bigint {
  if (typeof value === 'number') return BigInt(value)
  const [high = 0, low = 0] = value as [number, number]
  const bits = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
  return type === builtIn.int64 ? BigInt.asIntN(64, bits) : bits
}

/** The variant to write for a value if the server has this type. Throws a `DriverFault`: 1716, 2001, 2010. */
export function variantOf(value: Value, type: number): { dataType: number; value: unknown } {
  const dataType = ours[type]
  if (dataType === undefined) throw wrongType(`a value of ${nameOf(type)} cannot be written`)
  return { dataType: type, value: encoded(value, type, dataType) }
}

function encoded(value: Value, type: number, dataType: DataType): unknown {
  if (dataType === 'bool') return toBool(value)
  if (typeof value === 'boolean') throw wrongType(`the server has ${nameOf(type)}, not bool`)
  if (integerRange(dataType)) return wholeBits(value, type, dataType)
  if (dataType !== 'string') return toFloat(value, dataType === 'float32')
  if (typeof value !== 'string') throw wrongType('the value is not a text')
  return textVariant(value, type)
}

function textVariant(value: string, type: number): unknown {
  if (type === builtIn.localizedText) return { text: value }
  if (type === builtIn.dateTime) return dateOf(value)
  if (type === builtIn.guid && !isGuid(value))
    throw wrongType('the value is no GUID such as 09087e75-8e5e-499b-954f-f2a9603db28a')
  return value
}

const isoTime = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/

/** An empty text writes "no date". Rejects days that do not exist and times outside the range of DateTime. */
function dateOf(text: string): Date {
  if (text === '') return new Date(firstDate)
  const day = isoTime.exec(text)?.[1]
  const at = day === undefined ? Number.NaN : Date.parse(text)
  if (!(at >= firstDate && at <= lastDate) || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw wrongType('the value is no time such as 2026-03-01T12:00:00Z')
  return new Date(at)
}

function wholeBits(value: Value, type: number, dataType: DataType): unknown {
  const whole = toWhole(value, dataType)
  if (type !== builtIn.int64 && type !== builtIn.uint64) return Number(whole)
  const bits = BigInt.asUintN(64, whole)
  return [Number(bits >> 32n), Number(bits & 0xffff_ffffn)]
}
