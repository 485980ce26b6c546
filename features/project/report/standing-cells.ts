// Aggregates of an intermediate variable per bucket. Its value holds until an input changes: averages are weighted by
// time, and minimum and maximum cover the values that held. Pure.
import { errorCode } from '../../../contract/errors.ts'
import { type Counting, codes, none } from './cells.ts'
import type { AggregateName, Cell } from './expressions.ts'

export type Standing = Exclude<AggregateName, 'hours' | 'sum' | 'count'>

/** If the values are known for less than this share of a bucket, it is marked as incomplete. */
const whole = 0.99
const isSilent = errorCode('inputSilent')

type Bucket = {
  known: number
  area: number
  min: number
  max: number
  first: number
  last: number
  /** The value before the bucket, and whether it held until the bucket began. */
  before: number
  isSure: boolean
  isBad: boolean
}

const empty = (): Bucket => ({
  ...{ known: 0, area: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
  ...{ first: Number.NaN, last: Number.NaN, before: Number.NaN, isSure: false, isBad: false },
})

export function standingCells(name: Standing, edges: ArrayLike<number>, now: number): Counting {
  const buckets = Array.from({ length: edges.length - 1 }, empty)
  const [begin, end] = [edges[0]!, edges[edges.length - 1]!]
  let place = 0
  let held: { at: number; value: number } | undefined
  /** The last value, and until when it held. */
  let earlier: { value: number; until: number } | undefined

  function stood(from: number, to: number, value: number): void {
    while (edges[place + 1]! <= from) place += 1
    const bucket = buckets[place]!
    if (Number.isNaN(value)) {
      bucket.isBad = true
      return
    }
    if (bucket.known === 0) {
      bucket.first = value
      bucket.before = earlier?.value ?? value
      bucket.isSure = earlier !== undefined && earlier.until >= edges[place]!
    }
    bucket.known += to - from
    bucket.area += value * (to - from)
    bucket.min = Math.min(bucket.min, value)
    bucket.max = Math.max(bucket.max, value)
    bucket.last = value
    earlier = { value, until: to }
  }

  function close(until: number): void {
    if (!held) return
    const { at: since, value } = held
    held = undefined
    if (since < begin && until > since && !Number.isNaN(value)) earlier = { value, until: Math.min(until, begin) }
    let at = Math.max(since, begin)
    const to = Math.min(until, end)
    while (at < to) {
      while (edges[place + 1]! <= at) place += 1
      const next = Math.min(to, edges[place + 1]!)
      stood(at, next, value)
      at = next
    }
  }

  const cellOf = (bucket: Bucket, at: number): Cell => {
    const { known, area, min, max, first, last, before, isSure, isBad } = bucket
    if (known === 0) return none(isBad ? codes.storedBad : codes.nothingStored)
    const lasted = Math.max(0, Math.min(edges[at + 1]!, now) - edges[at]!)
    const value = { avg: area / known, min, max, first, last, delta: last - before }[name]
    if (!Number.isFinite(value)) return none(codes.wrongType)
    return { value, code: codes.good, isPart: known < whole * lasted || (name === 'delta' && !isSure) }
  }

  return {
    hear(reading, at) {
      close(at)
      if (reading && reading.code !== isSilent)
        held = { at, value: reading.code === codes.good ? Number(reading.value) : Number.NaN }
    },
    end: close,
    cells: () => buckets.map(cellOf),
  }
}
