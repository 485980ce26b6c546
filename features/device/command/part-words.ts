// Texts of a write: limits, faults of an input, the outcome. Pure, in the user's language.
import { errorCode, errorText, Failure, type Language } from '../../../contract/errors.ts'
import { type DataType, integerRange, type Value } from '../../../core/data-type.ts'
import { type Fraction, fractionValue, isWhole } from '../../../core/fraction.ts'
import { boundsOf, isScaled } from '../../../core/scaling.ts'
import { valueTextsOf } from '../../../core/value-texts.ts'
import type { WriteOutcome } from '../../../signal/web/write.ts'
import { labelWords, valueAndRaw, valueWords } from '../../../ui/value-words.ts'
import { checkedWrite, type Writable } from './rules.ts'
import { commandText } from './text.ts'

/** A variable with the fields that the dialog needs. */
export type WriteTarget = Writable & {
  id: number
  title: string
  unit: string | null
  decimals: number | null
  /** Texts that are defined for values of the variable. */
  texts?: string | null
}

/** Text of limits: `0 – 1,500 rpm`; one-sided if there is only one limit. */
export function limitsWords(signal: WriteTarget, language: Language): string {
  const t = commandText.in(language)
  if (signal.dataType === 'bool') return `${valueAndRaw(false, signal)} / ${valueAndRaw(true, signal)}`
  if (signal.dataType === 'string') return t('bytes', { length: signal.length ?? 0 })
  // The range of a float type is too large to be useful to a user.
  const { min, max } = boundsOf(signal.dataType === 'float32' ? { ...signal, dataType: 'float64' } : signal)
  // Both limits have the same number of decimals: `1.00 – 4.50 m`.
  const areWhole = [min, max].every((bound) => bound === undefined || isWhole(bound))
  const { dataType, decimals } = signal
  // The limits of a time of day such as 2359 are written as its values, without separators.
  const written = { ...(!decimals && { dataType, unit: signal.unit }), decimals: areWhole ? 0 : decimals }
  const words = (bound: Fraction) => valueWords(fractionValue(bound), written)
  const unit = signal.unit ? ` ${signal.unit}` : ''
  if (min !== undefined && max !== undefined) return t('limits', { min: words(min), max: words(max) }) + unit
  if (max !== undefined) return t('atMost', { max: words(max) }) + unit
  if (min !== undefined) return t('atLeast', { min: words(min) }) + unit
  return t('noLimits')
}

/** The value to send, never rounded: `3.305 m` although the variable shows two decimals. */
export function sentWords(signal: WriteTarget, value: Value): string {
  if (value === '') return commandText.t('emptyText')
  const isRounded = typeof value === 'number' && Number(value.toFixed(signal.decimals ?? 20)) !== value
  return `${isRounded ? valueWords(value) : valueAndRaw(value, signal)}${signal.unit ? ` ${signal.unit}` : ''}`
}

/** A valid input. `asked`: the typed value, if the variable cannot store it and `value` is the nearest possible one. */
type Input = { value: Value; asked?: string } | { reason: string }

/** The value to send, or the reason why not. Empty input asks for a value: clearing a text is a separate action. */
export function readInput(signal: WriteTarget, raw: string | boolean, language: Language): Input {
  const t = commandText.in(language)
  if (raw === '' || (typeof raw === 'string' && signal.dataType !== 'string' && raw.trim() === ''))
    return { reason: t('required') }
  try {
    return { value: checkedWrite(signal, typeof raw === 'string' && signal.dataType !== 'string' ? raw.trim() : raw) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const nearest = nearestOf(error)
    if (nearest !== undefined) return { value: nearest, asked: String(raw).trim() }
    if (error.code === errorCode('plcTypeError') && signal.dataType !== 'bool') {
      return { reason: t(wantsWhole(signal) && Number.isFinite(Number(raw)) ? 'wholeNumber' : 'number') }
    }
    return { reason: errorText(error.code, language, error.details) }
  }
}

const wantsWhole = (signal: Writable & { dataType: DataType }) =>
  integerRange(signal.dataType) !== undefined && !isScaled(signal)

/** The nearest value that the variable can store, from the failure. */
function nearestOf({ code, data }: Failure): Value | undefined {
  return code === errorCode('writeNotExact') ? (data as { nearest: Value }).nearest : undefined
}

/** The page author's message after a write; `{value}` is the value read back from the PLC. */
export const feedbackWords = (feedback: string, readBack: string): string =>
  feedback.replaceAll('{value}', () => readBack)

/** The reason of a failure: the platform's text, or the text of its code. */
export function reasonWords({ status, code, msg }: WriteOutcome, language: Language): string {
  if (status === 'success') return ''
  if (msg) return msg
  return code > 0 ? errorText(code, language) : ''
}

/** Whether the PLC may have the new value without a confirmation. */
export const isUnknown = ({ status }: WriteOutcome): boolean =>
  status === 'timeout' || status === 'exception' || status === 'cancelled'

export type Choice = { value: string; label: string }

/** The values to choose from: those with a text that may be written, with the number the PLC gets. If empty, the user types. */
export function choicesOf(signal: WriteTarget): Choice[] {
  if (signal.dataType === 'bool' || signal.dataType === 'string') return []
  return valueTextsOf(signal.texts).flatMap(({ value, text }) => {
    const read = readInput(signal, String(value), 'en')
    return 'value' in read ? [{ value: String(value), label: `${labelWords(text)} (${value})` }] : []
  })
}
