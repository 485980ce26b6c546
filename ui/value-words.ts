// A value as it is written, in one place for tables, dialogs and widgets.
import type { DataType, Value } from '../core/data-type.ts'
import { formatNumber, nothingShown } from './format.ts'
import { uiText } from './text.ts'

export type Written = { dataType?: DataType; decimals?: number | null | undefined; unit?: string | null | undefined }

/** A 32-bit float has seven digits worth showing; what follows is its conversion, not a measurement. */
const floatDigits = 7

/** A whole number without a unit counts nothing: a time of day, a serial number, a mode. Its digits stay together. */
const isPlain = ({ dataType, unit, decimals }: Written): boolean =>
  unit === null && !decimals && dataType !== undefined && !dataType.startsWith('float')

/** `1,462`, `4.82`, `On`, text as it is; a dash for nothing. `unit: null` says that there is none. */
export function valueWords(value: Value | null, written: Written = {}): string {
  const { dataType, decimals } = written
  if (value === null) return nothingShown
  if (typeof value !== 'boolean' && dataType !== 'string' && isPlain(written)) return String(value)
  if (typeof value === 'boolean') return uiText.t(value ? 'true' : 'false')
  if (typeof value === 'string') return dataType === 'string' ? value : formatNumber(value)
  if (decimals !== null && decimals !== undefined) return formatNumber(value, decimals)
  return formatNumber(dataType === 'float32' ? Number(value.toPrecision(floatDigits)) : value)
}
