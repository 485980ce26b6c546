// Values in JSON documents and in texts: the path to a value, and its conversion to a data type, exactly: a value that
// the type cannot hold is a fault. Pure; shared by the drivers whose devices send JSON.
import { type DataType, integerRange, type Value } from '../core/data-type.ts'
import { isWhole, parseFraction } from '../core/fraction.ts'
import { DriverFault } from './driver.ts'
import { type Json, JsonNumber, twice } from './json-text.ts'
import { floatAs, wholeAs } from './tag-value.ts'

/** The names and indices that lead to a value; none: the document itself. */
export type JsonPath = readonly string[]

const maxSteps = 32
const maxNameLength = 80

/** One step: a plain name (the first without a dot), an index in brackets, or a name in brackets and quotes. */
const step =
  /(?:(?<=.)\.|^)([\p{L}\p{N}_@$:/%+-][\p{L}\p{N}_@$:/%+ -]*)|\[(\d{1,6})\]|\["([^"\p{Cc}]+)"\]|\['([^'\p{Cc}]+)'\]/uy

/**
 * Parses a path such as `data.sensors[2].value` or `["room 1"].temp`; a leading `$` is optional, `$` alone is the
 * document. Undefined if it is none.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const trimmed = text.trim()
  if (trimmed === '$') return []
  const path = /^\$[.[]/.test(trimmed) ? trimmed.slice(trimmed[1] === '.' ? 2 : 1) : trimmed
  const steps: string[] = []
  for (step.lastIndex = 0; step.lastIndex < path.length; ) {
    const match = step.exec(path)
    if (!match) return undefined
    const name = match[1]?.trimEnd() ?? match[2] ?? match[3] ?? match[4]!
    if (name.length > maxNameLength) return undefined
    steps.push(name)
  }
  return steps.length > 0 && steps.length <= maxSteps ? steps : undefined
}

/** The value at a path; undefined if the document has none. Throws 1716 where a name is ambiguous. */
export function jsonAt(document: Json, path: JsonPath): Json | undefined {
  let here: Json | typeof twice | undefined = document
  for (const name of path) {
    if (here instanceof Map) here = here.get(name)
    else if (Array.isArray(here) && /^\d{1,6}$/.test(name)) here = here[Number(name)] as Json | undefined
    else return undefined
    if (here === twice) throw new DriverFault(1716, `the JSON contains the name "${name}" twice`)
    if (here === undefined) return undefined
  }
  return here as Json
}

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)

/**
 * The value at a path as a data type. Throws 1715 if the document has none, 1739 for `null`, 1740 and 1741 for numbers
 * that are not finite, 1716 for a value that the type cannot hold.
 */
export function jsonValue(document: Json, path: JsonPath, dataType: DataType): Value {
  const json = jsonAt(document, path)
  if (json === undefined) throw new DriverFault(1715, `the JSON has no value at ${path.join('.')}`)
  if (json === null) throw new DriverFault(1739, `the value at ${path.join('.')} is null`)
  if (typeof json === 'boolean') {
    if (dataType === 'bool') return json
    if (dataType === 'string') return String(json)
    throw wrongType(`it is ${json}, not ${dataType}`)
  }
  if (typeof json === 'string') return textValue(json, dataType)
  if (json instanceof JsonNumber) return dataType === 'string' ? json.digits : digitsValue(json.digits, dataType)
  throw wrongType(`it is ${Array.isArray(json) ? 'a list' : 'an object'}, not ${dataType}`)
}

const onWords: readonly string[] = ['true', 'on', '1']
const offWords: readonly string[] = ['false', 'off', '0']
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/

/** A text as a value of a data type: itself, digits as a number, true, on or 1 as a bool. Throws as `jsonValue`. */
export function textValue(text: string, dataType: DataType): Value {
  if (dataType === 'string') return text
  const trimmed = text.trim()
  if (trimmed === '') throw new DriverFault(1739, 'the text is empty')
  if (dataType !== 'bool') return digitsValue(trimmed, dataType)
  const word = trimmed.toLowerCase()
  if (onWords.includes(word)) return true
  if (offWords.includes(word)) return false
  throw wrongType(`"${trimmed.slice(0, 40)}" is not true or false`)
}

/** A longer text is no number of a device, and could block the gateway while its digits are checked. */
const maxDigits = 400

/** Whole numbers of up to this many digits are exact in a double. */
const shortWhole = /^-?\d{1,15}$/

/**
 * Digits of a number as a value of a data type other than string. Throws 1716 for a number that the type cannot hold,
 * 1740 and 1741 for one that is not finite.
 */
export function digitsValue(digits: string, dataType: DataType): Value {
  if (digits.length > maxDigits) throw wrongType(`"${digits.slice(0, 40)}…" has more than ${maxDigits} characters`)
  if (/^nan$/i.test(digits)) throw new DriverFault(1740, 'the value is NaN')
  if (/^[+-]?inf(inity)?$/i.test(digits)) throw new DriverFault(1741, 'the value is infinite')
  // Adding 0 turns -0 into 0.
  const short = shortWhole.test(digits) ? Number(digits) + 0 : undefined
  if (dataType === 'bool') {
    if (short === 0 || short === 1) return short === 1
    throw wrongType(`${digits.slice(0, 40)} is not 0 or 1`)
  }
  if (short !== undefined) return wholeAs(short, dataType)
  if (!decimal.test(digits)) throw wrongType(`"${digits.slice(0, 40)}" is not a number`)
  if (integerRange(dataType)) return wholeAs(wholeOf(digits, dataType), dataType)
  return floatOf(digits, dataType)
}

function wholeOf(digits: string, dataType: DataType): bigint {
  const exact = parseFraction(digits)
  if (exact && isWhole(exact)) return exact.n
  throw wrongType(`${digits.slice(0, 40)} is not a whole number: use float64 instead of ${dataType}`)
}

/** A number without an exponent keeps all digits before its point, or is refused. */
function floatOf(digits: string, dataType: DataType): Value {
  const float = Number(digits) + 0
  if (Math.abs(float) > Number.MAX_SAFE_INTEGER && /^[+-]?\d+(\.0*)?$/.test(digits))
    throw wrongType(`${digits.slice(0, 40)} has more digits than ${dataType} holds: use int64 or uint64`)
  if (dataType === 'float32' && Number.isFinite(float) && !Number.isFinite(Math.fround(float)))
    throw wrongType(`${digits.slice(0, 40)} is beyond float32: use float64`)
  return floatAs(float, false, dataType)
}

/** A value to write as JSON: 64-bit numbers with all digits. */
export function jsonOf(value: Value, dataType: DataType): string {
  if (dataType === 'string') return JSON.stringify(String(value))
  return typeof value === 'string' ? value : JSON.stringify(value)
}
