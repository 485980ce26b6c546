import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBucket, createBuckets } from './bucket.ts'

function world(perSecond: number, burst: number) {
  const time = { at: 0 }
  return { time, bucket: createBucket(perSecond, burst, () => time.at) }
}

test('a burst is free, then each costs its time', () => {
  const { bucket, time } = world(10, 20)
  expect(bucket.take(20)).toBe(0)
  expect(bucket.take(5)).toBe(500)
  time.at = 500
  expect(bucket.take(0)).toBe(0)
  expect(bucket.tryTake(1)).toBe(false)
  time.at = 600
  expect(bucket.tryTake(1)).toBe(true)
})

test('over any time no more passes than rate and burst allow', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2000), fc.nat(50)), { maxLength: 50 }), (steps) => {
      const { bucket, time } = world(7, 30)
      let passed = 0
      for (const [ms, count] of steps) {
        time.at += ms
        if (bucket.tryTake(count)) passed += count
      }
      expect(passed).toBeLessThanOrEqual(30 + (7 * time.at) / 1000 + 1e-6)
    }),
  )
})

test('a clock that is set back removes nothing', () => {
  const { bucket, time } = world(10, 20)
  time.at = -60_000
  expect(bucket.take(20)).toBe(0)
})

test('idle keys expire', () => {
  const time = { at: 0 }
  const buckets = createBuckets(1, 2, () => time.at, 100)
  for (let i = 0; i < 100; i += 1) buckets.of(`${i}`).take(2)
  expect(buckets.size()).toBe(100)
  time.at = 10_000
  buckets.of('one more')
  expect(buckets.size()).toBe(1)
})
