// The reading of a simulated point as a gateway would get it, without the network: rounded to the range of its
// registers, scaled like the variable. For generated history, which must not take real time.
import { integerValue, type Value } from '../core/data-type.ts'
import { shortFloat32 } from '../core/scaling.ts'
import type { Reading, Register } from './waterworks/register.ts'

const ranges = {
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
  bcd16: [0, 9_999],
  bcd32: [0, 99_999_999],
} as const

const tidy = (value: number) => Number(value.toPrecision(15))

/** The value in engineering units as the platform receives it; 64-bit integers beyond 2^53 as decimal texts. */
export function asRead({ dataType, scale = 1, offset = 0 }: Register, reading: Reading): Value {
  if (typeof reading === 'boolean' || typeof reading === 'string') return reading
  if (typeof reading === 'bigint') return integerValue(reading)
  if (dataType === 'int64' || dataType === 'uint64') return integerValue(BigInt(Math.round(reading)))
  const raw = rawOf(dataType, (reading - offset) / scale)
  return scale === 1 && offset === 0 ? raw : tidy(raw * scale + offset)
}

function rawOf(dataType: Register['dataType'], value: number): number {
  if (dataType === 'float32') return shortFloat32(Math.fround(value))
  if (!(dataType in ranges)) return value
  const [low, high] = ranges[dataType as keyof typeof ranges]
  return Math.min(high, Math.max(low, Math.round(value)))
}
