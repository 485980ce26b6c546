// Values in payloads of MQTT to and from those of variables, exactly. Pure.
import { type DataType, integerRange, type Value } from '../../core/data-type.ts'
import { DriverFault, type Point } from '../driver.ts'
import { floatAs, toBool, toFloat, toWhole, wholeAs } from '../tag-value.ts'
import type { TopicAddress } from './address.ts'
import { atPath, type Json, JsonFault, parseJson, twice } from './json.ts'

/** How a payload is read: numbers in quotes, and the two texts of a bool (empty: true and false of JSON). */
export type ValueFormat = { textNumbers: boolean; trueText: string; falseText: string }

/** A payload, decoded once for all variables that read it. */
export class Payload {
  readonly bytes: Buffer
  #text: string | DriverFault | undefined
  #json: Json | DriverFault | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The payload as text. Throws 1728 if it is no UTF-8. */
  get text(): string {
    this.#text ??= decoded(this.bytes)
    if (this.#text instanceof DriverFault) throw this.#text
    return this.#text
  }

  /** Throws 1728 if the payload is no JSON, 1739 if it is empty. */
  get json(): Json {
    if (this.#json === undefined) this.#json = parsed(this)
    if (this.#json instanceof DriverFault) throw this.#json
    return this.#json
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decoded(bytes: Buffer): string | DriverFault {
  try {
    return utf8.decode(bytes)
  } catch {
    return new DriverFault(1728, 'the payload is no UTF-8 text')
  }
}

function parsed(payload: Payload): Json | DriverFault {
  try {
    if (payload.bytes.length === 0) return emptyFault()
    return parseJson(payload.text)
  } catch (error) {
    if (error instanceof JsonFault) return new DriverFault(1728, error.message)
    if (error instanceof DriverFault) return error
    throw error
  }
}

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)
const emptyFault = (): DriverFault => new DriverFault(1739, 'the payload is empty')

/** The value at the address in a payload. Throws 1715, 1716, 1728, 1739, 1741. */
export function payloadValue(
  payload: Payload,
  { path, pathText }: TopicAddress,
  dataType: DataType,
  format: ValueFormat,
): Value {
  if (path === undefined) return wholeValue(payload, dataType, format)
  const json = atPath(payload.json, path)
  if (json === undefined) throw new DriverFault(1715, `the payload has no ${pathText}`)
  if (json === twice) throw wrongType(`the payload has ${pathText} twice`)
  if (json === null) throw new DriverFault(1739, `${pathText} is null`)
  if (typeof json === 'object' && 'number' in json) return numberAs(json.number, dataType)
  if (typeof json === 'object') throw wrongType(`${pathText} is ${Array.isArray(json) ? 'an array' : 'an object'}`)
  if (typeof json === 'string') return textAs(json, dataType, format, format.textNumbers)
  if (dataType === 'bool' && format.trueText === '') return json
  throw wrongType(`it is ${json}, not ${dataType === 'bool' ? `${format.trueText} or ${format.falseText}` : dataType}`)
}

/** The whole payload: any text, or a text that is exactly a number or a bool. */
function wholeValue(payload: Payload, dataType: DataType, format: ValueFormat): Value {
  if (dataType === 'string') return payload.text
  const text = payload.text.trim()
  if (text === '') throw emptyFault()
  if (dataType === 'bool' && format.trueText === '' && (text === 'true' || text === 'false')) return text === 'true'
  return textAs(text, dataType, format, true)
}

function textAs(text: string, dataType: DataType, format: ValueFormat, isNumber: boolean): Value {
  if (dataType === 'string') return text
  if (dataType === 'bool' && format.trueText !== '') {
    if (text === format.trueText || text === format.falseText) return text === format.trueText
    throw wrongType(`the text is neither ${format.trueText} nor ${format.falseText}`)
  }
  if (!isNumber) throw wrongType(`it is a text, not ${dataType}`)
  if (!decimal.test(text)) throw wrongType('the text is no number')
  return numberAs(text, dataType)
}

/** Notation of a number in JSON. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const maxDigits = 400

/** A number as written, as a data type. Throws 1716 for one that the type cannot hold exactly, 1741 beyond a double. */
function numberAs(text: string, dataType: DataType): Value {
  if (dataType === 'string') throw wrongType('it is a number, not a text')
  if (dataType === 'bool') {
    if (text === '1' || text === '0') return text === '1'
    throw wrongType('it is a number, not a bool')
  }
  const isWhole = /^-?\d+$/.test(text)
  if (!integerRange(dataType) && !isWhole) {
    const float = floatAs(Number(text), false, dataType)
    if (dataType === 'float32' && !Number.isFinite(Math.fround(float as number)))
      throw wrongType(`${text} is no float32`)
    return float
  }
  const whole = isWhole && text.length <= 15 ? Number(text) + 0 : wholeOf(text)
  if (whole === undefined) throw wrongType(`${text.slice(0, 40)} is no whole number that ${dataType} holds`)
  return wholeAs(whole, dataType)
}

/** The whole number that a decimal text equals, such as 12 for `1.20e1`; undefined if it is none, or very long. */
function wholeOf(text: string): bigint | undefined {
  const [, sign = '', digits = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  const shift = Number(exponent) - fraction.length
  if (text.length > maxDigits || Math.abs(shift) > maxDigits) return undefined
  const all = digits + fraction
  if (shift >= 0) return BigInt(`${sign}${all}${'0'.repeat(shift)}`.replace(/^-(?=0+$)/, ''))
  const rest = all.slice(shift)
  if (!/^0*$/.test(rest)) return undefined
  return BigInt(`${sign}${all.slice(0, shift) || '0'}`.replace(/^-(?=0+$)/, ''))
}

/** A value as JSON, for a payload. `isBare`: a text is not quoted. Throws 1716, 2001. */
export function writtenValue(
  value: Value,
  { dataType }: Pick<Point, 'dataType'>,
  { trueText, falseText }: ValueFormat,
  isBare: boolean,
): string {
  const quoted = (text: string) => (isBare ? text : JSON.stringify(text))
  if (dataType === 'string') {
    if (typeof value !== 'string') throw wrongType('the value is not a text')
    return quoted(value)
  }
  if (dataType === 'bool') {
    const isOn = toBool(value)
    return trueText === '' ? String(isOn) : quoted(isOn ? trueText : falseText)
  }
  if (integerRange(dataType)) return String(toWhole(value, dataType))
  return JSON.stringify(toFloat(value, dataType === 'float32'))
}
