// Register values by which a device reports that there is no value, for example SunSpec and SMA inverters at night.
// They are compared with the bits of the register, before scaling.
import { type DataType, integerRange, type Value } from './data-type.ts'

export const maxNoValueCodes = 8
type NoValueFault = 'malformed' | 'tooWide' | 'floatsOnly' | 'tooMany'

/** Bit patterns, and whether every NaN of a float counts. */
export type NoValueCodes = { bits: ReadonlySet<bigint>; hasNaN: boolean }

const widths: Partial<Record<DataType, number>> = {
  ...{ int8: 8, uint8: 8, int16: 16, uint16: 16, bcd16: 16 },
  ...{ int32: 32, uint32: 32, float32: 32, bcd32: 32 },
  ...{ int64: 64, uint64: 64, float64: 64, bcd64: 64 },
}

const hex = /^0x[0-9a-f]{1,16}$/i
const decimal = /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i

/**
 * Parses codes separated by commas: `0x8000` are bits, `-32768` is a value of the type before scaling, `NaN` is every
 * NaN.
 */
export function readNoValue(type: DataType, written: string): { codes: NoValueCodes } | { fault: NoValueFault } {
  const width = widths[type]
  if (width === undefined) return { fault: 'tooWide' }
  const texts = written.split(/[,;，；]/).map((text) => text.trim())
  if (texts.length > maxNoValueCodes) return { fault: 'tooMany' }
  const bits = new Set<bigint>()
  let hasNaN = false
  for (const text of texts) {
    if (/^nan$/i.test(text)) {
      if (!isFloat(type)) return { fault: 'floatsOnly' }
      hasNaN = true
      continue
    }
    if (!hex.test(text) && !decimal.test(text)) return { fault: 'malformed' }
    const own = hex.test(text) ? BigInt(text) : bitsOfValue(type, isFloat(type) ? Number(text) : text)
    if (own === undefined || own >> BigInt(width) !== 0n) return { fault: 'tooWide' }
    bits.add(own)
  }
  return { codes: { bits, hasNaN } }
}

/** Whether these bits of a register mean that there is no value. */
export const isNoValue = ({ bits, hasNaN }: NoValueCodes, type: DataType, own: bigint): boolean =>
  bits.has(own) || (hasNaN && isNaNOf(type, own))

/** The bits of bytes in the order of the value, highest first. */
export const bitsOfBytes = (bytes: Uint8Array): bigint => bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n)

/** The bits that a register holds for a value before scaling; undefined if the value is not of the type. */
export function bitsOfValue(type: DataType, value: Value): bigint | undefined {
  if (isFloat(type)) return typeof value === 'number' ? bitsOfFloat(type, value) : undefined
  const range = integerRange(type)
  if (!range || typeof value === 'boolean' || !/^[+-]?\d+$/.test(String(value))) return undefined
  const whole = BigInt(value)
  if (whole < range.min || whole > range.max) return undefined
  return type.startsWith('bcd') ? BigInt(`0x${whole}`) : BigInt.asUintN(widths[type]!, whole)
}

const isFloat = (type: DataType): type is 'float32' | 'float64' => type === 'float32' || type === 'float64'

function bitsOfFloat(type: 'float32' | 'float64', value: number): bigint {
  const view = new DataView(new ArrayBuffer(8))
  if (type === 'float64') {
    view.setFloat64(0, value)
    return view.getBigUint64(0)
  }
  view.setFloat32(0, value)
  return BigInt(view.getUint32(0))
}

function isNaNOf(type: DataType, own: bigint): boolean {
  const [width, mantissa] = type === 'float32' ? [32n, 23n] : [64n, 52n]
  const exponent = (1n << (width - mantissa - 1n)) - 1n
  return isFloat(type) && ((own >> mantissa) & exponent) === exponent && (own & ((1n << mantissa) - 1n)) !== 0n
}
