// A token bucket: so much a second, with so much saved up for a rush. It may be overdrawn; then it says for how long.

export type Bucket = {
  /** Takes in any case; answers the ms until the bucket is even again, 0 while it is. */
  take(count: number): number
  /** Takes only if there is enough; false if not. */
  tryTake(count: number): boolean
  isFull(): boolean
}

/** Full at first. */
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

/** A bucket for each key; those that are full again are forgotten, so only the busy ones take memory. */
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
