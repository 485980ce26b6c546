import { expect, test } from 'vitest'
import { placed, rounded, whole } from './geometry.ts'

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

test('no place is further away than a page can say', () => {
  expect(placed({ x: -4e9, y: 12.34, width: 4e9, height: 3 })).toEqual({ x: -1e6, y: 12.3, width: 1e6, height: 3 })
})
