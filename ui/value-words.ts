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

/**
 * A value as text: its defined text if there is one, `1,462`, `4.82`, `On`, or the text itself; a dash for null. `unit:
 * null` means that there is no unit.
 */
export function valueWords(value: Value | null, written: Written = {}): string {
  if (value === null) return nothingShown
  return valueTextOf(value, written.texts) ?? rawWords(value, written)
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
