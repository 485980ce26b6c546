import { expect, it } from 'vitest'
import { strengthBand } from './strength.ts'

it.each([
  [100, 3],
  [70, 3],
  [69.9, 2],
  [50, 2],
  [49, 1],
  [30, 1],
  [29.9, 0],
  [0, 0],
])('%d %% is in band %d', (percent, band) => {
  expect(strengthBand(percent)).toBe(band)
})
