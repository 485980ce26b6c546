import { expect, test } from 'vitest'
import { shareOf } from './percent-fill.tsx'

test.each([
  [2.5, 0, 5, 0.5],
  [0, 0, 5, 0],
  [-1, 0, 5, 0],
  [9, 0, 5, 1],
  ['2.5', 0, 5, 0.5],
  [3, 5, 0, 0.4],
  [null, 0, 5, undefined],
  ['', 0, 5, undefined],
  ['full', 0, 5, undefined],
  [true, 0, 5, undefined],
  [2, 5, 5, undefined],
])('%s between %s and %s', (value, minVal, maxVal, share) => expect(shareOf(value, { minVal, maxVal })).toBe(share))
