// Finds the fault in a formula. Pure.
import { limits } from '../../contract/limits.ts'
import { compileFormula, isFormula } from '../../core/formula.ts'

/** The position of the first fault, counted from 1; undefined for a valid or empty formula. */
export function faultIn(text: string): number | undefined {
  if (text.trim() === '') return undefined
  const formula = compileFormula(text, { maxLength: limits.formulaLength })
  return isFormula(formula) ? undefined : formula.fault.at
}
