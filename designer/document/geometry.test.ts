import { expect, test } from 'vitest'
import { rounded, whole } from './geometry.ts'

test.each([
  [1.25, 1.3, 1],
  [-1.25, -1.2, -1],
  [0, 0, 0],
  [-0, 0, 0],
  [-0.04, 0, 0],
])('%d is %d by one decimal and %d without, and never -0', (value, tenth, full) => {
  expect(rounded(value)).toBe(tenth)
  expect(whole(value)).toBe(full)
})
