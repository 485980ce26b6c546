import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitBytes } from './address.ts'
import { firstPack, maxItems } from './pack.ts'
import { readBytes } from './pdu.ts'
import { type Placed, planBlocks } from './plan.ts'

const placed = fc
  .record({
    area: fc.constantFrom('DB1', 'DB2', 'M', 'I', 'T', 'C'),
    start: fc.integer({ min: 0, max: 2000 }),
    size: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ area, start, size }): Omit<Placed, 'point'> => {
    const width = area === 'T' ? 'timer' : area === 'C' ? 'counter' : 'byte'
    return { address: { area, start, width }, size: width === 'byte' ? size : 1 }
  })
const limits = fc.record({
  maxBytes: fc.integer({ min: 60, max: 222 }),
  maxGap: fc.integer({ min: 0, max: 200 }),
  join: fc.boolean(),
})
const withIds = (drafts: readonly Omit<Placed, 'point'>[]): Placed[] =>
  drafts.map((draft, index) => ({ ...draft, point: { id: index, address: '', dataType: 'int8', access: 'r' } }))

describe('planning blocks', () => {
  it('puts every point into exactly one block that contains it, and keeps the limits', () => {
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 80 }), limits, (drafts, within) => {
        const points = withIds(drafts)
        const blocks = planBlocks(points, within)
        const seen = blocks.flatMap((block) => block.points.map(({ point }) => point.id))
        expect([...seen].sort((a, b) => a - b)).toEqual(points.map(({ point }) => point.id))
        for (const block of blocks) {
          expect(block.count * unitBytes(block.area)).toBeLessThanOrEqual(within.maxBytes)
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

  it('starts and ends each block with a point', () => {
    fc.assert(
      fc.property(fc.array(placed, { minLength: 1, maxLength: 40 }), limits, (drafts, within) => {
        const points = withIds(drafts)
        for (const block of planBlocks(points, within)) {
          const own = block.points.map(({ point }) => points[point.id]!)
          expect(Math.min(...own.map(({ address }) => address.start))).toBe(block.start)
          expect(Math.max(...own.map(({ address, size }) => address.start + size))).toBe(block.start + block.count)
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

describe('packing spans into a request', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => ({ area: 'DB1', start: at * 50, count: 2 }))

  it.each([
    [240, 19],
    [480, 20],
    [960, 20],
  ])('of %i bytes takes %i words', (pduBytes, items) => {
    expect(firstPack(words(30), pduBytes, maxItems)).toHaveLength(items)
  })

  it.each([
    [240, 222],
    [480, 462],
    [960, 942],
  ])('of %i bytes takes one span of %i bytes, and none that is longer', (pduBytes, count) => {
    expect(firstPack([{ area: 'M', start: 0, count }], pduBytes, maxItems)).toHaveLength(1)
    expect(firstPack([{ area: 'M', start: 0, count: count + 1 }], pduBytes, maxItems)).toEqual([])
  })

  it('counts the padding between items, which the last one lacks', () => {
    const bytes = (counts: number[]) => readBytes(counts.map((count) => ({ area: 'M', start: 0, count }))).answer
    expect(bytes([1])).toBe(14 + 5)
    expect(bytes([1, 1])).toBe(14 + 6 + 5)
    expect(bytes([3, 2, 1])).toBe(14 + 8 + 6 + 5)
    expect(readBytes([{ area: 'T', start: 0, count: 3 }])).toEqual({ request: 24, answer: 14 + 10 })
  })

  it('takes the first spans, as many as fit', () => {
    const span = fc.record({
      area: fc.constantFrom('DB1', 'M', 'T'),
      start: fc.nat(100),
      count: fc.integer({ min: 1, max: 111 }),
    })
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 30 }), fc.integer({ min: 240, max: 960 }), (spans, pdu) => {
        const pack = firstPack(spans, pdu, maxItems)
        expect(pack).toEqual(spans.slice(0, pack.length))
        expect(pack.length).toBeGreaterThan(0)
        const { request, answer } = readBytes(pack)
        expect(Math.max(request, answer)).toBeLessThanOrEqual(pdu)
        const more = spans.slice(0, pack.length + 1)
        const { request: longer, answer: fuller } = readBytes(more)
        if (more.length > pack.length && pack.length < maxItems) expect(Math.max(longer, fuller)).toBeGreaterThan(pdu)
      }),
    )
  })
})
