// Collects values for one message, column by column, and decides when it is full. Pure.
import { limits } from '../../../contract/limits.ts'
import { good, type Value } from '../../../core/data-type.ts'

export type Columns = {
  ids: number[]
  values: (Value | null)[]
  /** Times of the values in ms, relative to the message's moment. */
  times: number[]
  codes: number[]
  /** Approximate size of the values in JSON. */
  bytes: number
}

// Size of an id, a number of many digits, a time and a code; a character may take three bytes.
const numberBytes = 40
const letterBytes = 3

export const emptyColumns = (): Columns => ({ ids: [], values: [], times: [], codes: [], bytes: 0 })

export function addValue(columns: Columns, id: number, given: Value | null, time: number, code: number): void {
  const value = storable(given)
  columns.ids.push(id)
  columns.values.push(value)
  columns.times.push(time)
  columns.codes.push(code)
  columns.bytes += numberBytes + (typeof value === 'string' ? value.length * letterBytes : 0)
}

/** Whether a message is full. `points`: maximum number of values, default `limits.messagePoints`. */
export const isFull = ({ ids, bytes }: Columns, points: number = limits.messagePoints): boolean =>
  ids.length >= points || bytes >= limits.messageValueBytes

/** The columns as sent: times that are all 0 and codes that are all 200 are left out. */
export const wireColumns = ({ ids, values, times, codes }: Columns) => ({
  ...{ ids, values },
  ...(times.every((time) => time === 0) ? {} : { times }),
  ...(codes.every((code) => code === good) ? {} : { codes }),
})

/** Cuts long texts; replaces NaN and infinity by null. */
function storable(value: Value | null): Value | null {
  if (typeof value === 'string') return value.slice(0, limits.textValueLength)
  return typeof value === 'number' && !Number.isFinite(value) ? null : value
}
