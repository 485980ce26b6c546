// A value as it is written, in one place for tables, dialogs and widgets.
import type { DataType, Value } from '../core/data-type.ts'
import { formatNumber, nothingShown } from './format.ts'
import { uiText } from './text.ts'

export type Written = { dataType?: DataType; decimals?: number | null | undefined }

/** A 32-bit float has seven digits worth showing; what follows is its conversion, not a measurement. */
const floatDigits = 7

/** `1,462`, `4.82`, `On`, text as it is; a dash for nothing. */
export function valueWords(value: Value | null, { dataType, decimals }: Written = {}): string {
  if (value === null) return nothingShown
  if (typeof value === 'boolean') return uiText.t(value ? 'true' : 'false')
  if (typeof value === 'string') return dataType === 'string' ? value : formatNumber(value)
  if (decimals !== null && decimals !== undefined) return formatNumber(value, decimals)
  return formatNumber(dataType === 'float32' ? Number(value.toPrecision(floatDigits)) : value)
}
