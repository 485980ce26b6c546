// Where a formula is wrong. Pure.
import { limits } from '../../contract/limits.ts'
import { compileFormula, isFormula } from '../../core/formula.ts'

/** The place of the first fault, counted from 1; nothing for a formula, and for none. */
export function faultIn(text: string): number | undefined {
  if (text.trim() === '') return undefined
  const formula = compileFormula(text, { maxLength: limits.formulaLength })
  return isFormula(formula) ? undefined : formula.fault.at
}
