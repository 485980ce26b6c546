// Aggregates by bucket, from decoded readings and from headers of chunks that were not opened.
import { good } from '../../core/data-type.ts'
import { rolledBetween } from '../../core/rollover.ts'
import type { ChunkHeader } from './chunk.ts'
import type { Aggregates, Series } from './history.ts'
import { firstAfter, firstAtOrAfter } from './series.ts'

type NumberSeries = Extract<Series, { values: Float64Array }>

/** A good reading as a time and a number. */
type Point = { at: number; value: number }

const zeros = (count: number) => new Float64Array(count)
const nothing = (count: number) => new Float64Array(count).fill(Number.NaN)

/**
 * Aggregates readings in buckets between neighbouring `edges` (ascending); the upper edge does not belong to a bucket.
 * Series and headers may be added in any order, except that of readings at the same time the earlier arrival must be
 * added first. `good` counts good finite numbers (bools are 0 and 1), so that `average` times `good` is `sum`; in a
 * bucket without such numbers it counts the good values of other types. `rollover`: the value at which a counter starts
 * again from 0; its readings must be added in time order.
 */
export class Buckets {
  readonly #edges: ArrayLike<number>
  readonly #rollover: number | undefined
  readonly #count: number
  readonly #n: Float64Array
  readonly #numbers: Float64Array
  readonly #others: Float64Array
  readonly #sum: Float64Array
  readonly #first: Float64Array
  readonly #last: Float64Array
  readonly #low: Float64Array
  readonly #high: Float64Array
  readonly #firstAt: Float64Array
  readonly #lastAt: Float64Array
  readonly #rolled: Float64Array
  #counter = Number.NaN

  constructor(edges: ArrayLike<number>, rollover?: number) {
    const count = Math.max(0, edges.length - 1)
    this.#edges = edges
    this.#rollover = rollover
    this.#count = count
    this.#n = zeros(count)
    this.#numbers = zeros(count)
    this.#others = zeros(count)
    this.#sum = zeros(count)
    this.#first = nothing(count)
    this.#last = nothing(count)
    this.#low = nothing(count)
    this.#high = nothing(count)
    this.#firstAt = nothing(count)
    this.#lastAt = nothing(count)
    this.#rolled = zeros(count)
  }

  /** Whether both times, epoch ms, fall into the same bucket. */
  fitsOneBucket(t0: number, t1: number): boolean {
    const bucket = this.#bucketOf(t0)
    return bucket >= 0 && bucket < this.#count && this.#bucketOf(t1) === bucket
  }

  /** Readings outside all buckets are ignored. */
  addSeries(series: Series): void {
    const { times } = series
    let from = this.#count === 0 ? times.length : firstAtOrAfter(times, this.#edges[0]!)
    while (from < times.length) {
      const bucket = this.#bucketOf(times[from]!)
      if (bucket >= this.#count) return
      const to = endOf(times, from, this.#edges[bucket + 1]!)
      this.#addStretch(bucket, series, from, to)
      from = to
    }
  }

  /**
   * Adds a whole chunk by its header. Only for a chunk that lies inside one bucket (else a RangeError: check with
   * `fitsOneBucket`) and overlaps in time with no other added data, since its readings cannot be separated. Not for
   * counters.
   */
  addHeader(header: ChunkHeader): void {
    if (!this.fitsOneBucket(header.t0, header.t1)) throw new RangeError('A chunk that is not inside one bucket')
    const bucket = this.#bucketOf(header.t0)
    this.#n[bucket]! += header.n
    if (header.low === null) {
      this.#others[bucket]! += header.good
      return
    }
    this.#numbers[bucket]! += header.good
    this.#sum[bucket]! += header.total!
    this.#bound(bucket, header.low, header.high!)
    this.#extend(bucket, { at: header.t0, value: header.firstValue! }, { at: header.t1, value: header.lastValue! })
  }

  /** The aggregates of everything that was added so far, in arrays of their own. */
  result(): Omit<Aggregates, 'columnId'> {
    return {
      n: this.#n.slice(),
      good: this.#numbers.map((found, bucket) => (found > 0 ? found : this.#others[bucket]!)),
      delta: deltas(this.#first, this.#last).map((delta, bucket) => delta + this.#rolled[bucket]!),
      first: this.#first.slice(),
      last: this.#last.slice(),
      max: this.#high.slice(),
      min: this.#low.slice(),
      average: this.#sum.map((total, bucket) => total / this.#numbers[bucket]!),
      sum: this.#sum.map((total, bucket) => (this.#numbers[bucket]! > 0 ? total : Number.NaN)),
    }
  }

  /** The bucket that a time falls into; -1 or `#count` outside all buckets. */
  #bucketOf(at: number): number {
    return firstAfter(this.#edges, at) - 1
  }

  #extend(bucket: number, from: Point, to: Point): void {
    if (!(from.at >= this.#firstAt[bucket]!)) {
      this.#firstAt[bucket] = from.at
      this.#first[bucket] = from.value
    }
    if (!(to.at < this.#lastAt[bucket]!)) {
      this.#lastAt[bucket] = to.at
      this.#last[bucket] = to.value
    }
  }

  #bound(bucket: number, least: number, most: number): void {
    if (!(least >= this.#low[bucket]!)) this.#low[bucket] = least
    if (!(most <= this.#high[bucket]!)) this.#high[bucket] = most
  }

  /** The readings from one position up to but not including another, all in this bucket. */
  #addStretch(bucket: number, series: Series, from: number, to: number): void {
    this.#n[bucket]! += to - from
    if (series.values instanceof Float64Array) this.#addNumbers(bucket, series as NumberSeries, from, to)
    else this.#addValues(bucket, series, from, to)
    if (this.#rollover !== undefined) this.#addRolled(bucket, series, this.#rollover, from, to)
  }

  #addRolled(bucket: number, { codes, values }: Series, most: number, from: number, to: number): void {
    let counter = this.#counter
    for (let i = from; i < to; i += 1) {
      const value = values[i]!
      const number = value === null || typeof value === 'boolean' ? Number.NaN : Number(value)
      if ((codes && codes[i] !== good) || !Number.isFinite(number)) continue
      if (!Number.isNaN(counter)) this.#rolled[bucket]! += rolledBetween(counter, number, most)
      counter = number
    }
    this.#counter = counter
  }

  #addNumbers(bucket: number, { times, codes, values }: NumberSeries, from: number, to: number): void {
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
    this.#numbers[bucket]! += found
    this.#sum[bucket]! += total
    this.#bound(bucket, least, most)
    const first = { at: times[firstOf]!, value: values[firstOf]! }
    this.#extend(bucket, first, { at: times[lastOf]!, value: values[lastOf]! })
  }

  #addValues(bucket: number, { times, codes, values }: Series, from: number, to: number): void {
    for (let i = from; i < to; i += 1) {
      const value = values[i]!
      if (value === null || (codes && codes[i] !== good)) continue
      if (typeof value === 'string') {
        this.#others[bucket]! += 1
        continue
      }
      const number = Number(value)
      if (!Number.isFinite(number)) continue
      const here = { at: times[i]!, value: number }
      this.#numbers[bucket]! += 1
      this.#sum[bucket]! += number
      this.#bound(bucket, number, number)
      this.#extend(bucket, here, here)
    }
  }
}

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
