// A token bucket with a rate per second and a burst. It may be overdrawn, and then returns the time until it is even.

export type Bucket = {
  /** Removes tokens without a check; returns the ms until the bucket is no longer below zero, 0 if it is not. */
  take(count: number): number
  /** Takes only if there is enough; false otherwise. */
  tryTake(count: number): boolean
  isFull(): boolean
}

/** Creates a token bucket, full at the start. */
export function createBucket(perSecond: number, burst: number, now: () => number): Bucket {
  let level = burst
  let at = now()
  const refill = () => {
    const moment = now()
    level = Math.min(burst, level + (Math.max(moment - at, 0) * perSecond) / 1000)
    at = moment
  }
  return {
    take(count) {
      refill()
      level -= count
      return level >= 0 ? 0 : (-level * 1000) / perSecond
    },
    tryTake(count) {
      refill()
      if (level < count) return false
      level -= count
      return true
    },
    isFull() {
      refill()
      return level >= burst
    },
  }
}

/** A bucket for each key; full ones are deleted, so that only active keys use memory. */
export function createBuckets(perSecond: number, burst: number, now: () => number, sweepAt = 10_000) {
  const buckets = new Map<string, Bucket>()
  let nextSweep = sweepAt
  const sweep = () => {
    for (const [key, bucket] of buckets) if (bucket.isFull()) buckets.delete(key)
    nextSweep = Math.max(sweepAt, buckets.size * 2)
  }
  return {
    of(key: string): Bucket {
      const found = buckets.get(key)
      if (found) return found
      if (buckets.size >= nextSweep) sweep()
      const fresh = createBucket(perSecond, burst, now)
      buckets.set(key, fresh)
      return fresh
    },
    size: () => buckets.size,
  }
}
