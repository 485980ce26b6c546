// A condition over the variables of a device: a variable against a threshold, or an expression. Pure.
import type { Condition, Signal } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { compileFormula, type FaultReason, type FormulaFault, isFormula } from '../../../core/formula.ts'
import { referencesIn } from '../../../core/formula-references.ts'
import type { Words } from '../../../drivers/driver.ts'
import type { Fault } from './config-fault.ts'

type Known = ReadonlyMap<number, Pick<Signal, 'id' | 'name' | 'title' | 'dataType' | 'access'>>
const textCompared: Words = {
  en: '“{name}” is a string and cannot have a threshold: use an expression',
  'zh-cn': '“{name}”为字符串，无法设置阈值，请使用表达式',
}
const neverRead: Words = { en: '“{name}” is write-only and cannot be read', 'zh-cn': '“{name}”为只写变量，无法读取' }

const formulaReasons: Record<FaultReason, Words> = {
  empty: { en: 'the expression is empty', 'zh-cn': '表达式为空' },
  tooLong: { en: 'the expression is too complex', 'zh-cn': '表达式过于复杂' },
  syntax: { en: '“{name}” is not expected here', 'zh-cn': '此处不应出现“{name}”' },
  notAllowed: { en: '“{name}” is not allowed', 'zh-cn': '不允许使用“{name}”' },
  tooDeep: { en: 'too many nested brackets', 'zh-cn': '括号嵌套过深' },
  unknownName: { en: 'unknown function or name “{name}”', 'zh-cn': '未知的函数或名称“{name}”' },
  badReference: { en: '“{name}” is not a valid variable reference', 'zh-cn': '“{name}”不是有效的变量引用' },
}
const unfinished: Words = { en: 'the expression is incomplete', 'zh-cn': '表达式不完整' }

/** The reference to a variable in an expression. */
export const referenceTo = (equipmentId: number, signalId: number): string => `\${${equipmentId}.${signalId}}`

/** Rewrites an expression for another device: replaces device and variable ids. */
export function renumberedExpression(
  expression: string,
  { equipment, signal }: { equipment: { from: number; to: number }; signal(id: number): number },
): string {
  let moved = ''
  let end = 0
  for (const { from, to, equipmentId, signalId } of referencesIn(expression)) {
    if (equipmentId !== equipment.from) continue
    moved += expression.slice(end, from) + referenceTo(equipment.to, signal(signalId))
    end = to
  }
  return moved + expression.slice(end)
}

/** Variables that a condition reads. */
export function conditionSignals(condition: Condition): number[] {
  if ('signalId' in condition) return [condition.signalId]
  const formula = compile(condition.expression)
  return isFormula(formula) ? formula.references.map(({ signalId }) => signalId) : []
}

/** An expression with names instead of references; unknown references stay. */
export const readable = (expression: string, nameOf: (signalId: number) => string | undefined): string =>
  piecesOf(expression)
    .map(({ text, signalId }) => (signalId === undefined ? text : (nameOf(signalId) ?? text)))
    .join('')

/** Splits an expression into text and references to variables. */
export function piecesOf(expression: string): { text: string; device?: number; signalId?: number }[] {
  const pieces: { text: string; device?: number; signalId?: number }[] = []
  let end = 0
  for (const { from, to, equipmentId, signalId } of referencesIn(expression)) {
    if (from > end) pieces.push({ text: expression.slice(end, from) })
    pieces.push({ text: expression.slice(from, to), device: equipmentId, signalId })
    end = to
  }
  return end < expression.length ? [...pieces, { text: expression.slice(end) }] : pieces
}

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

/** Caches compiled expressions by text: a page checks all reports of a device at every keystroke. */
const compiled = new Map<string, ReturnType<typeof compileFormula>>()
function compile(expression: string): ReturnType<typeof compileFormula> {
  const known = compiled.get(expression)
  if (known) return known
  if (compiled.size >= 200) compiled.clear()
  const made = compileFormula(expression, { maxLength: limits.formulaLength })
  compiled.set(expression, made)
  return made
}

/** The fault of an expression that cannot be parsed. */
export function faultIn({ at, reason, word }: FormulaFault): Fault {
  const words = reason === 'syntax' && word === '' ? unfinished : formulaReasons[reason]
  return { error: 'formulaWrong', reason: words, details: { at, name: word } }
}

/** The fault of an expression that cannot be parsed, or that names variables of other devices. */
function expressionFault(expression: string, known: Known, equipmentId: number): Fault | undefined {
  const formula = compile(expression)
  if (!isFormula(formula)) {
    if (expression.length > limits.formulaLength)
      return { error: 'formulaTooLong', details: { length: limits.formulaLength } }
    return faultIn(formula.fault)
  }
  for (const { equipmentId: device, signalId } of formula.references) {
    if (device !== equipmentId) return { error: 'formulaSignal', details: { name: referenceTo(device, signalId) } }
    const fault = signalFault(signalId, known, false)
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
