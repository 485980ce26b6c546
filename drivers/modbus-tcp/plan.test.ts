import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Area } from './address.ts'
import { type Placed, planBlocks } from './plan.ts'

const placed = fc
  .record({
    area: fc.constantFrom<Area>('C', 'D', 'I', 'H'),
    start: fc.integer({ min: 0, max: 3000 }),
    size: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ area, start, size }): Omit<Placed, 'point'> => {
    return { address: { area, start }, size: area === 'C' || area === 'D' ? 1 : size }
  })
const limits = fc.record({
  registers: fc.integer({ min: 20, max: 125 }),
  bits: fc.integer({ min: 100, max: 2000 }),
  registerGap: fc.integer({ min: 0, max: 124 }),
  bitGap: fc.integer({ min: 0, max: 2000 }),
  join: fc.boolean(),
})
const withIds = (drafts: readonly Omit<Placed, 'point'>[]): Placed[] =>
  drafts.map((draft, index) => ({ ...draft, point: { id: index, address: '', dataType: 'int16', access: 'r' } }))

describe('planning blocks', () => {
  it('puts every point into exactly one block that contains it, and keeps the limits', () => {
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 80 }), limits, (drafts, within) => {
        const points = withIds(drafts)
        const blocks = planBlocks(points, within)
        const seen = blocks.flatMap((block) => block.points.map(({ point }) => point.id))
        expect([...seen].sort((a, b) => a - b)).toEqual(points.map(({ point }) => point.id))
        for (const block of blocks) {
          const bits = block.area === 'C' || block.area === 'D'
          expect(block.count).toBeLessThanOrEqual(bits ? within.bits : within.registers)
          for (const { point } of block.points) {
            const { address, size } = points[point.id]!
            expect(address.area).toBe(block.area)
            expect(address.start).toBeGreaterThanOrEqual(block.start)
            expect(address.start + size).toBeLessThanOrEqual(block.start + block.count)
          }
        }
      }),
    )
  })

  it('starts and ends each block with a point, and spans no hole wider than allowed', () => {
    fc.assert(
      fc.property(fc.array(placed, { minLength: 1, maxLength: 40 }), limits, (drafts, within) => {
        const points = withIds(drafts)
        for (const block of planBlocks(points, within)) {
          const own = block.points.map(({ point }) => points[point.id]!)
          expect(Math.min(...own.map(({ address }) => address.start))).toBe(block.start)
          const end = Math.max(...own.map(({ address, size }) => address.start + size))
          expect(end).toBe(block.start + block.count)
        }
      }),
    )
  })

  it('does not depend on the order of the points', () => {
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 30 }), limits, (drafts, within) => {
        const spans = (list: Placed[]) => planBlocks(list, within).map(({ area, start, count }) => [area, start, count])
        const points = withIds(drafts)
        expect(spans([...points].reverse())).toEqual(spans(points))
      }),
    )
  })
})
