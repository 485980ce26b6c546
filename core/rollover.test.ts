import { expect, it } from 'vitest'
import { rolledBetween } from './rollover.ts'

it.each([
  [65_486, 300, 65_536],
  [65_535, 0, 65_536],
  [300, 65_486, 0],
  [40_000, 20_000, 0],
  [100, 100, 0],
  [32_769, 0, 65_536],
  [32_768, 0, 0],
])('a counter of 16 bits that goes from %d to %d adds %d', (from, to, added) => {
  expect(rolledBetween(from, to, 65_536)).toBe(added)
})
