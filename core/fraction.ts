// Exact decimal arithmetic: 3 × 0.1 is 0.3, and 64-bit integers keep every digit. Pure.

/** n / d, with d above 0 and no common factor. */
export type Fraction = { readonly n: bigint; readonly d: bigint }

const decimal = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/
// More digits than any type has; a longer text is an attack.
const maxDigits = 400

const gcd = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

function fraction(n: bigint, d: bigint): Fraction {
  const sign = d < 0n ? -1n : 1n
  const common = gcd(n, sign * d)
  return common > 1n ? { n: (sign * n) / common, d: (sign * d) / common } : { n: sign * n, d: sign * d }
}

export const whole = (n: bigint): Fraction => ({ n, d: 1n })

/** A number as printed, or a decimal text, as its exact value; undefined for anything else. */
export function parseFraction(raw: unknown): Fraction | undefined {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : ''
  const match = text.length <= maxDigits ? decimal.exec(text) : null
  if (!match) return undefined
  const [, sign, front = '', back = '', exponent = '0'] = match
  if (front + back === '') return undefined
  const digits = BigInt(`${sign === '-' ? '-' : ''}${front}${back}`)
  const shift = Number(exponent) - back.length
  return shift >= 0 ? whole(digits * 10n ** BigInt(shift)) : fraction(digits, 10n ** BigInt(-shift))
}

export const add = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
export const subtract = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)
/** Divides two fractions; `b` must not be 0. */
export const divide = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)
/** Negative, 0 or positive, as `a` is less than, equal to or greater than `b`. */
export const compareFractions = (a: Fraction, b: Fraction): number => {
  const difference = a.n * b.d - b.n * a.d
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
export const isWhole = ({ d }: Fraction): boolean => d === 1n

/** The nearest whole number; a half is rounded away from 0. */
export function rounded({ n, d }: Fraction): bigint {
  const size = n < 0n ? -n : n
  const near = (2n * size + d) / (2n * d)
  return n < 0n ? -near : near
}

/** Number of decimals of the exact value; undefined if they never end. */
function places({ d }: Fraction): number | undefined {
  let rest = d
  let [twos, fives] = [0, 0]
  for (; rest % 2n === 0n; rest /= 2n) twos++
  for (; rest % 5n === 0n; rest /= 5n) fives++
  return rest === 1n ? Math.max(twos, fives) : undefined
}

/** A fraction as decimal text with all its digits; with an infinite expansion, as many digits as a double prints. */
export function fractionText(value: Fraction): string {
  const count = places(value)
  if (count === undefined) return String(fractionNumber(value))
  const scaled = (value.n * 10n ** BigInt(count)) / value.d
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(count + 1, '0')
  const text = count === 0 ? digits : `${digits.slice(0, -count)}.${digits.slice(-count)}`
  return scaled < 0n ? `-${text}` : text
}

// A quotient with this many digits gives the nearest double in all but contrived cases.
const quotientDigits = 25

/** The double nearest to a fraction. */
export function fractionNumber({ n, d }: Fraction): number {
  if (d === 1n) return Number(n)
  const size = n < 0n ? -n : n
  const shift = quotientDigits + String(d).length - String(size).length
  const quotient = shift > 0 ? (size * 10n ** BigInt(shift)) / d : size / d
  const value = Number(`${quotient}e${shift > 0 ? -shift : 0}`)
  return n < 0n ? -value : value
}

/** The value in messages: a number if it prints the same value or the decimals never end, else all digits as text. */
export function fractionValue(value: Fraction): number | string {
  const number = fractionNumber(value)
  const printed = parseFraction(number)
  if (places(value) === undefined || (printed && compareFractions(printed, value) === 0)) return number
  return fractionText(value)
}
