import { describe, expect, it } from 'vitest'
import { createDice } from './random.ts'

const draws = (seed: number, count: number) => {
  const dice = createDice(seed)
  return Array.from({ length: count }, () => dice.next())
}

describe('dice', () => {
  it('give the same sequence for the same seed, and another for another seed', () => {
    expect(draws(7, 20)).toEqual(draws(7, 20))
    expect(draws(7, 20)).not.toEqual(draws(8, 20))
  })

  it('can be continued from their seed', () => {
    const dice = createDice(3)
    dice.gauss()
    const continued = createDice(dice.seed)
    expect(continued.next()).toBe(dice.next())
  })

  it('fill the unit interval evenly', () => {
    const values = draws(11, 4000)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1)
  })

  it('have normal noise of mean 0 and deviation 1, without outliers', () => {
    const dice = createDice(5)
    const values = Array.from({ length: 4000 }, () => dice.gauss())
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    expect(Math.abs(mean)).toBeLessThan(0.05)
    expect(Math.abs(variance - 1)).toBeLessThan(0.08)
    expect(Math.max(...values.map(Math.abs))).toBeLessThan(3.5)
  })
})
