import { expect, test } from 'vitest'
import { pixelRatio } from './sharp.ts'

const size = { width: 400, height: 200 }

test.each([
  ['as it is', 1, 1, size, 1],
  ['on a wall', 1, 2.51, size, 3],
  ['small on a phone with fine pixels', 3, 0.4, size, 1.5],
  ['small on a screen with coarse ones', 1, 0.4, size, 1],
  ['not yet laid out', 2, Number.NaN, size, 2],
  ['laid out without a width', 1, Number.POSITIVE_INFINITY, size, 1],
  ['very large', 3, 4, { width: 4000, height: 2000 }, 1],
  ['large', 2, 2, { width: 1600, height: 1000 }, 3],
])('%s: %d × %d', (_, device, scale, of, expected) => expect(pixelRatio(device, scale, of)).toBe(expected))
