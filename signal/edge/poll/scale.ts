// The value of a reading in engineering units (core/scaling); a reading without a value becomes a fault.
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import type { Value } from '../../../core/data-type.ts'
import { bitsOfBytes, bitsOfValue, isNoValue, type NoValueCodes, readNoValue } from '../../../core/no-value.ts'
import { engineeringOf, type Scaled } from '../../../core/scaling.ts'
import { DriverFault, type TagReading } from '../../../drivers/driver.ts'

/** Booleans and text are never scaled. Throws 1716 when the result is no number. */
export function toEngineering(signal: Scaled, raw: Value): Value {
  const value = engineeringOf(signal, raw)
  if (value === undefined) throw new DriverFault(1716, 'the scaled value is no number')
  return value
}

const notANumber = 1740
type Coded = Pick<GatewaySignal, 'dataType' | 'noValue'>

// Cached by the signal of the configuration, so that the codes are parsed only once.
const known = new WeakMap<Coded, NoValueCodes>()

function codesOf(signal: Coded): NoValueCodes | undefined {
  const { noValue, dataType } = signal
  if (noValue === undefined) return undefined
  const parsed = known.get(signal)
  if (parsed) return parsed
  const read = readNoValue(dataType, noValue)
  if ('fault' in read) throw new DriverFault(1716, `the no-value codes are ${read.fault}`)
  known.set(signal, read.codes)
  return read.codes
}

const noValueFault = () => new DriverFault(1739, 'the device reports no value')

/** Throws 1739 if the register of a variable holds one of its no-value codes. */
export function mustHaveValue(signal: Coded, rawBytes: () => Uint8Array | undefined): void {
  const codes = codesOf(signal)
  const raw = codes && rawBytes()
  if (codes && raw && isNoValue(codes, signal.dataType, bitsOfBytes(raw))) throw noValueFault()
}

/** The raw value of a tag reading. Throws the fault of the reading, or 1739. */
export function tagValue(signal: Coded, reading: TagReading): Value {
  const codes = codesOf(signal)
  if ('fault' in reading) throw codes?.hasNaN && reading.fault.code === notANumber ? noValueFault() : reading.fault
  const bits = codes && bitsOfValue(signal.dataType, reading.value)
  if (codes && bits !== undefined && isNoValue(codes, signal.dataType, bits)) throw noValueFault()
  return reading.value
}
