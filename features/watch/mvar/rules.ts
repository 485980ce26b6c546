// How an intermediate variable is calculated. Pure.
import { compileFormula, displayedResult, type Formula, isFormula, type Read } from '../../../core/formula.ts'
import { referencesIn } from '../../../core/formula-references.ts'
import { faultIn } from '../../device/open/config-condition.ts'
import type { Fault } from '../../device/open/config-fault.ts'
import type { MvarFormula } from './contract.ts'

/** A list of variables with the name of what is made of it, and its brackets. */
export const maxExpression = 20_000

/** The formula as the one evaluator reads it. */
export const expressionOf = ({ calcType, text }: MvarFormula): string =>
  calcType === 'custom' ? text : `${calcType}(${text})`

type Named = { equipmentId: number; signalId: number }

const keyOf = ({ equipmentId, signalId }: Named) => `${equipmentId}.${signalId}`

/** The variables that a formula names, each once, in its order. */
export function inputsOf({ text }: Pick<MvarFormula, 'text'>): Named[] {
  const found = referencesIn(text).map(({ equipmentId, signalId }) => ({ equipmentId, signalId }))
  return [...new Map(found.map((each) => [keyOf(each), each])).values()]
}

/** Compiled, or what is wrong with it: it cannot be read, or names no variable, or one that is not `known`. */
export function compiledOf(formula: MvarFormula, known: readonly Named[]): Formula | Fault {
  const compiled = compileFormula(expressionOf(formula), { maxLength: maxExpression })
  if (!isFormula(compiled)) {
    // As it was typed: without the name before it, and the brackets.
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

/** What it comes to. [S5 Formula evaluation] A formula that cannot be read any more has no result. */
export function resultOf(formula: MvarFormula, read: Read): { value: number; code: number; time: number | null } {
  const compiled = compileFormula(expressionOf(formula), { maxLength: maxExpression })
  if (!isFormula(compiled)) return { value: 0, code: 2006, time: null }
  const { value, code, at } = displayedResult(compiled, read)
  return { value, code, time: at }
}
