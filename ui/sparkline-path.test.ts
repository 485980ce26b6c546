import { describe, expect, it } from 'vitest'
import { percentOf } from './range-bar.tsx'
import { extent, sparklinePath } from './sparkline-path.ts'

describe('a sparkline', () => {
  it('spans its points', () => {
    expect(extent([3, null, -1, Number.NaN])).toEqual([-1, 3])
    expect(extent([null])).toBeUndefined()
  })

  it('goes from left to right, the greatest on top', () => {
    expect(sparklinePath([0, 5, 10], 20, 10)).toBe('M0 10L10 5L20 0')
  })

  it('shows gaps as gaps and lone points as dots', () => {
    expect(sparklinePath([0, 10, null, 5, null, 10], 50, 10)).toBe('M0 10L10 0M30 5h.01M50 0h.01')
  })

  it('keeps a constant in the middle and nothing empty', () => {
    expect(sparklinePath([7, 7], 10, 10)).toBe('M0 5L10 5')
    expect(sparklinePath([null, null], 10, 10)).toBe('')
  })

  it('stays within a given range', () => {
    expect(sparklinePath([-5, 50], 10, 10, [0, 10])).toBe('M0 10L10 0')
  })
})

it('a marker stays on its bar', () => {
  expect([percentOf(5, 0, 10), percentOf(-1, 0, 10), percentOf(11, 0, 10), percentOf(1, 5, 5)]).toEqual([50, 0, 100, 0])
})
