// Converts the value of a tag between the type that the device has and the data type of a variable, exactly: a value
// that the other side cannot hold is a fault. Pure; shared by the drivers of tags.
import {
  asBoolean,
  asInteger,
  asNumber,
  type DataType,
  integerRange,
  integerValue,
  type Value,
} from '../core/data-type.ts'
import { shortFloat32 } from '../core/scaling.ts'
import { DriverFault } from './driver.ts'

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)

/** Ranges of the types that a number holds exactly, for a comparison without bigint. */
const smallRanges: Partial<Record<DataType, readonly [min: number, max: number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
}

/**
 * A whole number of the device as a value of a data type. Throws 1716 if the type cannot hold it: out of its range, more
 * digits than a float has, or a bool or text.
 */
export function wholeAs(whole: number | bigint, dataType: DataType): Value {
  const small = smallRanges[dataType]
  if (typeof whole === 'number' && small && whole >= small[0] && whole <= small[1]) return whole
  const range = integerRange(dataType)
  if (range) {
    if (whole < range.min || whole > range.max) throw wrongType(`${whole} is no ${dataType}`)
    return integerValue(BigInt(whole))
  }
  if (dataType === 'bool' || dataType === 'string') throw wrongType(`it is a whole number, not ${dataType}`)
  if (Number.isSafeInteger(Number(whole))) return Number(whole)
  throw wrongType(`${whole} has more digits than ${dataType} holds: use int64 or uint64`)
}

/**
 * A float of the device as a value of a data type; `isSingle`: it has 32 bits. Throws 1716 if the type is no float, 1740
 * for NaN, 1741 for infinity.
 */
export function floatAs(float: number, isSingle: boolean, dataType: DataType): Value {
  if (dataType !== 'float32' && dataType !== 'float64') throw wrongType(`it is a float, not ${dataType}`)
  if (Number.isNaN(float)) throw new DriverFault(1740, 'the value is NaN')
  if (!Number.isFinite(float)) throw new DriverFault(1741, 'the value is infinite')
  return isSingle ? shortFloat32(float) : float
}

/** A value to write into a bool of the device. Throws 1716. */
export function toBool(value: Value): boolean {
  const isOn = typeof value === 'boolean' ? value : asBoolean(value)
  if (isOn === undefined) throw wrongType('the value is not a bool')
  return isOn
}

/** A value to write into a whole number of the device. Throws 1716 for another value, 2001 beyond the type. */
export function toWhole(value: Value, dataType: DataType): bigint {
  const range = integerRange(dataType)
  const whole = asInteger(value)
  if (!range || whole === undefined) throw wrongType('the value is not a whole number')
  if (whole < range.min || whole > range.max)
    throw new DriverFault(2001, `beyond ${dataType}`, { min: String(range.min), max: String(range.max) })
  return whole
}

/** A value to write into a float of the device. Throws 1716 for another value, 2001 beyond 32 bits. */
export function toFloat(value: Value, isSingle: boolean): number {
  const float = typeof value === 'boolean' ? undefined : asNumber(value)
  if (float === undefined) throw wrongType('the value is not a number')
  if (isSingle && !Number.isFinite(Math.fround(float)))
    throw new DriverFault(2001, 'beyond a 32-bit float', { min: '-3.4e38', max: '3.4e38' })
  return float
}
