// The evaluator of all conditions and formulas over `${equipmentId.signalId}`: on the edge, in the cloud, in the
// browser and over history. Pure; value and quality together. [DESIGN 3, DESIGN 9 Value and quality, S5]
// Operators + - * / % ** == != < <= > >= && || ! ?: and alternative spellings (=, <>, and, or, not, full-width signs);
// functions abs min max round floor ceil sqrt pow exp ln log10 sin cos tan sum avg if bit(value, n) good(value); true
// false PI; quoted texts, which can only be compared for equality. Names are case-insensitive.
import { good, type Value } from './data-type.ts'
import { compileWords, Refused, type Step } from './formula-compile.ts'
import { type FormulaFault, type FormulaReference, type Scanned, scanFormula } from './formula-scan.ts'
import { asDouble, faultCodes, isFault, type Result, resultOf, truth } from './formula-values.ts'
import { formulaBudget } from './formula-words.ts'

export type { FaultReason, FormulaFault } from './formula-scan.ts'

/** A reading from the caller; `at` in the caller's clock. */
export type FormulaReading = { value: Value | null; code: number; at?: number }
export type Read = (reference: FormulaReference) => FormulaReading | undefined

/** `value` is null exactly when `code` is not 200; `at` is the latest time of all readings, null if none has a time. */
type FormulaResult = { value: Value | null; code: number; at: number | null }

export type Formula = {
  text: string
  /** Every variable of the formula once, in the order of the text. */
  references: readonly FormulaReference[]
  evaluate(read: Read): FormulaResult
}

const defaultLength = 2000

/** `maxLength` in characters, default 2000. */
export function compileFormula(text: string, { maxLength = defaultLength } = {}): Formula | { fault: FormulaFault } {
  const scanned = scanFormula(text, maxLength)
  if ('fault' in scanned) return scanned
  let step: Step
  try {
    step = compileWords(scanned)
  } catch (error) {
    if (error instanceof Refused) return { fault: faultAt(text, scanned, error.index) }
    throw error
  }
  const { references } = scanned
  return { text, references, evaluate: (read) => evaluate(step, references, read) }
}

export const isFormula = (compiled: Formula | { fault: FormulaFault }): compiled is Formula => !('fault' in compiled)

function evaluate(step: Step, references: readonly FormulaReference[], read: Read): FormulaResult {
  const slots: Result[] = []
  let at: number | null = null
  for (const reference of references) {
    const reading = read(reference)
    slots.push(resultOf(reading))
    if (reading?.at !== undefined && (at === null || reading.at > at)) at = reading.at
  }
  const result = step(slots)
  if (isFault(result)) return { value: null, code: result.code, at }
  return { value: result === 0 ? 0 : result, code: good, at }
}

/**
 * Whether a condition is true; undefined if a value that decides it is missing, bad or not boolean. `false && bad` is
 * false, `true || bad` is true.
 */
export function holds(formula: Formula, read: Read): boolean | undefined {
  const { value } = formula.evaluate(read)
  if (value === null) return undefined
  const known = truth(value)
  return isFault(known) ? undefined : known
}

/**
 * [S5] A formula's number for display only: bad readings count as 0, and results that are not finite are 0. `code` is
 * the fault behind the number (200: none), so that it can be shown as bad. `at` is the latest reading's time.
 */
export function displayedResult(formula: Formula, read: Read): { value: number; code: number; at: number | null } {
  const { value } = formula.evaluate((reference) => {
    const reading = read(reference)
    return reading?.code === good && reading.value !== null ? reading : { value: 0, code: good }
  })
  const honest = formula.evaluate(read)
  const number = typeof value === 'boolean' || value === null ? undefined : asDouble(value)
  const isNumber = honest.value === null || (typeof honest.value !== 'boolean' && asDouble(honest.value) !== undefined)
  return { value: number ?? 0, code: isNumber ? honest.code : faultCodes.wrongType, at: honest.at }
}

/** Where the parser stopped, as a position in the user's text. */
function faultAt(text: string, { words, places }: Scanned, index: number): FormulaFault {
  let start = 0
  let word = 0
  while (word < words.length - 1 && start + words[word]!.length < index) start += words[word++]!.length + 1
  const at = places[word] ?? 0
  return { at: at + 1, reason: 'syntax', word: text.slice(at, at + formulaBudget.wordShown) }
}
