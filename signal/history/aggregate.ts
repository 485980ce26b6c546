// Aggregates by bucket, from decoded readings and from headers of chunks that were not opened.
import { good } from '../../core/data-type.ts'
import { rolledBetween } from '../../core/rollover.ts'
import type { ChunkHeader } from './chunk.ts'
import type { Aggregates, Series } from './history.ts'
import { firstAfter, firstAtOrAfter } from './series.ts'

export type Buckets = {
  /** Readings outside all buckets are ignored. */
  addSeries(series: Series): void
  /**
   * A whole chunk by its header. Only for a chunk that lies inside one bucket (else a RangeError: ask `fitsOneBucket`)
   * and shares no time with anything else that is added, since its readings cannot be separated. Not of a counter.
   */
  addHeader(header: ChunkHeader): void
  fitsOneBucket(t0: number, t1: number): boolean
  result(): Omit<Aggregates, 'columnId'>
}

/**
 * Buckets between neighbouring `edges` (ascending), each without its upper edge. Series and headers may come in
 * any order, except that of readings at the same time the earlier arrival must come first. `good` counts good
 * finite numbers (bools are 0 and 1), so that `average` times `good` is `sum`; where a bucket has none of them, the good
 * values of other kinds. `rollover`: where a counter begins again at 0; its readings must come in time order.
 */
export function createBuckets(edges: ArrayLike<number>, rollover?: number): Buckets {
  const count = Math.max(0, edges.length - 1)
  const zeros = () => new Float64Array(count)
  const nothing = () => new Float64Array(count).fill(Number.NaN)
  const [n, numbers, others, sum] = [zeros(), zeros(), zeros(), zeros()]
  const [first, last, low, high] = [nothing(), nothing(), nothing(), nothing()]
  const [firstAt, lastAt] = [nothing(), nothing()]
  const rolled = zeros()
  let counter = Number.NaN

  /** The bucket that a time falls into; -1 or `count` outside all buckets. */
  const bucketOf = (at: number) => firstAfter(edges, at) - 1

  function extend(bucket: number, from: { at: number; value: number }, to: { at: number; value: number }): void {
    if (!(from.at >= firstAt[bucket]!)) {
      firstAt[bucket] = from.at
      first[bucket] = from.value
    }
    if (!(to.at < lastAt[bucket]!)) {
      lastAt[bucket] = to.at
      last[bucket] = to.value
    }
  }

  function bound(bucket: number, least: number, most: number): void {
    if (!(least >= low[bucket]!)) low[bucket] = least
    if (!(most <= high[bucket]!)) high[bucket] = most
  }

  /** The readings from one position up to but not including another, all in this bucket. */
  function addStretch(bucket: number, series: Series, from: number, to: number): void {
    n[bucket]! += to - from
    if (series.values instanceof Float64Array) addNumbers(bucket, series as NumberSeries, from, to)
    else addValues(bucket, series, from, to)
    if (rollover !== undefined) addRolled(bucket, series, rollover, from, to)
  }

  function addRolled(bucket: number, { codes, values }: Series, most: number, from: number, to: number): void {
    for (let i = from; i < to; i += 1) {
      const value = values[i]!
      const number = value === null || typeof value === 'boolean' ? Number.NaN : Number(value)
      if ((codes && codes[i] !== good) || !Number.isFinite(number)) continue
      if (!Number.isNaN(counter)) rolled[bucket]! += rolledBetween(counter, number, most)
      counter = number
    }
  }

  function addNumbers(bucket: number, { times, codes, values }: NumberSeries, from: number, to: number): void {
    let [found, total, firstOf, lastOf] = [0, 0, -1, -1]
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let i = from; i < to; i += 1) {
      const value = values[i]!
      if ((codes && codes[i] !== good) || !Number.isFinite(value)) continue
      if (firstOf < 0) firstOf = i
      lastOf = i
      found += 1
      total += value
      if (value < least) least = value
      if (value > most) most = value
    }
    if (found === 0) return
    numbers[bucket]! += found
    sum[bucket]! += total
    bound(bucket, least, most)
    extend(bucket, { at: times[firstOf]!, value: values[firstOf]! }, { at: times[lastOf]!, value: values[lastOf]! })
  }

  function addValues(bucket: number, { times, codes, values }: Series, from: number, to: number): void {
    for (let i = from; i < to; i += 1) {
      const value = values[i]!
      if (value === null || (codes && codes[i] !== good)) continue
      if (typeof value === 'string') {
        others[bucket]! += 1
        continue
      }
      const number = Number(value)
      if (!Number.isFinite(number)) continue
      const here = { at: times[i]!, value: number }
      numbers[bucket]! += 1
      sum[bucket]! += number
      bound(bucket, number, number)
      extend(bucket, here, here)
    }
  }

  const fitsOneBucket = (t0: number, t1: number) => {
    const bucket = bucketOf(t0)
    return bucket >= 0 && bucket < count && bucketOf(t1) === bucket
  }

  return {
    fitsOneBucket,
    addSeries(series) {
      const { times } = series
      let from = count === 0 ? times.length : firstAtOrAfter(times, edges[0]!)
      while (from < times.length) {
        const bucket = bucketOf(times[from]!)
        if (bucket >= count) return
        const to = endOf(times, from, edges[bucket + 1]!)
        addStretch(bucket, series, from, to)
        from = to
      }
    },
    addHeader(header) {
      if (!fitsOneBucket(header.t0, header.t1)) throw new RangeError('A chunk that is not inside one bucket')
      const bucket = bucketOf(header.t0)
      n[bucket]! += header.n
      if (header.low === null) {
        others[bucket]! += header.good
        return
      }
      numbers[bucket]! += header.good
      sum[bucket]! += header.total!
      bound(bucket, header.low, header.high!)
      extend(bucket, { at: header.t0, value: header.firstValue! }, { at: header.t1, value: header.lastValue! })
    },
    result: () => ({
      n: n.slice(),
      good: numbers.map((found, bucket) => (found > 0 ? found : others[bucket]!)),
      delta: deltas(first, last).map((delta, bucket) => delta + rolled[bucket]!),
      first: first.slice(),
      last: last.slice(),
      max: high.slice(),
      min: low.slice(),
      average: sum.map((total, bucket) => total / numbers[bucket]!),
      sum: sum.map((total, bucket) => (numbers[bucket]! > 0 ? total : Number.NaN)),
    }),
  }
}

type NumberSeries = Extract<Series, { values: Float64Array }>

/** Position after the last reading before `edge`, searched in growing steps: buckets may be short or long. */
function endOf(times: Float64Array, from: number, edge: number): number {
  let step = 1
  let low = from
  while (low + step < times.length && times[low + step]! < edge) {
    low += step
    step *= 2
  }
  let high = Math.min(times.length, low + step)
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < edge) low = middle
    else high = middle
  }
  return high
}

/** The last value of each bucket minus the last before it, or minus its own first where there is none before. */
function deltas(first: Float64Array, last: Float64Array): Float64Array {
  let before = Number.NaN
  return last.map((value, bucket) => {
    if (Number.isNaN(value)) return Number.NaN
    const delta = value - (Number.isNaN(before) ? first[bucket]! : before)
    before = value
    return delta
  })
}
