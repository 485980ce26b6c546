import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BinaryHistory, decodeHistory, encodeHistory } from './history-binary.ts'

const joined = (parts: Uint8Array[]): ArrayBuffer => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all.buffer
}

const history: BinaryHistory = {
  from: 1000,
  to: 9000,
  holes: [{ from: 2000, to: 3000, points: 7, reason: 'full' }],
  series: [
    {
      signalId: 1,
      columnId: 2,
      aggregation: null,
      total: 3,
      isReduced: false,
      kind: 'number',
      times: Float64Array.of(1000, 2000, 9000),
      values: Float64Array.of(1.5, Number.NaN, -0),
      bad: [[1, 1714]],
    },
    {
      signalId: 3,
      columnId: 4,
      aggregation: 'max',
      total: 2,
      isReduced: true,
      kind: 'text',
      times: Float64Array.of(1000, 1001),
      values: ['运行', null],
      bad: [],
    },
  ],
}

describe('curves as bytes', () => {
  it('are equal after a round trip, for all kinds', () => {
    expect(decodeHistory(joined(encodeHistory(history)))).toEqual(history)
  })

  it('are equal after a round trip, in every form of the arrays', () => {
    const times = fc.array(fc.oneof(fc.nat(), fc.double(), fc.integer({ min: -5, max: 2 ** 33 })), { maxLength: 9 })
    const value = fc.oneof(fc.double(), fc.float(), fc.integer())
    const one = fc
      .tuple(times, fc.nat(2))
      .chain(([at, same]) =>
        fc.tuple(
          fc.constant(at),
          fc.array(fc.array(value, { minLength: at.length, maxLength: at.length }), { maxLength: same }),
        ),
      )
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), (groups) => {
        const series = groups.flatMap(([at, columns]) =>
          columns.map((values) => ({
            ...history.series[0]!,
            times: Float64Array.from(at),
            values: Float64Array.from(values),
          })),
        )
        expect(decodeHistory(joined(encodeHistory({ ...history, series })))).toEqual({ ...history, series })
      }),
    )
  })

  it.each([
    ['a negative zero', [-0, 5]],
    ['a zero after a negative one', [0, -0]],
    ['fractions that offsets would round', [0.1, 0.3, 1.1]],
    ['more than 49 days', [0, 2 ** 32]],
    ['backwards', [5, 3]],
  ])('times are equal after a round trip: %s', (_, at) => {
    const one = { ...history.series[0]!, times: Float64Array.from(at), values: Float64Array.from(at), bad: [] }
    const series = [one, { ...one, times: Float64Array.from(at, Math.abs) }]
    expect(decodeHistory(joined(encodeHistory({ ...history, series }))).series).toEqual(series)
  })

  it.each([
    ['columns of one report share their times', [1000, 2000], [0.1, 0.2], 8],
    ['values of single precision take half', [1000, 2000], [0.5, Number.NaN], 4],
  ])('%s', (_, at, values, perValue) => {
    const of = (n: number) => {
      const one = { ...history.series[0]!, times: Float64Array.from(at), values: Float64Array.from(values), bad: [] }
      const parts = encodeHistory({ ...history, series: Array.from({ length: n }, () => one) })
      return parts.slice(1).reduce((sum, { length }) => sum + length, 0)
    }
    expect(of(1)).toBe(8 + 2 * perValue)
    expect(of(3) - of(1)).toBe(2 * 2 * perValue)
  })

  it('are rejected when they are cut short', () => {
    const bytes = joined(encodeHistory(history))
    expect(() => decodeHistory(bytes.slice(0, bytes.byteLength - 8))).toThrow(RangeError)
  })
})
