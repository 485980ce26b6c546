// The condition of a history report: a variable against a threshold, or an expression. Pure.
import type { Details, ErrorName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Words } from '../../drivers/driver.ts'
import type { Condition, Signal } from './contract.ts'

type Known = ReadonlyMap<number, Pick<Signal, 'id' | 'name' | 'title' | 'dataType' | 'access'>>
type Fault = { error: ErrorName; reason?: Words; details?: Details }

const textCompared: Words = {
  en: '“{name}” is a text and has no threshold: use an expression',
  zh: '“{name}”为字符串，无法设置阈值，请使用表达式',
}
const neverRead: Words = { en: '“{name}” is only written, never read', zh: '“{name}”为只写变量，无法读取' }

const reference = /\$\{(\d+)\.(\d+)\}/g

/** How an expression names a variable. */
export const referenceTo = (equipmentId: number, signalId: number): string => `\${${equipmentId}.${signalId}}`

/** Variables a condition looks at. */
export const conditionSignals = (condition: Condition): number[] =>
  'signalId' in condition
    ? [condition.signalId]
    : [...condition.expression.matchAll(reference)].map(([, , signalId]) => Number(signalId))

/** An expression with something readable in place of each reference; what is not ours stays as it is. */
export const readable = (expression: string, nameOf: (signalId: number) => string | undefined): string =>
  expression.replace(reference, (text, _, signalId: string) => nameOf(Number(signalId)) ?? text)

/** Why a condition cannot be evaluated on this device, or nothing. [S8 2003-2005] */
export function conditionFault(condition: Condition, known: Known, equipmentId: number): Fault | undefined {
  return 'signalId' in condition
    ? signalFault(condition.signalId, known, true)
    : expressionFault(condition.expression, known, equipmentId)
}

function signalFault(signalId: number, known: Known, isCompared: boolean): Fault | undefined {
  const signal = known.get(signalId)
  if (!signal) return { error: 'formulaSignal', details: { name: `#${signalId}` } }
  const details = { field: 'condition', name: signal.title }
  if (signal.access === 'w') return { error: 'badParameter', reason: neverRead, details }
  return isCompared && signal.dataType === 'string'
    ? { error: 'badParameter', reason: textCompared, details }
    : undefined
}

/** An expression names variables of this device only, in a form that `core/formula` reads. */
export function expressionFault(expression: string, known: Known, equipmentId: number): Fault | undefined {
  if (expression.length > limits.formulaLength) {
    return { error: 'formulaTooLong', details: { length: limits.formulaLength } }
  }
  for (const [text, equipment, signalId] of expression.matchAll(reference)) {
    if (Number(equipment) !== equipmentId) return { error: 'formulaSignal', details: { name: text } }
    const fault = signalFault(Number(signalId), known, false)
    if (fault) return fault
  }
  return undefined
}

/** A condition as the gateway evaluates it. A switch is compared with true or false. */
export function formulaOf(condition: Condition, known: Known, equipmentId: number): string {
  if ('expression' in condition) return condition.expression
  const { signalId, symbol, value } = condition
  const isSwitch = known.get(signalId)?.dataType === 'bool'
  return `${referenceTo(equipmentId, signalId)} ${symbol} ${isSwitch ? value !== 0 : value}`
}
