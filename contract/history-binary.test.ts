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
  it('come back as they were, whatever their kinds', () => {
    expect(decodeHistory(joined(encodeHistory(history)))).toEqual(history)
  })

  it('are refused when they are cut short', () => {
    const bytes = joined(encodeHistory(history))
    expect(() => decodeHistory(bytes.slice(0, bytes.byteLength - 8))).toThrow(RangeError)
  })
})
