// Operators and functions of a formula. A result is a value or a fault, and a fault passes through everything that uses
// it, so that no result of a bad reading looks good. [DESIGN 9 Value and quality]
import { good, type Value } from './data-type.ts'

/** A missing value, with the code of the bad reading or one of `faultCodes`. */
type Fault = { readonly code: number }
export type Result = Value | Fault

/** Codes of contract/errors: `plcSignalMissing`, `plcTypeError`, `formulaNoResult`. */
export const faultCodes = { missing: 1713, wrongType: 1716, noResult: 2006 } as const

const missing: Fault = { code: faultCodes.missing }
const wrongType: Fault = { code: faultCodes.wrongType }
const noResult: Fault = { code: faultCodes.noResult }

export const isFault = (result: Result): result is Fault => typeof result === 'object'

/** The value of a reading, or its fault. */
export function resultOf(reading: { value: Value | null; code: number } | undefined): Result {
  if (!reading) return missing
  const { value, code } = reading
  if (code !== good) return { code }
  if (value === null) return missing
  return typeof value === 'number' ? finite(value) : value
}

/** Division by zero and overflow are faults: an infinite number would satisfy conditions. */
const finite = (value: number): Result => (Number.isFinite(value) ? value : noResult)

// A 64-bit integer beyond 2^53 is sent as its digits.
const digits = /^[+-]?\d{1,20}$/

const asWhole = (value: Value): bigint | undefined => {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  if (typeof value === 'boolean') return value ? 1n : 0n
  return digits.test(value) ? BigInt(value) : undefined
}

const isSafe = (whole: bigint) => whole >= BigInt(Number.MIN_SAFE_INTEGER) && whole <= BigInt(Number.MAX_SAFE_INTEGER)

const wholeResult = (whole: bigint | undefined): Result => {
  if (whole === undefined) return noResult
  if (isSafe(whole)) return Number(whole)
  const text = whole.toString()
  return digits.test(text) ? text : finite(Number(whole))
}

/** A number, a boolean as 0 or 1, or the digits of a large integer rounded to a double; else undefined. */
export function asDouble(value: Value): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return digits.test(value) ? Number(value) : undefined
}

type Arithmetic = { double: (a: number, b: number) => number; whole?: (a: bigint, b: bigint) => bigint | undefined }

const arithmetic = {
  '+': { double: (a, b) => a + b, whole: (a, b) => a + b },
  '-': { double: (a, b) => a - b, whole: (a, b) => a - b },
  '*': { double: (a, b) => a * b, whole: (a, b) => a * b },
  '/': { double: (a, b) => a / b },
  '%': { double: (a, b) => a % b, whole: (a, b) => (b === 0n ? undefined : a % b) },
  '**': { double: (a, b) => a ** b },
} as const satisfies Record<string, Arithmetic>
type ArithmeticOperator = keyof typeof arithmetic
export const isArithmetic = (operator: string): operator is ArithmeticOperator => Object.hasOwn(arithmetic, operator)

/** Exact for digits on one side and an integer on the other; everything else uses doubles. Never concatenates texts. */
export function calculate(operator: ArithmeticOperator): (a: Result, b: Result) => Result {
  const { double, whole }: Arithmetic = arithmetic[operator]
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return finite(double(a, b))
    if (isFault(a)) return a
    if (isFault(b)) return b
    const exact = whole && calculateExactly(whole, a, b)
    if (exact !== undefined) return exact
    const [left, right] = [asDouble(a), asDouble(b)]
    return left === undefined || right === undefined ? wrongType : finite(double(left, right))
  }
}

function calculateExactly(whole: NonNullable<Arithmetic['whole']>, a: Value, b: Value): Result | undefined {
  if (typeof a !== 'string' && typeof b !== 'string') return undefined
  const [left, right] = [asWhole(a), asWhole(b)]
  return left === undefined || right === undefined ? undefined : wholeResult(whole(left, right))
}

const subtract = calculate('-')

export function negate(value: Result): Result {
  return typeof value === 'number' ? -value : subtract(0, value)
}

/** −1, 0 or 1, exact for integers of any size; undefined for values without an order. */
function order(a: Value, b: Value): number | undefined {
  const left = typeof a === 'string' ? asWhole(a) : Number(a)
  const right = typeof b === 'string' ? asWhole(b) : Number(b)
  if (left === undefined || right === undefined) return undefined
  if (left < right) return -1
  return left > right ? 1 : 0
}

const comparisons = {
  '==': (order: number) => order === 0,
  '!=': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
} as const
export type Comparison = keyof typeof comparisons
export const isComparison = (operator: string): operator is Comparison => Object.hasOwn(comparisons, operator)

/** Numbers and booleans (0, 1) by size; texts only for equality. */
export function compare(operator: Comparison): (a: Result, b: Result) => Result {
  const holds = comparisons[operator]
  const isEquality = operator === '==' || operator === '!='
  return (a, b) => {
    if (typeof a === 'number' && typeof b === 'number') return holds(a - b)
    if (isFault(a)) return a
    if (isFault(b)) return b
    const found = order(a, b)
    if (found !== undefined) return holds(found)
    return isEquality && typeof a === 'string' && typeof b === 'string' ? holds(a === b ? 0 : 1) : wrongType
  }
}

/** A boolean, or a number that is not 0. */
export function truth(value: Result): boolean | Fault {
  if (typeof value === 'boolean') return value
  if (isFault(value)) return value
  const number = asDouble(value)
  return number === undefined ? wrongType : number !== 0
}

export function not(value: Result): Result {
  const known = truth(value)
  return isFault(known) ? known : !known
}

type Call = (values: readonly number[]) => number

const numeric =
  (call: Call) =>
  (...args: Result[]): Result => {
    const values: number[] = []
    for (const arg of args) {
      if (isFault(arg)) return arg
      const value = asDouble(arg)
      if (value === undefined) return wrongType
      values.push(value)
    }
    return finite(call(values))
  }

/** Rounds half away from zero; `places` from 0 to 15. */
function round(value: number, places = 0): number {
  if (!Number.isInteger(places) || places < 0 || places > 15) return Number.NaN
  const scaled = Math.abs(value) * 10 ** places
  // Where the scaled number exceeds the exact integers, there are no decimals to round.
  if (scaled > Number.MAX_SAFE_INTEGER) return value
  return (Math.sign(value) * Math.round(Number(scaled.toPrecision(15)))) / 10 ** places
}

/** Whether a bit is set; bits 0 to 63, negative integers in two's complement. */
function bit(value: Result, place: Result): Result {
  if (isFault(value)) return value
  if (isFault(place)) return place
  const [whole, index] = [asWhole(value), asDouble(place)]
  if (whole === undefined || index === undefined) return wrongType
  if (!Number.isInteger(index) || index < 0 || index > 63) return noResult
  return ((BigInt.asUintN(64, whole) >> BigInt(index)) & 1n) === 1n
}

/**
 * Whether a value is good: the only function that a fault does not pass through. A variable that was never read stays
 * missing.
 */
const isGood = (value: Result): Result => (isFault(value) ? (value.code === faultCodes.missing ? value : false) : true)

/** The maximum or the minimum, exact for integers of any size. */
const pick =
  (sign: 1 | -1) =>
  (...args: Result[]): Result => {
    let found: Value | undefined
    for (const arg of args) {
      if (isFault(arg)) return arg
      const compared = order(arg, found ?? arg)
      if (compared === undefined) return wrongType
      if (found === undefined || compared * sign > 0) found = arg
    }
    return typeof found === 'boolean' ? Number(found) : found!
  }

const add = calculate('+')
const isBelow = compare('<')
const isNegative = (value: Result): boolean => isBelow(value, 0) === true

const total: Call = (values) => values.reduce((sum, value) => sum + value, 0)

type FormulaFunction = { least: number; most: number; call: (...args: Result[]) => Result }
const one = (call: (value: number) => number): FormulaFunction => ({
  least: 1,
  most: 1,
  call: numeric(([value]) => call(value!)),
})
const many = { least: 1, most: 100 }

/** Every function except `if`, which is a choice and not a call. Names are case-insensitive. */
export const functions: ReadonlyMap<string, FormulaFunction> = new Map<string, FormulaFunction>([
  ['abs', { least: 1, most: 1, call: (value) => (isNegative(value!) ? negate(value!) : add(value!, 0)) }],
  ['min', { ...many, call: pick(-1) }],
  ['max', { ...many, call: pick(1) }],
  ['sum', { ...many, call: numeric(total) }],
  ['avg', { ...many, call: numeric((values) => total(values) / values.length) }],
  ['round', { least: 1, most: 2, call: numeric(([value, places]) => round(value!, places)) }],
  ['floor', one(Math.floor)],
  ['ceil', one(Math.ceil)],
  ['sqrt', one(Math.sqrt)],
  ['pow', { least: 2, most: 2, call: (base, exponent) => calculate('**')(base!, exponent!) }],
  ['exp', one(Math.exp)],
  ['ln', one(Math.log)],
  ['log10', one(Math.log10)],
  ['sin', one(Math.sin)],
  ['cos', one(Math.cos)],
  ['tan', one(Math.tan)],
  ['good', { least: 1, most: 1, call: (value) => isGood(value!) }],
  ['bit', { least: 2, most: 2, call: (value, place) => bit(value!, place!) }],
])
