// The data types of signals, and how a value of each is parsed from text.

export const dataTypes = [
  'bool',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float32',
  'float64',
  'bcd16',
  'bcd32',
  'bcd64',
  'string',
] as const
export type DataType = (typeof dataTypes)[number]

/**
 * Order of the bytes of a 32-bit value in two registers: ABCD as written, CDAB words swapped, BADC bytes of each word
 * swapped, DCBA both. 64-bit values follow the same rule over four registers. In a 16-bit value only the bytes are
 * swapped.
 */
export const byteOrders = ['ABCD', 'CDAB', 'BADC', 'DCBA'] as const
export type ByteOrder = (typeof byteOrders)[number]

/** Length prefix of a text: `s7` its capacity and its length in a byte each, `word` its length in 16 bits. */
export const textPrefixes = ['s7', 'word'] as const
export type TextPrefix = (typeof textPrefixes)[number]

/** A value in messages: 64-bit integers beyond 2^53 are decimal strings, text is text. */
export type Value = number | boolean | string

/** `200` is good, any other number identifies the fault (see contract/errors). */
export const good = 200

/** A signal's value and quality at an instant: `at` is epoch ms UTC. */
export type Reading = { value: Value | null; code: number; at: number }

type Range = { min: bigint; max: bigint }
const bits = (count: number, signed: boolean): Range =>
  signed
    ? { min: -(1n << BigInt(count - 1)), max: (1n << BigInt(count - 1)) - 1n }
    : { min: 0n, max: (1n << BigInt(count)) - 1n }

const integerRanges: Partial<Record<DataType, Range>> = {
  int8: bits(8, true),
  uint8: bits(8, false),
  int16: bits(16, true),
  uint16: bits(16, false),
  int32: bits(32, true),
  uint32: bits(32, false),
  int64: bits(64, true),
  uint64: bits(64, false),
  bcd16: { min: 0n, max: 9_999n },
  bcd32: { min: 0n, max: 99_999_999n },
  bcd64: { min: 0n, max: 9_999_999_999_999_999n },
}

/** The whole-number range of a type; undefined for floats, booleans and text. */
export const integerRange = (type: DataType): Range | undefined => integerRanges[type]

/** An integer in messages: a number while exact, else a decimal string. */
export function integerValue(value: bigint): number | string {
  const exact = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
  return exact ? Number(value) : value.toString()
}

const decimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/
const integer = /^[+-]?\d{1,20}$/

/** A number or text of digits as a finite number; undefined for anything else. */
export function asNumber(raw: unknown): number | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  if (typeof raw !== 'string' || !decimal.test(raw.trim())) return undefined
  const value = Number(raw)
  return Number.isFinite(value) ? value : undefined
}

/** A number or text of digits as a whole number of any size; undefined for anything else. */
export function asInteger(raw: unknown): bigint | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? BigInt(raw) : undefined
  if (typeof raw === 'string' && integer.test(raw.trim())) return BigInt(raw.trim())
  return undefined
}

/** True, false, 1, 0 and their texts as a boolean; undefined for anything else. */
export function asBoolean(raw: unknown): boolean | undefined {
  if (raw === true || raw === 1 || raw === '1' || raw === 'true') return true
  if (raw === false || raw === 0 || raw === '0' || raw === 'false') return false
  return undefined
}
