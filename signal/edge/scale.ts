// Between what the device holds and engineering units: value = raw × scale + offset. Pure.

import type { GatewaySignal } from '../../contract/gateway-config.ts'
import { asInteger, asNumber, integerRange, integerValue, type Value } from '../../core/data-type.ts'
import { DriverFault } from '../../drivers/driver.ts'

type Scaled = Pick<GatewaySignal, 'dataType' | 'scale' | 'offset'>

const isScaled = ({ scale = 1, offset = 0 }: Scaled) => scale !== 1 || offset !== 0

// 15 digits are what a double holds for sure: 3 × 0.1 shows as 0.3.
const tidy = (value: number) => Number(value.toPrecision(15))

/** The value in engineering units. Booleans and text are never scaled. Throws 1716 when the result is no number. */
export function toEngineering(signal: Scaled, raw: Value): Value {
  if (!isScaled(signal) || signal.dataType === 'bool' || signal.dataType === 'string') return raw
  const value = tidy(Number(raw) * (signal.scale ?? 1) + (signal.offset ?? 0))
  if (!Number.isFinite(value)) throw new DriverFault(1716, 'the scaled value is no number')
  return value
}

/**
 * The raw value to write. With a scale an integer type is rounded to what the device can hold; without one 12.5 is no
 * integer. Throws 1716 for a value of another type.
 */
export function toRaw(signal: Scaled, value: Value): Value {
  const { dataType, scale = 1, offset = 0 } = signal
  if (dataType === 'bool' || dataType === 'string') return value
  if (!isScaled(signal)) return unscaled(dataType, value)
  const number = typeof value === 'boolean' ? undefined : asNumber(value)
  if (number === undefined || scale === 0) throw new DriverFault(1716, 'the value is no number')
  const raw = tidy((number - offset) / scale)
  return integerRange(dataType) ? wholeOf(raw) : raw
}

function unscaled(dataType: GatewaySignal['dataType'], value: Value): Value {
  if (!integerRange(dataType)) return value
  const whole = typeof value === 'boolean' ? undefined : asInteger(value)
  if (whole === undefined) throw new DriverFault(1716, 'the value is no integer')
  return integerValue(whole)
}

const wholeOf = (raw: number): Value => (Number.isFinite(raw) ? integerValue(BigInt(Math.round(raw))) : raw)
