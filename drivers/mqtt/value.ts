// Values in payloads of MQTT to and from those of variables, exactly. Pure.
import { type DataType, integerRange, type Value } from '../../core/data-type.ts'
import { DriverFault, type Point } from '../driver.ts'
import { type Json, JsonNumber, parseJson, textOfBytes, twice } from '../json-text.ts'
import { digitsValue } from '../json-value.ts'
import { toBool, toFloat, toWhole } from '../tag-value.ts'
import type { Step, TopicAddress } from './address.ts'

/** How a payload is read: numbers in quotes, and the two texts of a bool (empty: true and false of JSON). */
export type ValueFormat = { textNumbers: boolean; trueText: string; falseText: string }

/** JSON has no NaN and no Infinity: a payload with one is faulty as a whole. */
const strict = { acceptNonFinite: false }

/** A payload, decoded once for all variables that read it. */
export class Payload {
  readonly bytes: Buffer
  #text: string | DriverFault | undefined
  #json: Json | DriverFault | undefined

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** The payload as text. Throws 1728 if it is not UTF-8. */
  get text(): string {
    this.#text ??= resultOf(() => textOfBytes(this.bytes))
    if (this.#text instanceof DriverFault) throw this.#text
    return this.#text
  }

  /** Throws 1728 if the payload is not JSON, 1739 if it is empty. */
  get json(): Json {
    if (this.#json === undefined)
      this.#json = this.bytes.length === 0 ? emptyFault() : resultOf(() => parseJson(this.text, strict))
    if (this.#json instanceof DriverFault) throw this.#json
    return this.#json
  }
}

/** The result of a function, or the fault that it throws. */
function resultOf<T>(run: () => T): T | DriverFault {
  try {
    return run()
  } catch (error) {
    if (error instanceof DriverFault) return error
    throw error
  }
}

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)
const emptyFault = (): DriverFault => new DriverFault(1739, 'the payload is empty')

/**
 * The value at a path; undefined if the JSON has none. Unlike `jsonAt`, an index leads only into an array and a name
 * only into an object. Throws 1716 where a name is ambiguous.
 */
export function atPath(json: Json, path: readonly Step[]): Json | undefined {
  let value: Json | typeof twice | undefined = json
  for (const step of path) {
    if (value instanceof Map && typeof step === 'string') value = value.get(step)
    else if (Array.isArray(value) && typeof step === 'number') value = value[step] as Json | undefined
    else return undefined
    if (value === twice) throw wrongType(`the payload contains the name "${step}" twice`)
  }
  return value as Json | undefined
}

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
  if (json === null) throw new DriverFault(1739, `${pathText} is null`)
  if (json instanceof JsonNumber) return numberAs(json.digits, dataType)
  if (typeof json === 'object') throw wrongType(`${pathText} is ${Array.isArray(json) ? 'an array' : 'an object'}`)
  if (typeof json === 'string') return textAs(json, dataType, format, format.textNumbers)
  if (dataType === 'bool' && format.trueText === '') return json
  throw wrongType(`it is ${json}, not ${dataType === 'bool' ? `${format.trueText} or ${format.falseText}` : dataType}`)
}

/** The value of a whole payload. As a number or a bool, its text must be exactly one; as a string it is returned as it is. */
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
  if (!decimal.test(text)) throw wrongType('the text is not a number')
  return numberAs(text, dataType)
}

/** Notation of a number in JSON. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A number as written, as a data type. Throws 1716 for one that the type cannot hold exactly, 1741 beyond a double. */
function numberAs(digits: string, dataType: DataType): Value {
  if (dataType === 'string') throw wrongType('it is a number, not a text')
  if (dataType === 'bool' && digits !== '0' && digits !== '1') throw wrongType(`${digits.slice(0, 40)} is not 0 or 1`)
  return digitsValue(digits, dataType)
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
