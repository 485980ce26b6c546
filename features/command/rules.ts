// What may be written to a variable. Shared by the write dialog, the server, and later by every widget that writes.

import { type Failure, fail } from '../../contract/errors.ts'
import {
  asBoolean,
  asInteger,
  asNumber,
  type DataType,
  integerRange,
  integerValue,
  type Value,
} from '../../core/data-type.ts'

/** As much of a variable as a write needs. */
export type Writable = {
  name: string
  dataType: DataType
  access: 'r' | 'w' | 'rw'
  length?: number | null
  min?: number | null
  max?: number | null
  scale?: number | null
  offset?: number | null
}

const wrongType = () => fail('plcTypeError', {}, { field: 'value' })

/** Bounds of the type itself in engineering units, so that a value that cannot be stored never leaves. */
function typeBounds({ dataType, scale, offset }: Writable): { min: number; max: number } | undefined {
  const range = integerRange(dataType)
  if (!range) return undefined
  const ends = [range.min, range.max].map((end) => Number(end) * (scale ?? 1) + (offset ?? 0))
  return { min: Math.min(...ends), max: Math.max(...ends) }
}

const isScaled = ({ scale, offset }: Writable) => (scale ?? 1) !== 1 || (offset ?? 0) !== 0

/** Lowest and highest value that may be written, as far as there are any. */
export function writeBounds(signal: Writable): { min: number | undefined; max: number | undefined } {
  const type = typeBounds(signal)
  const most = (a: number | undefined, b: number | undefined, pick: (x: number, y: number) => number) =>
    a === undefined ? b : b === undefined ? a : pick(a, b)
  return {
    min: most(signal.min ?? undefined, type?.min, Math.max),
    max: most(signal.max ?? undefined, type?.max, Math.min),
  }
}

function checkedNumber(signal: Writable, raw: Value): Value {
  const number = asNumber(raw)
  const whole = integerRange(signal.dataType) && !isScaled(signal) ? asInteger(raw) : undefined
  if (number === undefined || (integerRange(signal.dataType) && !isScaled(signal) && whole === undefined))
    throw wrongType()
  const { min, max } = writeBounds(signal)
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) {
    throw fail('writeOutOfRange', { min: min ?? '-∞', max: max ?? '∞' }, { field: 'value' })
  }
  if (whole === undefined) return number
  const range = integerRange(signal.dataType)!
  if (whole < range.min || whole > range.max) {
    throw fail('writeOutOfRange', { min: String(range.min), max: String(range.max) }, { field: 'value' })
  }
  return integerValue(whole)
}

/** The value as it goes to the gateway. Throws 2002, 1716, 2001, 2007. [S5 Write] */
export function checkedWrite(signal: Writable, raw: Value): Value {
  if (signal.access === 'r') throw fail('writeReadOnly', {}, { field: 'value' })
  if (signal.dataType === 'bool') {
    const value = asBoolean(raw)
    if (value === undefined) throw wrongType()
    return value
  }
  if (signal.dataType !== 'string') return checkedNumber(signal, raw)
  if (typeof raw !== 'string') throw wrongType()
  if (raw === '') throw fail('badParameter', { field: 'value', reason: '' }, { field: 'value' })
  const length = signal.length ?? 0
  if (raw.length > length) throw fail('writeTooLong', { length }, { field: 'value' })
  return raw
}

/** The failure's outcome for the log and the callback. */
export const outcomeOf = (failure: Failure) => ({ code: failure.code as number, result: 'failure' as const })
