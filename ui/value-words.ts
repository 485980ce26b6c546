// Formats a value, in one place for tables, dialogs and widgets.
import type { DataType, Value } from '../core/data-type.ts'
import { valueTextOf } from '../core/value-texts.ts'
import { formatNumber, nothingShown } from './format.ts'
import { uiText } from './text.ts'

export type Written = {
  dataType?: DataType
  decimals?: number | null | undefined
  unit?: string | null | undefined
  /** Own words for its values, see core/value-texts. */
  texts?: string | null | undefined
}

/** A 32-bit float has seven significant digits; further digits come from the conversion, not from the measurement. */
const floatDigits = 7

/** A whole number without a unit is no amount: a time of day, a serial number, a mode. Its digits are not grouped. */
const isPlain = ({ dataType, unit, decimals }: Written): boolean =>
  unit === null && !decimals && dataType !== undefined && !dataType.startsWith('float')

let translateLabel = (label: string): string => label

/** Sets the translation of value texts, which users enter in one language; without one they are shown as entered. */
export const setLabelTranslation = (translate: (label: string) => string): void => {
  translateLabel = translate
}

/** The value text of a value, in the language of the viewer; undefined if it has none. */
export function labelOf(value: Value | null, texts: string | null | undefined): string | undefined {
  const label = valueTextOf(value, texts)
  return label === undefined ? undefined : translateLabel(label)
}

/** A value text within other words, such as the limit of an alarm, in the language of the viewer. */
export const labelWords = (label: string): string => translateLabel(label)

/** Its own words, `1,462`, `4.82`, `On`, text unchanged; a dash for null. `unit: null` means that there is no unit. */
export function valueWords(value: Value | null, written: Written = {}): string {
  if (value === null) return nothingShown
  return labelOf(value, written.texts) ?? rawWords(value, written)
}

/**
 * A state within a condition: `running`, `on`, `3`. `t`: texts of a room with the words for a Boolean variable without
 * value texts.
 */
export function stateWords(
  t: (key: 'stateOn' | 'stateOff') => string,
  value: number,
  written: Pick<Written, 'dataType' | 'texts'> | undefined,
): string {
  const own = labelOf(value, written?.texts)
  if (own !== undefined) return own
  return written?.dataType === 'bool' ? t(value === 0 ? 'stateOff' : 'stateOn') : formatNumber(value)
}

/**
 * The text of a value with the raw value, `automatic (1)`, so that a user who writes sees the value that the PLC
 * receives.
 */
export function valueAndRaw(value: Value | null, written: Written): string {
  const words = valueWords(value, written)
  return value !== null && valueTextOf(value, written.texts) !== undefined ? `${words} (${Number(value)})` : words
}

function rawWords(value: Value, written: Written): string {
  const { dataType, decimals } = written
  if (typeof value !== 'boolean' && dataType !== 'string' && isPlain(written)) return String(value)
  if (typeof value === 'boolean') return uiText.t(value ? 'true' : 'false')
  if (typeof value === 'string') return dataType === 'string' ? value : formatNumber(value)
  if (decimals !== null && decimals !== undefined) return formatNumber(value, decimals)
  return formatNumber(dataType === 'float32' ? Number(value.toPrecision(floatDigits)) : value)
}

/** A limit or a difference with the unit of its variable, with the decimals that it has: `4.2 m`. */
export function amountWords(amount: number, written: Pick<Written, 'unit'> | undefined): string {
  return written?.unit ? `${formatNumber(amount)} ${written.unit}` : formatNumber(amount)
}
