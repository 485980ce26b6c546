import { expect, test } from 'vitest'
import { createLatencyMeter } from './latency.ts'

test('without measurements there is no result', () => {
  expect(createLatencyMeter().read()).toBeUndefined()
})

test('median and 99th percentile of the measurements', () => {
  const meter = createLatencyMeter()
  for (let ms = 1; ms <= 100; ms += 1) meter.add(ms)
  expect(meter.read()).toEqual({ p50: 50, p99: 99, count: 100 })
})

test('one measurement is its own median', () => {
  const meter = createLatencyMeter()
  meter.add(12)
  expect(meter.read()).toEqual({ p50: 12, p99: 12, count: 1 })
})

test('only the last measurements count', () => {
  const meter = createLatencyMeter(10)
  for (let i = 0; i < 10; i += 1) meter.add(1000)
  for (let i = 0; i < 10; i += 1) meter.add(5)
  expect(meter.read()).toEqual({ p50: 5, p99: 5, count: 10 })
})

test('a reading from the future counts as 0, and invalid numbers are ignored', () => {
  const meter = createLatencyMeter()
  meter.add(-40)
  meter.add(Number.NaN)
  expect(meter.read()).toEqual({ p50: 0, p99: 0, count: 1 })
})
