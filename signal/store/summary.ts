// Aggregates of a summary: computed over the good readings as they were polled. Pure. [S3 History report]
import type { Aggregation, GatewayColumn } from '../../contract/gateway-config.ts'
import { good, type Value } from '../../core/data-type.ts'
import { asDouble, calculate, compare, faultCodes, isFault, type Result } from '../../core/formula-values.ts'
import { rolledBetween } from '../../core/rollover.ts'
import type { Reading } from './reading.ts'

/** Counts of one variable in one period; `before` is the last good value before the period. All of it survives JSON. */
export type Tally = {
  good: number
  first: Value | null
  last: Value | null
  min: Value | null
  max: Value | null
  sum: number
  before: Value | null
  /** Sum of the rollovers of a counter, in its own units. */
  rolled: number
  /** Code of the last bad reading, 0 if there was none. */
  fault: number
}

type Kept = { value: Value | null; code: number }

export const emptyTally = (before: Value | null = null): Tally => ({
  ...{ good: 0, first: null, last: null, min: null, max: null, sum: 0 },
  ...{ before, rolled: 0, fault: 0 },
})

/** The counts of the next period, which continue from here. */
export const nextTally = ({ last, before }: Tally): Tally => emptyTally(last ?? before)

const isBelow = compare('<')
const subtract = calculate('-')
const add = calculate('+')
const less = (a: Value, b: Value) => (typeof a === 'number' && typeof b === 'number' ? a < b : isBelow(a, b) === true)

const rolled = (from: Value | null, to: Value | null, rollover: number | undefined): number =>
  rollover === undefined || from === null || to === null
    ? 0
    : rolledBetween(asDouble(from) ?? Number.NaN, asDouble(to) ?? Number.NaN, rollover)

/** Adds a reading of the period. `rollover`: where a counter rolls over to 0. */
export function count(tally: Tally, { value, code }: Reading, rollover?: number): void {
  if (code !== good || value === null) {
    tally.fault = code
    return
  }
  tally.good++
  tally.rolled += rolled(tally.last ?? tally.before, value, rollover)
  tally.first ??= value
  tally.last = value
  if (tally.min === null || less(value, tally.min)) tally.min = value
  if (tally.max === null || less(tally.max, value)) tally.max = value
  tally.sum += asDouble(value) ?? Number.NaN
}

/** Combines the counts of two parts of one period, `earlier` first. */
export const joinTallies = (earlier: Tally, later: Tally, rollover?: number): Tally => ({
  good: earlier.good + later.good,
  first: earlier.first ?? later.first,
  last: later.last ?? earlier.last,
  min: outer(earlier.min, later.min, less),
  max: outer(earlier.max, later.max, (a, b) => less(b, a)),
  sum: earlier.sum + later.sum,
  before: earlier.good > 0 ? earlier.before : (earlier.before ?? later.before),
  rolled: earlier.rolled + later.rolled + (later.before === null ? rolledAcross(earlier, later, rollover) : 0),
  fault: later.fault === 0 ? earlier.fault : later.fault,
})

const rolledAcross = ({ last, before }: Tally, { first }: Tally, rollover: number | undefined): number =>
  rolled(last ?? before, first, rollover)

/** The more extreme value by `isBeyond`; of equal ones the earlier. */
function outer(earlier: Value | null, later: Value | null, isBeyond: (a: Value, b: Value) => boolean): Value | null {
  if (earlier === null || later === null) return earlier ?? later
  return isBeyond(later, earlier) ? later : earlier
}

/** A reading outside any period: the next difference is counted from it. */
export function pass(tally: Tally, { value, code }: Reading): void {
  if (code === good && value !== null) tally.before = value
}

/** The value of the period: null with the last fault if no reading was good, undefined if there was no reading. */
export function aggregate(tally: Tally, aggregation: Aggregation): Kept | undefined {
  if (tally.good === 0) return tally.fault === 0 ? undefined : { value: null, code: tally.fault }
  const result = results[aggregation](tally)
  return isFault(result) ? { value: null, code: result.code } : { value: result, code: good }
}

const numeric = (value: Value): Result => (asDouble(value) === undefined ? { code: faultCodes.wrongType } : value)

const results: Record<Aggregation, (tally: Tally) => Result> = {
  // Counted from the last value before the period, however old: the differences of parts of a day add up to that of the
  // day.
  delta({ first, last, before, rolled }) {
    const moved = subtract(last!, before ?? first!)
    return rolled === 0 ? moved : add(moved, rolled)
  },
  first: ({ first }) => first!,
  last: ({ last }) => last!,
  max: ({ max }) => numeric(max!),
  min: ({ min }) => numeric(min!),
  average(tally) {
    const mean = tally.sum / tally.good
    if (Number.isFinite(mean)) return mean
    return { code: Number.isNaN(mean) ? faultCodes.wrongType : faultCodes.noResult }
  },
}

/** A column without an aggregation stores the last value. */
export const aggregationOf = ({ aggregation = 'last' }: GatewayColumn): Aggregation => aggregation
