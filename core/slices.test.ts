import { expect, test } from 'vitest'
import { slices } from './slices.ts'

test('a list is cut into parts in order, the last one shorter', () => {
  expect(slices([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(slices([], 2)).toEqual([])
})
