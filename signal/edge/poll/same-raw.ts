// Compares a value written to a device with the one it holds, both in the device's scale. Pure.
import { asBoolean, asNumber, type DataType, type Value } from '../../../core/data-type.ts'

/** Floats are equal if they are so after the device's rounding; integers beyond 2^53 are compared as text. */
export function isSameRaw(dataType: DataType, held: Value, told: Value): boolean {
  if (dataType === 'bool') return asBoolean(held) === asBoolean(told)
  if (dataType === 'string') return held === told
  const [a, b] = [asNumber(held), asNumber(told)]
  if (dataType === 'float32' && a !== undefined && b !== undefined) return Math.fround(a) === Math.fround(b)
  if (dataType === 'float64') return a !== undefined && a === b
  return String(held) === String(told)
}
