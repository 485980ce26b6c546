// Data formats of DL/T 645, written as in the tables of the standard, and the conversion between bytes and values. All
// bytes are in the order of the line: the lowest pair of digits first. Pure.
import { asNumber, type DataType, integerRange, type Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'

// Codes of contract/errors.
const typeError = 1716
const incomplete = 1719
const noValue = 1739
const noBcd = 1742
const outOfRange = 2001

/**
 * `digits`: packed BCD; with `isSigned` the highest bit is the sign. `binary`: an unsigned whole number. `text`: ASCII.
 * `time`: pairs of digits as in `pattern`, such as `YYMMDDhhmm`.
 */
export type Format =
  | { kind: 'digits'; digits: number; decimals: number; isSigned: boolean }
  | { kind: 'binary'; bytes: number }
  | { kind: 'text'; bytes: number }
  | { kind: 'time'; pattern: string }

const patterns = [
  'YYMMDDWW',
  'YYMMDD',
  'hhmmss',
  'hhmm',
  'YYMMDDhhmm',
  'YYMMDDhhmmss',
  'YYMMDDWWhhmmss',
  'MMDDhhmm',
  'YYYYMMDDhhmmss',
]
const maxDigits = 16
const maxBytes = 200

/**
 * Parses `XXX.X`, `-XX.XXXX` (signed), `B2` (binary, two bytes), `A32` (ASCII, 32 bytes) or a pattern of a time such as
 * `YYMMDDhhmm`. Undefined for anything else.
 */
export function parseFormat(text: string): Format | undefined {
  if (patterns.includes(text)) return { kind: 'time', pattern: text }
  const sized = /^([BA])(\d{1,3})$/.exec(text)
  if (sized) {
    const bytes = Number(sized[2])
    if (sized[1] === 'A') return bytes >= 1 && bytes <= maxBytes ? { kind: 'text', bytes } : undefined
    return bytes >= 1 && bytes <= 4 ? { kind: 'binary', bytes } : undefined
  }
  const [, sign, whole, part = ''] = /^([-+]?)([XN]+)(?:\.([XN]+))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = whole.length + part.length
  if (digits > maxDigits) return undefined
  return { kind: 'digits', digits, decimals: part.length, isSigned: sign === '-' }
}

/** Number of bytes of a value. */
export function sizeOf(format: Format): number {
  if (format.kind === 'digits') return Math.ceil(format.digits / 2)
  return format.kind === 'time' ? format.pattern.length / 2 : format.bytes
}

/** The value of a tag. Throws a `DriverFault`: 1719 too short, 1739 no value (all bytes FF), 1742 no BCD, 1716. */
export function decodeValue(bytes: Uint8Array, format: Format, dataType: DataType, bit?: number): Value {
  const size = sizeOf(format)
  if (bytes.length < size) throw new DriverFault(incomplete, 'the answer is too short')
  const own = Uint8Array.from(bytes.subarray(0, size)).reverse()
  if (format.kind !== 'binary' && own.every((byte) => byte === 0xff)) throw absent()
  switch (format.kind) {
    case 'digits':
      return decodeDigits(own, format, dataType)
    case 'binary':
      return decodeBinary(own, dataType, bit)
    case 'text':
      return textOf(own)
    case 'time':
      return timeOf(digitsOf(own), format.pattern)
  }
}

const absent = () => new DriverFault(noValue, 'the meter reports no value')

/** The digits of packed BCD bytes, highest first. */
function digitsOf(bytes: Uint8Array): string {
  const digits = Buffer.from(bytes).toString('hex')
  if (!/^\d*$/.test(digits)) throw new DriverFault(noBcd, `${digits.toUpperCase()} is no BCD number`)
  return digits
}

type Digits = Extract<Format, { kind: 'digits' }>

function decodeDigits(bytes: Uint8Array, { digits, decimals, isSigned }: Digits, dataType: DataType): Value {
  const isNegative = isSigned && (bytes[0]! & 0x80) !== 0
  if (isSigned) bytes[0]! &= 0x7f
  const all = digitsOf(bytes)
  if (dataType === 'string' && decimals === 0 && !isSigned) return all.slice(-digits)
  const whole = all.slice(0, all.length - decimals).replace(/^0+(?=\d)/, '')
  const text = `${whole}${decimals > 0 ? `.${all.slice(-decimals)}` : ''}`
  const isZero = /^[0.]*$/.test(text)
  if (dataType === 'string') return isNegative && !isZero ? `-${text}` : text
  return numberWithin(isNegative && !isZero ? -Number(text) : Number(text), dataType)
}

function decodeBinary(bytes: Uint8Array, dataType: DataType, bit: number | undefined): Value {
  const number = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  if (bit !== undefined) return Math.floor(number / 2 ** bit) % 2 === 1
  return numberWithin(number, dataType)
}

function numberWithin(number: number, dataType: DataType): number {
  const range = integerRange(dataType)
  if (!range) return number
  if (!Number.isInteger(number) || number < Number(range.min) || number > Number(range.max))
    throw new DriverFault(typeError, `${number} is no ${dataType}`)
  return number
}

/** ASCII without the zero bytes and blanks that fill it up. */
function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1').replaceAll('\u0000', '').trim()
  if (!/^[ -~]*$/.test(text)) throw new DriverFault(typeError, 'the bytes are no ASCII text')
  return text
}

/** Pairs of digits by their letters: Y year, M month, D day, W weekday, h, m, s. The last two letters of a name differ. */
function pairsOf(digits: string, pattern: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (let at = 0; at < pattern.length; at += 2) pairs.set(pattern.slice(at, at + 2), digits.slice(at, at + 2))
  return pairs
}

/** `2026-11-29 08:05:00`, or the parts of it that the pattern has. Throws 1739 if there is no such time. */
function timeOf(digits: string, pattern: string): string {
  const pairs = pairsOf(digits, pattern)
  const [year, month, day] = [pairs.get('YY'), pairs.get('MM'), pairs.get('DD')]
  const clock = ['hh', 'mm', 'ss'].flatMap((name) => pairs.get(name) ?? [])
  const isOfOtherCentury = pattern.startsWith('YYYY') && !digits.startsWith('20')
  if (isOfOtherCentury || !isDay(year, month, day) || !isClock(clock)) throw absent()
  const date = [year && `20${year}`, month, day].filter((part) => part !== undefined).join('-')
  return [date, clock.join(':')].filter((part) => part !== '').join(' ')
}

function isDay(year: string | undefined, month: string | undefined, day: string | undefined): boolean {
  if (month === undefined || day === undefined) return true
  // A leap year allows 29 February where the year is unknown.
  const at = new Date(Date.UTC(2000 + Number(year ?? 0), Number(month) - 1, Number(day)))
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
}

const isClock = (parts: readonly string[]): boolean =>
  parts.every((part, index) => Number(part) < (index === 0 ? 24 : 60))

/** The bytes of a value to write. Throws 1716 if the format cannot hold it exactly, 2001 if it is out of range. */
export function encodeValue(value: Value, format: Format): Uint8Array {
  switch (format.kind) {
    case 'digits':
      return encodeDigits(value, format)
    case 'time':
      return bytesOf(encodeTime(value, format.pattern))
    case 'binary':
    case 'text':
      throw new DriverFault(typeError, 'this format cannot be written')
  }
}

const bytesOf = (digits: string): Uint8Array => Uint8Array.from(Buffer.from(digits, 'hex')).reverse()

function encodeDigits(value: Value, { digits, decimals, isSigned }: Digits): Uint8Array {
  const number = typeof value === 'boolean' ? undefined : asNumber(value)
  if (number === undefined) throw new DriverFault(typeError, 'the value is no number')
  const text = Math.abs(number).toFixed(decimals)
  if (Number(text) !== Math.abs(number)) throw new DriverFault(typeError, `the meter stores ${decimals} decimals`)
  const highest = Number(`${isSigned ? '7' : '9'}${'9'.repeat(digits - 1)}`) / 10 ** decimals
  const max = Number(highest.toFixed(decimals))
  const min = isSigned ? -max : 0
  if (number < min || number > max) throw new DriverFault(outOfRange, `${min} to ${max}`, { min, max })
  const bytes = bytesOf(text.replace('.', '').padStart(Math.ceil(digits / 2) * 2, '0'))
  if (number < 0) bytes[bytes.length - 1]! |= 0x80
  return bytes
}

const timeParts = /^(?:(20\d\d)-(\d\d)-(\d\d))?[ T]?(?:(\d\d):(\d\d)(?::(\d\d))?)?$/

/** The digits of a time; the weekday is calculated, 0 is Sunday. */
function encodeTime(value: Value, pattern: string): string {
  const wrong = () => new DriverFault(typeError, 'the value is no date or time, such as 2026-11-29 08:05:00')
  const [, year, month, day, hour, minute, second] =
    timeParts.exec(typeof value === 'string' ? value.trim() : '?') ?? []
  const weekday = year && `0${new Date(`${year}-${month}-${day}T00:00:00Z`).getUTCDay()}`
  const parts: Record<string, string | undefined> = {
    ...{ YY: year?.slice(2), MM: month, DD: day, WW: weekday, hh: hour, mm: minute, ss: second },
  }
  const names: string[] = pattern.match(/../g) ?? []
  const given = Object.keys(parts).filter((name) => parts[name] !== undefined)
  const surplus = given.filter((name) => name !== 'WW' && !names.includes(name))
  if (surplus.length > 0 || names.some((name) => parts[name] === undefined)) throw wrong()
  if (!isDay(year?.slice(2), month, day) || !isClock([hour, minute, second].flatMap((part) => part ?? [])))
    throw wrong()
  return names.map((name) => parts[name]).join('')
}
