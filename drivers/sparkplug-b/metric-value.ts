// Values of metrics to and from those of variables, by the data type of the metric. Numbers of types: Sparkplug 3.0,
// chapter 6.4.16. Pure.
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { floatAs, toBool, toFloat, toWhole, wholeAs } from '../tag-value.ts'
import type { RawValue, WrittenValue } from './payload.ts'

/** A type of metrics: its name, the data type of a variable for it, and how its value is encoded. */
type MetricType = { name: string; dataType?: DataType; field?: number }

const types: Readonly<Record<number, MetricType>> = {
  1: { name: 'Int8', dataType: 'int8', field: 10 },
  2: { name: 'Int16', dataType: 'int16', field: 10 },
  3: { name: 'Int32', dataType: 'int32', field: 10 },
  4: { name: 'Int64', dataType: 'int64', field: 11 },
  5: { name: 'UInt8', dataType: 'uint8', field: 10 },
  6: { name: 'UInt16', dataType: 'uint16', field: 10 },
  7: { name: 'UInt32', dataType: 'uint32', field: 10 },
  8: { name: 'UInt64', dataType: 'uint64', field: 11 },
  9: { name: 'Float', dataType: 'float32', field: 12 },
  10: { name: 'Double', dataType: 'float64', field: 13 },
  11: { name: 'Boolean', dataType: 'bool', field: 14 },
  12: { name: 'String', dataType: 'string', field: 15 },
  // Milliseconds since 1970.
  13: { name: 'DateTime', dataType: 'int64', field: 11 },
  14: { name: 'Text', dataType: 'string', field: 15 },
  15: { name: 'UUID', dataType: 'string', field: 15 },
  16: { name: 'DataSet' },
  // Shown in hex.
  17: { name: 'Bytes', dataType: 'string', field: 16 },
  18: { name: 'File', dataType: 'string', field: 16 },
  19: { name: 'Template' },
  20: { name: 'PropertySet' },
  21: { name: 'PropertySetList' },
  ...Object.fromEntries(
    ['Int8', 'Int16', 'Int32', 'Int64', 'UInt8', 'UInt16', 'UInt32', 'UInt64', 'Float', 'Double']
      .concat(['Boolean', 'String', 'DateTime'])
      .map((name, index) => [22 + index, { name: `${name}Array` }]),
  ),
}

/** A type in a list of metrics; without `dataType` it cannot be read. */
export const metricType = (type: number): MetricType => types[type] ?? { name: `type ${type}` }

const wrongType = (reason: string): DriverFault => new DriverFault(1716, reason)

/** Bits of whole numbers by type; negative: signed. */
const bits: Readonly<Record<number, number>> = { 1: -8, 2: -16, 3: -32, 4: -64, 5: 8, 6: 16, 7: 32, 8: 64, 13: 64 }

/** The value of a metric as a data type. Throws 1716, 1740, 1741. */
export function metricValue(type: number, value: RawValue, dataType: DataType): Value {
  const { name, dataType: own } = metricType(type)
  if (own === undefined || value.kind === 'other') throw wrongType(`the metric is ${name}, which is not read`)
  const size = bits[type]
  if (size !== undefined && value.kind === 'whole') return wholeAs(wholeIn(value.whole, size, name), dataType)
  if ((type === 9 || type === 10) && value.kind === 'float') return floatAs(value.float, value.isSingle, dataType)
  if (type === 11 && value.kind === 'bool') {
    if (dataType === 'bool') return value.isOn
  } else if (own === 'string' && value.kind === 'text') {
    if (dataType === 'string') return value.text
  } else if (own === 'string' && value.kind === 'bytes') {
    if (dataType === 'string') return value.bytes.toString('hex')
  } else throw wrongType(`the metric is ${name}, but its value is encoded as another type`)
  throw wrongType(`the metric is ${name}, not ${dataType}`)
}

/** A whole number from its bits. Programs encode a negative one in the bits of its type, or in 32 or 64 bits. */
function wholeIn(whole: number | bigint, size: number, name: string): number | bigint {
  const width = Math.abs(size)
  if (size < 0 && width <= 32 && typeof whole === 'number' && whole < 2 ** width)
    return whole < 2 ** (width - 1) ? whole : whole - 2 ** width
  const exact = BigInt(whole)
  if (size > 0) {
    if (exact < 1n << BigInt(width)) return whole
  } else {
    const half = 1n << BigInt(width - 1)
    const isNegative = [32n, 64n].some((all) => exact < 1n << all && exact >= (1n << all) - half)
    if (exact < half || isNegative || exact < 1n << BigInt(width)) return BigInt.asIntN(width, exact)
  }
  throw wrongType(`${whole} is no ${name}`)
}

/** A value to write into a metric of this type. Throws 1716, 2001. */
export function writtenMetric(type: number, value: Value): WrittenValue {
  const { name, dataType, field } = metricType(type)
  if (dataType === undefined || field === undefined) throw wrongType(`the metric is ${name}, which cannot be written`)
  const size = bits[type]
  if (size !== undefined) {
    const whole = toWhole(value, type === 13 ? 'uint64' : dataType)
    return { field, value: { kind: 'whole', whole: BigInt.asUintN(Math.abs(size), whole) } }
  }
  if (type === 9 || type === 10)
    return { field, value: { kind: 'float', float: toFloat(value, type === 9), isSingle: type === 9 } }
  if (type === 11) return { field, value: { kind: 'bool', isOn: toBool(value) } }
  if (typeof value !== 'string') throw wrongType('the value is not a text')
  if (type !== 17 && type !== 18) return { field, value: { kind: 'text', text: value } }
  if (!/^([0-9a-f]{2})*$/i.test(value)) throw wrongType('the value is not in hex, such as 001a2b')
  return { field, value: { kind: 'bytes', bytes: Buffer.from(value, 'hex') } }
}
