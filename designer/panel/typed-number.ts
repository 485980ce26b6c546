// Parses the text of a number field: digits, or arithmetic like `120 + 3*8`. Pure.
import { compileFormula, isFormula } from '../../core/formula.ts'

export type Range = { min?: number | undefined; max?: number | undefined }
/** A typed number or its fault. `empty`: no text. `unclear`: not a number. */
type TypedNumber = { value: number } | { fault: 'empty' | 'unclear' | 'range' }

const arithmetic = /^[\d\s.+\-*/()]+$/
/** Replaces signs of other keyboards by their ASCII equivalents. */
const plainSigns = (text: string): string =>
  text.normalize('NFKC').replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-')

function resultOf(text: string): number | undefined {
  if (!arithmetic.test(text)) return undefined
  const formula = compileFormula(text, { maxLength: 100 })
  const value = isFormula(formula) ? formula.evaluate(() => undefined).value : null
  return typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(12)) : undefined
}

/** Parses a typed number. `unit` may follow the number, as on screen. */
export function typedNumber(text: string, { min, max }: Range = {}, unit = ''): TypedNumber {
  const plain = plainSigns(text).trim()
  const bare = unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length).trim() : plain
  if (bare === '') return { fault: 'empty' }
  const value = resultOf(bare)
  if (value === undefined) return { fault: 'unclear' }
  return value < (min ?? -Infinity) || value > (max ?? Infinity) ? { fault: 'range' } : { value }
}

/** The value after one step of an arrow key, within the range and without binary rounding errors. */
export function stepped(value: number, step: number, { min, max }: Range = {}): number {
  const next = Number((value + step).toPrecision(12))
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next))
}

/** The number as shown: without binary rounding errors, and without an exponent if possible. */
export const numberText = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(Number(value.toPrecision(12))) : ''
