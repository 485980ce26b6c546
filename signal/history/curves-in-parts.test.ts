import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { curvesInParts } from './curves-in-parts.ts'
import type { Answer, Curve, CurveQuery } from './history.ts'
import { emptySeries } from './series.ts'

const queryOf = (columnIds: number[]): CurveQuery => ({
  ...{ orgId: 1, equipmentId: 1, gatewayIds: [1], columnIds },
  ...{ from: 0, to: 1, points: 100, reduce: 'minmax' },
})

describe('curves read in parts', () => {
  it('come in the order of the columns, each read once, with the damage of all parts', async () => {
    const order = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: -1, max: 4 }), async (columnIds, spare) => {
        const asked: number[][] = []
        const read = async (part: CurveQuery): Promise<Answer<Curve[]>> => {
          asked.push([...part.columnIds])
          return {
            data: part.columnIds.map((columnId) => ({ columnId, total: 0, isReduced: false, series: emptySeries() })),
            damaged: part.columnIds.map((columnId) => ({ columnId, from: 0, to: 1, points: 1 })),
          }
        }
        const { data, damaged } = await curvesInParts(queryOf(columnIds), spare, read)
        expect(data.map(({ columnId }) => columnId)).toEqual(columnIds)
        const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)
        expect(sorted(damaged.map(({ columnId }) => columnId))).toEqual(sorted(columnIds))
        expect(sorted(asked.flat())).toEqual(sorted(columnIds))
        expect(asked.length).toBeLessThanOrEqual(Math.max(1, spare))
      }),
    )
  })

  it('fail when a part fails', async () => {
    const read = async ({ columnIds }: CurveQuery): Promise<Answer<Curve[]>> => {
      if (columnIds.includes(3)) throw new Error('the database is gone')
      return { data: [], damaged: [] }
    }
    await expect(curvesInParts(queryOf([1, 2, 3, 4]), 2, read)).rejects.toThrow('the database is gone')
  })
})
