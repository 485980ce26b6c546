import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scanSlices, slicesOf } from './scan.ts'

const anyStretch = fc
  .tuple(fc.integer({ min: -500, max: 5000 }), fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 1, max: 5000 }))
  .map(([from, length, n]) => ({ from, to: from + length, n }))

describe('slices', () => {
  test('follow each other without a gap from the first to the last time', () => {
    fc.assert(
      fc.property(fc.array(anyStretch), fc.integer({ min: 0, max: 4000 }), (stretches, to) => {
        const slices = slicesOf({ from: 0, to }, stretches, 1000)
        expect(slices[0]!.from).toBe(0)
        expect(slices.at(-1)!.to).toBe(to)
        for (const [i, slice] of slices.entries()) {
          expect(slice.to).toBeGreaterThanOrEqual(slice.from)
          if (i > 0) expect(slice.from).toBe(slices[i - 1]!.to + 1)
        }
      }),
    )
  })

  test('have about the allowed number of readings', () => {
    const day = 86_400_000
    const stretches = Array.from({ length: 30 }, (_, i) => ({ from: i * day, to: (i + 1) * day - 1, n: 100_000 }))
    const slices = slicesOf({ from: 0, to: 30 * day - 1 }, stretches, 500_000)
    expect(slices).toHaveLength(7)
    // All readings are at one time of the cells.
    expect(
      slicesOf({ from: 0, to: 30 * day - 1 }, [{ from: 5, to: 900, n: 5_000_000 }], 1_000_000).length,
    ).toBeGreaterThan(4)
    expect(slicesOf({ from: 3, to: 3 }, [{ from: 3, to: 3, n: 9 }], 2)).toEqual([{ from: 3, to: 3 }])
    expect(slicesOf({ from: 3, to: 2 }, [])).toEqual([])
  })
})

describe('a scan', () => {
  const query = { orgId: 1, equipmentId: 1, gatewayIds: [1], columnIds: [1], from: 0, to: 99 }
  const stretches = [{ from: 0, to: 99, n: 10_000_000 }]
  const answerTo = (span: { from: number; to: number }) => ({
    data: { span: { from: span.from, to: span.to }, columns: [] },
    damaged: [],
  })

  test.each(['ascending', 'descending'] as const)('reads no more than one slice ahead, %s', async (order) => {
    const asked: number[] = []
    const used: number[] = []
    const read = async (span: { from: number; to: number }) => {
      asked.push(span.from)
      return answerTo(span)
    }
    for await (const { data } of scanSlices({ ...query, order }, {}, async () => stretches, read)) {
      used.push(data.span.from)
      expect(asked.length).toBeLessThanOrEqual(used.length + 1)
    }
    expect(used).toEqual(asked)
    expect(used).toEqual([...used].sort((a, b) => (order === 'ascending' ? a - b : b - a)))
    expect(used.length).toBeGreaterThan(5)
  })

  test('throws an error when its slice is due', async () => {
    const read = async (span: { from: number; to: number }) => {
      if (span.from > 0) throw new Error('away')
      return answerTo(span)
    }
    const seen: number[] = []
    const scan = async () => {
      for await (const { data } of scanSlices({ ...query, order: 'ascending' }, {}, async () => stretches, read))
        seen.push(data.span.from)
    }
    await expect(scan()).rejects.toThrow('away')
    expect(seen).toEqual([0])
  })
})
