import { expect, test } from 'vitest'
import { placed, rounded, whole } from './geometry.ts'

test.each([
  [1.25, 1.3, 1],
  [-1.25, -1.2, -1],
  [0, 0, 0],
  [-0, 0, 0],
  [-0.04, 0, 0],
])('%d rounds to %d with one decimal and to %d without, and never to -0', (value, tenth, full) => {
  expect(rounded(value)).toBe(tenth)
  expect(whole(value)).toBe(full)
})

test('positions are limited to the reach of a page', () => {
  expect(placed({ x: -4e9, y: 12.34, width: 4e9, height: 3 })).toEqual({ x: -1e6, y: 12.3, width: 1e6, height: 3 })
})
