// A formula of one number X, such as `6*X+10`: + - * / and parentheses, by the one evaluator. [S5 Tamper-proof]
import { compileFormula, isFormula } from './formula.ts'

/** The number for X; undefined where there is none, such as a division by zero. */
export type XFormula = (x: number) => number | undefined

const allowed = /^[\d.+\-*/()xX\s]+$/
// Several operators in a row, or a text that is a power, are of the larger language.
const foreign = /\*\s*\*|[xX]\s*[\dxX(]|[\d.)]\s*[xX]/

/** Nothing where it is no such formula, or does not name X. */
export function compileX(text: string): XFormula | undefined {
  if (!allowed.test(text) || foreign.test(text) || !/x/i.test(text)) return undefined
  const compiled = compileFormula(text.replace(/x/gi, '${1.1}'), { maxLength: 500 })
  if (!isFormula(compiled)) return undefined
  return (x) => {
    const { value } = compiled.evaluate(() => ({ value: x, code: 200 }))
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  }
}
