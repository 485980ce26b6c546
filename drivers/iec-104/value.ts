// Values of reports as those of variables. Pure.
import type { DataType, Value } from '../../core/data-type.ts'
import { DriverFault, type TagReading } from '../driver.ts'
import { faultOf } from '../modbus-tcp/faults.ts'
import { floatAs, wholeAs } from '../tag-value.ts'
import { neverReported } from './faults.ts'
import type { Kind } from './kinds.ts'
import { quality, type Report } from './report.ts'

/** A normalized value is this many times its whole number. */
export const normalizedUnit = 32_768

/** The names of the bits of a quality that make a value a fault, or uncertain. */
const faultBits = [
  [quality.invalid, 'IV: invalid'],
  [quality.notTopical, 'NT: not topical, the last update failed'],
] as const
const doubtBits = [
  [quality.overflow, 'OV: overflow'],
  [quality.blocked, 'BL: blocked'],
  [quality.substituted, 'SB: substituted by an operator or a program'],
  [quality.transient, 'the step position is not settled yet'],
] as const

const namesOf = (bits: readonly (readonly [number, string])[], flags: number): string =>
  bits
    .filter(([bit]) => (flags & bit) !== 0)
    .map(([, name]) => name)
    .join(', ')

const isFloat = (dataType: DataType): boolean => dataType === 'float32' || dataType === 'float64'

/** The state of a tag by a report; `kind`: the type that its address names. */
export function readingOf(report: Report, dataType: DataType, kind: Kind | undefined, agoMs: number): TagReading {
  try {
    const fault = namesOf(faultBits, report.quality)
    if (fault) throw neverReported(fault)
    if (kind && kind !== report.kind) throw new DriverFault(1716, `the station reports M_${report.kind}, not M_${kind}`)
    const reading = { value: valueIn(report, dataType), agoMs }
    const doubt = namesOf(doubtBits, report.quality)
    return doubt ? { ...reading, doubt: new DriverFault(1747, doubt) } : reading
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

function valueIn({ kind, raw }: Report, dataType: DataType): Value {
  switch (kind) {
    case 'SP':
      return dataType === 'bool' ? raw === 1 : wholeAs(raw, dataType)
    case 'DP':
      if (raw === 0 || raw === 3)
        throw neverReported(`double point ${raw}: ${raw === 0 ? 'intermediate' : 'indeterminate'}`)
      return dataType === 'bool' ? raw === 2 : wholeAs(raw, dataType)
    case 'ME_NA':
      return isFloat(dataType) ? raw / normalizedUnit : wholeAs(raw, dataType)
    case 'ME_NC':
      return floatAs(raw, true, dataType)
    case 'BO':
      return wholeAs(dataType === 'int32' ? raw | 0 : raw, dataType)
    default:
      return wholeAs(raw, dataType)
  }
}
