// Expressions of a custom report. Finds aggregates of history (`delta(${1.10})`, `hours(${1.3} > 20)`,
// `avg(${mvar.4})`) and other fields (`{energy}`) in the text and replaces each by a reference for the shared
// evaluator, which does the rest. Pure.
import { compileFormula, type Formula, isFormula } from '../../../core/formula.ts'
import { referencesIn } from '../../../core/formula-references.ts'
import { endOfText, narrow, quoteAt, reference, wordLetters } from '../../../core/formula-words.ts'
import { faultIn, referenceTo } from '../../device/open/config-condition.ts'
import type { Fault } from '../../device/open/config-fault.ts'
import { keyPattern } from './contract.ts'
import { isMvar, mvarReference, mvarReferenceTo, ofMvar, type Variable, withoutMvars } from './mvar-references.ts'

export const aggregateNames = ['delta', 'avg', 'min', 'max', 'first', 'last', 'sum', 'count', 'hours'] as const
export type AggregateName = (typeof aggregateNames)[number]
/** Aggregates that need stored readings, which intermediate variables do not have. */
const ofReadings: readonly AggregateName[] = ['sum', 'count']
/** Names that are also functions of the formula evaluator; over a single variable they aggregate history. */
const ofBoth: readonly AggregateName[] = ['avg', 'min', 'max', 'sum']

export const keyOf = ({ equipmentId, signalId }: Variable): string => `${equipmentId}.${signalId}`

/** An aggregate in an expression. `condition`: for `hours`, a condition on the variable. */
export type Aggregate = { name: AggregateName; variable: Variable; condition?: Formula }

/** A compiled field. `aggregates` and `fields`: indexes of the report's lists that its formula uses. */
type CompiledField = { formula: Formula; aggregates: number[]; fields: number[] }
export type Compiled = {
  /** All aggregates, each once, even if several fields use it. */
  aggregates: Aggregate[]
  /** The fields in the order of the report. */
  fields: (CompiledField | Fault)[]
  /** Indexes of the fields, each after the fields that it uses. */
  order: number[]
}

export const isFault = (field: CompiledField | Fault): field is Fault => 'error' in field

type Entry = { key: string; expression: string }

/** The kind of list to which a reference of the evaluator belongs, as its device number. */
const slots = { aggregate: 1, field: 2, period: 3 } as const
/** The key of the duration of the bucket in hours: `{energy} / {period}` is a mean power. */
const periodKey = 'period'

const reasons = {
  bare: {
    en: '“{name}” stands alone: say what is meant, such as delta, avg or last of it',
    'zh-cn': '“{name}”需要指明统计方式，例如 delta、avg 或 last',
  },
  one: { en: '“{name}” takes one variable', 'zh-cn': '“{name}”的括号内只能有一个变量' },
  condition: {
    en: '“{name}” takes a condition on one variable, such as hours(variable > 20)',
    'zh-cn': '“{name}”的括号内是关于一个变量的条件，例如 hours(变量 > 20)',
  },
  readings: {
    en: '“{name}” is of stored readings, which an intermediate variable has not: use avg, min, max, first, last, delta or hours',
    'zh-cn': '“{name}”统计存储的读数，中间变量没有自己的读数，请使用 avg、min、max、first、last、delta 或 hours',
  },
  noKey: { en: 'there is no field with the key “{name}”', 'zh-cn': '没有键为“{name}”的字段' },
  circle: { en: 'it uses its own result, by way of “{name}”', 'zh-cn': '通过“{name}”引用了自身的结果' },
  nothing: { en: 'it names no variable and no other field', 'zh-cn': '未引用任何变量或其他字段' },
}

const faultAt = (at: number, reason: keyof typeof reasons, name: string): Fault => ({
  error: 'formulaWrong',
  reason: reasons[reason],
  details: { at: at + 1, name },
})

const keyFault = (en: string, zh: string): Fault => ({
  error: 'badParameter',
  reason: { en, 'zh-cn': zh },
  details: { field: 'key' },
})

/** The fault of a key, given the keys before it. [S5 variable key valid] */
export function keyFaultOf(key: string, before: readonly string[]): Fault | undefined {
  if (!keyPattern.test(key))
    return keyFault(
      'letters, digits and _, a letter first, at most 20',
      '须以字母开头，仅含字母、数字和下划线，最多 20 个字符',
    )
  if (key === periodKey)
    return keyFault('it is the key of the hours that a row has lasted', '该键表示每行时段已经历的小时数')
  return before.includes(key) ? keyFault('another field has this key', '与其他字段的键重复') : undefined
}

/** Compiles all fields; each result is a formula or a fault. `known`: the allowed variables; undefined allows all. */
export function compileReport(entries: readonly Entry[], known?: ReadonlySet<string>): Compiled {
  // If a key occurs twice, which is refused elsewhere, the first field is used.
  const places = new Map(entries.map(({ key }, place) => [key, place] as const).reverse())
  const aggregates: Aggregate[] = []
  const found = new Map<string, number>()
  const placeOf = (aggregate: Aggregate): number => {
    const { name, variable, condition } = aggregate
    const key = `${name} ${keyOf(variable)} ${condition?.text ?? ''}`
    const place = found.get(key) ?? aggregates.push(aggregate) - 1
    found.set(key, place)
    return place
  }
  const fields = entries.map(({ expression }) => compileField(expression, { places, placeOf, known }))
  const order: number[] = []
  const state = new Map<number, 'open' | 'done'>()
  const visit = (place: number, from: number | undefined): void => {
    const field = fields[place]!
    if (state.get(place) === 'done') return
    if (state.get(place) === 'open') {
      if (from !== undefined && !isFault(fields[from]!)) fields[from] = faultAt(0, 'circle', entries[place]!.key)
      return
    }
    state.set(place, 'open')
    if (!isFault(field)) for (const used of field.fields) visit(used, place)
    state.set(place, 'done')
    order.push(place)
  }
  for (const place of entries.keys()) visit(place, undefined)
  return { aggregates, fields, order }
}

/** All variables of the expressions, each once and in order, including those in faulty expressions. */
export function variablesOf({ aggregates }: Pick<Compiled, 'aggregates'>): Variable[] {
  return [...new Map(aggregates.map(({ variable }) => [keyOf(variable), variable])).values()]
}

type Around = {
  places: ReadonlyMap<string, number>
  placeOf: (aggregate: Aggregate) => number
  known: ReadonlySet<string> | undefined
}

function compileField(expression: string, around: Around): CompiledField | Fault {
  const text = translated(expression, around)
  if ('error' in text) return text
  const formula = compileFormula(text.words, { maxLength: 20_000 })
  if (!isFormula(formula)) {
    const { at, word } = text.sourceAt(formula.fault.at - 1)
    return faultIn({ ...formula.fault, at: at + 1, word: word ?? formula.fault.word })
  }
  const used = (slot: number) =>
    formula.references.filter(({ equipmentId }) => equipmentId === slot).map(({ signalId }) => signalId - 1)
  const field = { formula, aggregates: used(slots.aggregate), fields: used(slots.field) }
  return formula.references.length === 0 ? faultAt(0, 'nothing', '') : field
}

/** The text for the evaluator, and the mapping of its positions to the source. */
type Translated = { words: string; sourceAt(place: number): { at: number; word?: string } }
type Piece = { from: number; source: number; end: number; isCopy: boolean }

const call = /[ \t\r\n\u00a0\u3000]*\(/y
const closing = /[ \t\r\n\u00a0\u3000]*\)/y
const fieldReference = /\{[ \u3000]*([\p{L}_][\p{L}\p{N}_]*)[ \u3000]*\}/uy

const match = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function translated(source: string, around: Around): Translated | Fault {
  const plain = narrow(source)
  const pieces: Piece[] = []
  let words = ''
  const put = (text: string, from: number, end: number, isCopy: boolean) => {
    pieces.push({ from: words.length, source: from, end, isCopy })
    words += text
  }
  let at = 0
  while (at < source.length) {
    const quote = quoteAt(source, plain, at)
    if (quote) {
      const end = Math.min(source.length, endOfText(source, plain, quote, at + 1) + 1)
      put(source.slice(at, end), at, end, true)
      at = end
      continue
    }
    const found = replacedAt(source, plain, at, around)
    if (found && 'error' in found) return found
    const end = found?.end ?? at + (match(wordLetters, plain, at)?.[0].length ?? 1)
    put(found ? referenceTo(found.slot, found.place + 1) : source.slice(at, end), at, end, !found)
    at = end
  }
  const sourceAt = (place: number) => {
    const piece = pieces.findLast(({ from }) => from <= place)
    if (!piece) return { at: place }
    if (place >= words.length) return { at: source.length }
    return piece.isCopy
      ? { at: piece.source + place - piece.from }
      : { at: piece.source, word: source.slice(piece.source, piece.end).slice(0, 40) }
  }
  return { words, sourceAt }
}

type Replaced = { end: number; slot: number; place: number }

/** The reference that replaces the text at a position; `undefined` for text that the evaluator reads unchanged. */
function replacedAt(source: string, plain: string, at: number, around: Around): Replaced | Fault | undefined {
  if (plain[at] === '{') return fieldAt(plain, at, around)
  if (plain.startsWith('${', at)) {
    const bare = match(reference, plain, at) ?? match(mvarReference, plain, at)
    return bare ? faultAt(at, 'bare', bare[0]) : undefined
  }
  const word = match(wordLetters, plain, at)?.[0] ?? ''
  const name = aggregateNames.find((each) => each === word.toLowerCase())
  const open = name && match(call, plain, at + word.length)
  if (!name || !open) return undefined
  const inside = at + word.length + open[0].length
  return name === 'hours'
    ? hoursAt(source, plain, { at, inside }, around)
    : aggregateAt(plain, name, { at, inside }, around)
}

function fieldAt(plain: string, at: number, { places }: Around): Replaced | Fault | undefined {
  const found = match(fieldReference, plain, at)
  if (!found) return undefined
  const end = at + found[0].length
  if (found[1] === periodKey) return { end, slot: slots.period, place: 0 }
  const place = places.get(found[1]!)
  return place === undefined ? faultAt(at, 'noKey', found[1]!) : { end, slot: slots.field, place }
}

type Where = { at: number; inside: number }

function aggregateAt(plain: string, name: AggregateName, { at, inside }: Where, around: Around) {
  const space = /[ \t\r\n\u00a0\u3000]*/y
  const from = inside + (match(space, plain, inside)?.[0].length ?? 0)
  const mvar = match(mvarReference, plain, from)
  const named = mvar ?? match(reference, plain, from)
  const closed = named && match(closing, plain, from + named[0].length)
  if (!named || !closed) return ofBoth.includes(name) ? undefined : faultAt(at, 'one', name)
  if (mvar && ofReadings.includes(name)) return faultAt(at, 'readings', name)
  const variable = mvar ? ofMvar(Number(mvar[1])) : { equipmentId: Number(named[1]), signalId: Number(named[2]) }
  const place = placed({ name, variable }, around)
  return typeof place === 'number'
    ? { end: from + named[0].length + closed[0].length, slot: slots.aggregate, place }
    : place
}

function placed(aggregate: Aggregate, { placeOf, known }: Around): number | Fault {
  if (known && !known.has(keyOf(aggregate.variable)))
    return { error: 'formulaSignal', details: { name: nameOf(aggregate.variable) } }
  return placeOf(aggregate)
}

const nameOf = (variable: Variable): string =>
  isMvar(variable) ? mvarReferenceTo(variable.signalId) : referenceTo(variable.equipmentId, variable.signalId)

function hoursAt(source: string, plain: string, { at, inside }: Where, around: Around): Replaced | Fault {
  const end = endOfCall(source, plain, inside)
  if (end === undefined) return faultAt(at, 'condition', 'hours')
  const { text, mvarIds } = withoutMvars(source.slice(inside, end))
  const condition = compileFormula(text)
  if (!isFormula(condition)) return faultIn({ ...condition.fault, at: condition.fault.at + inside })
  const [reference, ...others] = condition.references
  const isMixed = mvarIds.length > 0 && referencesIn(source.slice(inside, end)).length > 0
  if (!reference || others.length > 0 || isMixed) return faultAt(at, 'condition', 'hours')
  const variable = mvarIds.length > 0 ? ofMvar(mvarIds[0]!) : reference
  const place = placed({ name: 'hours', variable, condition }, around)
  return typeof place === 'number' ? { end: end + 1, slot: slots.aggregate, place } : place
}

/** The position of the bracket that closes the one opened before `from`. */
function endOfCall(source: string, plain: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < source.length; at += 1) {
    const quote = quoteAt(source, plain, at)
    if (quote) at = endOfText(source, plain, quote, at + 1)
    else if (plain[at] === '(') depth += 1
    else if (plain[at] === ')') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return undefined
}

/** The result of a field, in the shape of `ReportValue` of the contract. */
export type Cell = { value: number | boolean | null; code: number; isPart: boolean }

const good = 200
const wrongType = 1716
/** The code of a field that cannot be calculated: formulaWrong. */
const inError = 2003

/**
 * Evaluates all fields in one bucket, in the report's order, from its aggregates. `lastedMs`: the duration of the
 * bucket so far.
 */
export function evaluateFields({ fields, order }: Compiled, aggregates: readonly Cell[], lastedMs: number): Cell[] {
  const cells: Cell[] = new Array(fields.length)
  const none: Cell = { value: null, code: inError, isPart: false }
  const period: Cell = { value: lastedMs / 3_600_000, code: good, isPart: false }
  for (const place of order) {
    const field = fields[place]!
    if (isFault(field)) {
      cells[place] = none
      continue
    }
    const used = (slot: number, at: number): Cell =>
      (slot === slots.period ? period : slot === slots.aggregate ? aggregates[at] : cells[at]) ?? none
    const { value, code } = field.formula.evaluate(({ equipmentId, signalId }) => used(equipmentId, signalId - 1))
    const isPart =
      field.aggregates.some((at) => aggregates[at]?.isPart) || field.fields.some((at) => cells[at]?.isPart === true)
    const number = typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value
    cells[place] =
      typeof number === 'string'
        ? { value: null, code: wrongType, isPart: false }
        : { value: number, code: number === null ? code : good, isPart: isPart && number !== null }
  }
  return cells
}
