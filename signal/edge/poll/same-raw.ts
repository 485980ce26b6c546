// Whether a device that was told a value holds it, both in its own scale. Pure.
import { asBoolean, asNumber, type DataType, type Value } from '../../../core/data-type.ts'

/** A float is the same when it is so as the device rounds it; what is text beyond 2^53 is compared digit by digit. */
export function isSameRaw(dataType: DataType, held: Value, told: Value): boolean {
  if (dataType === 'bool') return asBoolean(held) === asBoolean(told)
  if (dataType === 'string') return held === told
  const [a, b] = [asNumber(held), asNumber(told)]
  if (dataType === 'float32' && a !== undefined && b !== undefined) return Math.fround(a) === Math.fround(b)
  if (dataType === 'float64') return a !== undefined && a === b
  return String(held) === String(told)
}
