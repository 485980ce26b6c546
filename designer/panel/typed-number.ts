// What is typed into a field for a number: digits, or arithmetic like `120 + 3*8`. Pure.
import { compileFormula, isFormula } from '../../core/formula.ts'

export type Range = { min?: number | undefined; max?: number | undefined }
/** `empty`: nothing is typed. `unclear`: it is no number. */
export type TypedNumber = { value: number } | { fault: 'empty' | 'unclear' | 'range' }

const arithmetic = /^[\d\s.+\-*/()]+$/
/** Signs of the same meaning from other keyboards. */
const plainSigns = (text: string): string =>
  text.normalize('NFKC').replaceAll('×', '*').replaceAll('÷', '/').replaceAll('−', '-')

function resultOf(text: string): number | undefined {
  if (!arithmetic.test(text)) return undefined
  const formula = compileFormula(text, { maxLength: 100 })
  const value = isFormula(formula) ? formula.evaluate(() => undefined).value : null
  return typeof value === 'number' && Number.isFinite(value) ? Number(value.toPrecision(12)) : undefined
}

/** `unit`: may be typed behind the number, as it is shown there. */
export function typedNumber(text: string, { min, max }: Range = {}, unit = ''): TypedNumber {
  const plain = plainSigns(text).trim()
  const bare = unit !== '' && plain.endsWith(unit) ? plain.slice(0, -unit.length).trim() : plain
  if (bare === '') return { fault: 'empty' }
  const value = resultOf(bare)
  if (value === undefined) return { fault: 'unclear' }
  return value < (min ?? -Infinity) || value > (max ?? Infinity) ? { fault: 'range' } : { value }
}

/** One step of the arrow keys, within the range and without the dust of binary fractions. */
export function stepped(value: number, step: number, { min, max }: Range = {}): number {
  const next = Number((value + step).toPrecision(12))
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, next))
}

/** As it is shown: no dust, no exponent where digits do. */
export const numberText = (value: unknown): string =>
  typeof value === 'number' && Number.isFinite(value) ? String(Number(value.toPrecision(12))) : ''
