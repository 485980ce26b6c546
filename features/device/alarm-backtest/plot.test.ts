import { describe, expect, test } from 'vitest'
import { pathOf } from './plot.ts'

const span = { from: 0, to: 100 }
const scale = { low: 0, high: 1 }
const curve = { times: [0, 40, 60, 80], values: [0, 1, null, 0] }

describe('the line of a trial', () => {
  test('connects values, and has a gap where no data is known', () =>
    expect(pathOf(curve, span, scale)).toBe('M0.00 100.00L40.00 0.00M80.00 100.00'))

  test('draws a state as a step line up to the end', () =>
    expect(pathOf(curve, span, scale, 95)).toBe('M0.00 100.00H40.00L40.00 0.00H60.00M80.00 100.00H95.00'))

  test('is empty without values', () => expect(pathOf({ times: [], values: [] }, span, scale, 95)).toBe(''))
})
