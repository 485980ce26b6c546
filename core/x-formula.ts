// A formula of one number X, such as `6*X+10`: + - * / and parentheses, evaluated by core/formula. [S5 Tamper-proof]
import { compileFormula, isFormula } from './formula.ts'

/** The result for X; undefined if there is none, such as after a division by zero. */
type XFormula = (x: number) => number | undefined

const allowed = /^[\d.+\-*/()xX\s]+$/
// Valid in core/formula or in other languages, but not here: powers and implied multiplication.
const foreign = /\*\s*\*|[xX]\s*[\dxX(]|[\d.)]\s*[xX]/

/** Compiles a formula of X. Undefined if the text is not such a formula, or does not contain X. */
export function compileX(text: string): XFormula | undefined {
  if (!allowed.test(text) || foreign.test(text) || !/x/i.test(text)) return undefined
  const compiled = compileFormula(text.replace(/x/gi, '${1.1}'), { maxLength: 500 })
  if (!isFormula(compiled)) return undefined
  return (x) => {
    const { value } = compiled.evaluate(() => ({ value: x, code: 200 }))
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  }
}
