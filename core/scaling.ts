// Converts between raw values of a device and engineering units, and checks values to write: exactly, so that a value
// is either stored as requested or refused. The platform, its screens and the gateway use the same rules. Pure.
import { asInteger, type DataType, integerRange, integerValue, type Value } from './data-type.ts'
import {
  add,
  compareFractions,
  divide,
  type Fraction,
  fractionNumber,
  fractionText,
  fractionValue,
  isWhole,
  multiply,
  parseFraction,
  rounded,
  subtract,
  whole,
} from './fraction.ts'

type Maybe<T> = T | null | undefined

/**
 * value = raw × scale + offset, or the line through two points: raw `rawLow` is `valueLow`, `rawHigh` is `valueHigh`.
 */
export type Scaled = {
  dataType: DataType
  scale?: Maybe<number>
  offset?: Maybe<number>
  rawLow?: Maybe<number>
  rawHigh?: Maybe<number>
  valueLow?: Maybe<number>
  valueHigh?: Maybe<number>
  /** Values beyond the two points read as the nearer one, and cannot be written. */
  clamp?: Maybe<boolean>
}
/** `min` and `max` limit a value to write, in engineering units. */
export type Bounded = Scaled & { min?: Maybe<number>; max?: Maybe<number> }

/** Why a value cannot be written: a code of contract/errors with the details of its text. */
type ValueFault =
  | { code: 1716 | 2010 }
  | { code: 2001; details: { min: string; max: string } }
  | { code: 2009; details: { value: string; nearest: string }; nearest: Value }

const maxFloat32 = 3.4028234663852886e38
const decimalOf = (value: Maybe<number>, absent: number): Fraction => parseFraction(value ?? absent)!

type Line = { slope: Fraction; base: Fraction }
const lines = new WeakMap<Scaled, Line | null>()

/** Whether the variable is scaled by two points rather than by scale and offset. */
export const hasRange = ({ rawLow, rawHigh, valueLow, valueHigh }: Scaled): boolean =>
  [rawLow, rawHigh, valueLow, valueHigh].every((end) => typeof end === 'number')

export const isNumberType = (dataType: DataType): boolean => dataType !== 'bool' && dataType !== 'string'

/** value = slope × raw + base; undefined if the raw value is not scaled. */
function lineOf(signal: Scaled): Line | undefined {
  const known = lines.get(signal)
  if (known !== undefined) return known ?? undefined
  const line = isNumberType(signal.dataType) ? madeLine(signal) : undefined
  lines.set(signal, line ?? null)
  return line
}

function madeLine(signal: Scaled): Line | undefined {
  const { scale, offset, rawLow, rawHigh, valueLow, valueHigh } = signal
  if (hasRange(signal)) {
    const rise = subtract(decimalOf(valueHigh, 0), decimalOf(valueLow, 0))
    const run = subtract(decimalOf(rawHigh, 0), decimalOf(rawLow, 0))
    if (run.n === 0n) return undefined
    const slope = divide(rise, run)
    return { slope, base: subtract(decimalOf(valueLow, 0), multiply(slope, decimalOf(rawLow, 0))) }
  }
  if ((scale ?? 1) === 1 && (offset ?? 0) === 0) return undefined
  return { slope: decimalOf(scale, 1), base: decimalOf(offset, 0) }
}

export const isScaled = (signal: Scaled): boolean => lineOf(signal) !== undefined

const onLine = ({ slope, base }: Line, raw: Fraction): Fraction => add(multiply(slope, raw), base)

// A double has 15 certain digits; a float is not an exact decimal to begin with.
const tidy = (value: number) => Number(value.toPrecision(15))

/** The value in engineering units. Booleans and text are never scaled. Undefined if the result is not finite. */
export function engineeringOf(signal: Scaled, raw: Value): Value | undefined {
  const line = lineOf(signal)
  if (!line) return raw
  if (integerRange(signal.dataType)) return wholeOnLine(signal, onLine(line, parseFraction(raw)!))
  const value = tidy(Number(raw) * fractionNumber(line.slope) + fractionNumber(line.base))
  return Number.isFinite(value) ? clamped(signal, value) : undefined
}

/** Beyond 2^53 all digits as text, since a double would be a different number. */
function wholeOnLine(signal: Scaled, exact: Fraction): Value | undefined {
  const value = fractionNumber(exact)
  if (!Number.isFinite(value)) return undefined
  return signal.clamp || Math.abs(value) <= Number.MAX_SAFE_INTEGER ? clamped(signal, value) : fractionValue(exact)
}

/** The value with all digits, as reported after a write: a text if a double would lose some. */
export function exactEngineering(signal: Scaled, raw: Value): Value | undefined {
  const line = lineOf(signal)
  if (!line || !integerRange(signal.dataType) || signal.clamp) return engineeringOf(signal, raw)
  return fractionValue(onLine(line, parseFraction(raw)!))
}

function clamped({ clamp, valueLow, valueHigh }: Scaled, value: number): number {
  if (!clamp || typeof valueLow !== 'number' || typeof valueHigh !== 'number') return value
  return Math.min(Math.max(value, Math.min(valueLow, valueHigh)), Math.max(valueLow, valueHigh))
}

type Bounds = { min: Fraction | undefined; max: Fraction | undefined }

/** The range of the data type, in engineering units. */
function typeBounds(signal: Bounded): Bounds {
  const range = integerRange(signal.dataType)
  const float = signal.dataType === 'float32' ? parseFraction(maxFloat32) : undefined
  const ends = range ? [whole(range.min), whole(range.max)] : float && [{ n: -float.n, d: float.d }, float]
  if (!ends) return { min: undefined, max: undefined }
  const line = lineOf(signal)
  const [one, other] = ends.map((end) => (line ? onLine(line, end) : end)) as [Fraction, Fraction]
  return compareFractions(one, other) < 0 ? { min: one, max: other } : { min: other, max: one }
}

/** Lowest and highest value that may be written, each undefined if unbounded. */
export function boundsOf(signal: Bounded): Bounds {
  const { min, max, clamp, valueLow, valueHigh } = signal
  const ends = clamp && hasRange(signal) ? [valueLow!, valueHigh!] : []
  const lows = [min, ends.length > 0 ? Math.min(...ends) : undefined].map((end) => parseFraction(end ?? undefined))
  const highs = [max, ends.length > 0 ? Math.max(...ends) : undefined].map((end) => parseFraction(end ?? undefined))
  const type = typeBounds(signal)
  return { min: outermost([...lows, type.min], 1), max: outermost([...highs, type.max], -1) }
}

/** The greatest (sign 1) or the least (sign -1) of the defined ends. */
function outermost(ends: readonly (Fraction | undefined)[], sign: 1 | -1): Fraction | undefined {
  let found: Fraction | undefined
  for (const end of ends) if (end && (!found || compareFractions(end, found) * sign > 0)) found = end
  return found
}

const infinite = /^[+-]?(inf|infinity|∞|nan)$/i
const isInfinite = (value: unknown): boolean =>
  typeof value === 'number' ? !Number.isFinite(value) : typeof value === 'string' && infinite.test(value.trim())

/**
 * The raw value for exactly the requested value, with that value as it is sent; or the reason why there is none: 1716
 * no number (for an unscaled whole type: no whole number), 2010 NaN or infinite, 2001 out of bounds, 2009 between two
 * steps.
 */
export function rawOf(signal: Bounded, value: Value): { raw: Value; value: Value } | ValueFault {
  if (isInfinite(value)) return { code: 2010 }
  const isInteger = integerRange(signal.dataType) !== undefined
  const line = lineOf(signal)
  const asked = typeof value === 'boolean' ? undefined : parseFraction(value)
  if (!asked || line?.slope.n === 0n) return { code: 1716 }
  const outside = beyond(signal, asked)
  if (outside) return outside
  if (isInteger && !line && asInteger(value) === undefined) return { code: 1716 }
  return isInteger ? wholeRaw(line, asked) : floatRaw(signal, line, asked)
}

function beyond(signal: Bounded, asked: Fraction): ValueFault | undefined {
  const { min, max } = boundsOf(signal)
  const isLow = min && compareFractions(asked, min) < 0 && !readsAs(signal, asked, min)
  const isHigh = max && compareFractions(asked, max) > 0 && !readsAs(signal, asked, max)
  if (!isLow && !isHigh) return undefined
  return { code: 2001, details: { min: boundText(min, '-∞'), max: boundText(max, '∞') } }
}

/**
 * An end of a type that is not exactly a double, such as -32768 × 100 / 27648, is written as the double that it reads
 * as. Accepts that double if its raw value, rounded, is within the type.
 */
function readsAs(signal: Scaled, asked: Fraction, end: Fraction): boolean {
  const range = integerRange(signal.dataType)
  const double = fractionNumber(end)
  if (!range || double !== fractionNumber(asked) || compareFractions(parseFraction(double)!, end) === 0) return false
  const line = lineOf(signal)
  const raw = line ? rounded(divide(subtract(asked, line.base), line.slope)) : rounded(asked)
  return raw >= range.min && raw <= range.max
}

/** A bound in digits; a long one, such as the end of a float, with an exponent. */
export function boundText(bound: Fraction | undefined, absent: string): string {
  if (!bound) return absent
  const text = fractionText(bound)
  return text.length > 25 ? String(fractionNumber(bound)) : text
}

function wholeRaw(line: Line | undefined, asked: Fraction): { raw: Value; value: Value } | ValueFault {
  if (!line) return { raw: integerValue(asked.n), value: integerValue(asked.n) }
  const exact = divide(subtract(asked, line.base), line.slope)
  const raw = rounded(exact)
  const at = (steps: bigint) => onLine(line, whole(raw + steps))
  if (isWhole(exact)) return { raw: integerValue(raw), value: fractionValue(asked) }
  if (isPrintedAs(asked, at)) return { raw: integerValue(raw), value: fractionNumber(asked) }
  return notExact(asked, fractionValue(at(0n)))
}

/**
 * A step whose decimals never end, such as 100 / 27648, is written as the double that it reads as. Accepts it if no
 * neighbouring step reads as the same double.
 */
function isPrintedAs(asked: Fraction, at: (steps: bigint) => Fraction): boolean {
  const double = fractionNumber(asked)
  return [-1n, 0n, 1n].every((steps) => (fractionNumber(at(steps)) === double) === (steps === 0n))
}

const notExact = (asked: Fraction, nearest: Value): ValueFault => ({
  code: 2009,
  details: { value: fractionText(asked), nearest: String(nearest) },
  nearest,
})

// A float keeps whole numbers of up to this many digits; one with more digits must be read back unchanged.
const sureDigits: Partial<Record<DataType, number>> = { float32: 7, float64: 15 }

/** Fractions are rounded as floats are; a whole number must be stored exactly. */
function floatRaw(signal: Scaled, line: Line | undefined, asked: Fraction): { raw: Value; value: Value } | ValueFault {
  const { dataType } = signal
  const unscaled = line ? divide(subtract(asked, line.base), line.slope) : asked
  const raw = line ? tidy(fractionNumber(unscaled)) : fractionNumber(unscaled)
  if (!Number.isFinite(raw)) return { code: 2010 }
  const digits = fractionText(asked).replace(/^-?0*|0*$/g, '').length
  if (!isWhole(asked) || digits <= sureDigits[dataType]!) return { raw, value: fractionNumber(asked) }
  const held = dataType === 'float32' ? shortFloat32(Math.fround(raw)) : raw
  const back = engineeringOf(signal, held)
  const same = typeof back === 'number' && compareFractions(parseFraction(back)!, asked) === 0
  return same ? { raw, value: fractionValue(asked) } : notExact(asked, back ?? held)
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
