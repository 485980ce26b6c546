// The calculation of intermediate variables. Pure.
import { limits } from '../../../contract/limits.ts'
import { compileFormula, displayedResult, type Formula, isFormula, type Read } from '../../../core/formula.ts'
import { referencesIn } from '../../../core/formula-references.ts'
import { faultIn } from '../../device/open/config-condition.ts'
import type { Fault } from '../../device/open/config-fault.ts'
import type { MvarFormula } from './contract.ts'

/** The formula in the syntax of the shared evaluator. */
export const expressionOf = ({ calcType, text }: MvarFormula): string =>
  calcType === 'custom' ? text : `${calcType}(${text})`

type Named = { equipmentId: number; signalId: number }

const keyOf = ({ equipmentId, signalId }: Named) => `${equipmentId}.${signalId}`

/** The variables of a formula, each once, in order. */
export function inputsOf({ text }: Pick<MvarFormula, 'text'>): Named[] {
  const found = referencesIn(text).map(({ equipmentId, signalId }) => ({ equipmentId, signalId }))
  return [...new Map(found.map((each) => [keyOf(each), each])).values()]
}

/** The compiled formula or its fault: a syntax error, no variable, or a variable that is not `known`. */
export function compiledOf(formula: MvarFormula, known: readonly Named[]): Formula | Fault {
  const compiled = compileFormula(expressionOf(formula), { maxLength: limits.mvarExpressionLength })
  if (!isFormula(compiled)) {
    // The position in the typed text, without the function name and its bracket.
    const before = formula.calcType === 'custom' ? 0 : formula.calcType.length + 1
    const { at: within, word, reason } = compiled.fault
    const at = Math.max(1, within - before)
    return faultIn({ at, reason, word: formula.text.slice(at - 1, at - 1 + word.length) })
  }
  if (compiled.references.length === 0) return { error: 'formulaWrong', reason: noVariable, details: { at: 1 } }
  const names = new Set(known.map(keyOf))
  const unknown = compiled.references.find((each) => !names.has(keyOf(each)))
  return unknown ? { error: 'formulaSignal', details: { name: `\${${keyOf(unknown)}}` } } : compiled
}

const noVariable = { en: 'it names no variable', 'zh-cn': '未引用任何变量' }

/** The value of the formula. [S5 Formula evaluation] A formula that is no longer valid has no result. */
export function resultOf(formula: MvarFormula, read: Read): { value: number; code: number; time: number | null } {
  const compiled = compileFormula(expressionOf(formula), { maxLength: limits.mvarExpressionLength })
  if (!isFormula(compiled)) return { value: 0, code: 2006, time: null }
  const { value, code, at } = displayedResult(compiled, read)
  return { value, code, time: at }
}
