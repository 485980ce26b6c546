import { describe, expect, test } from 'vitest'
import type { CellReading, SignalCell } from '../../signal/web/values.ts'
import type { Curve } from '../services.ts'
import type { Input } from '../widget.ts'
import { lineFor, numbersOf, takeNow } from './live-lines.ts'

const curve: Curve = {
  ...{ equipmentId: 1, signalId: 2, times: [1000, 2000, 3000, 4000], values: [1, 9, null, '18446744073709551615'] },
  ...{ bad: [[1, 1714]], holes: [], gapMs: 60_000, isStep: false },
  ...{ unit: 'm', decimals: 2, texts: null, dataType: 'float32' },
}

const inputOf = (reading: Partial<CellReading>, trend: [number, number][] = []): Input => {
  const told: CellReading = { value: 5, code: 200, time: 10_000, receivedAt: null, drawnAt: null, ...reading }
  const cell: SignalCell = { read: () => told, trend: () => trend, watch: () => () => undefined }
  return {
    ...{ kind: 'signal', binding: { signalId: 2, equipId: '1' as never }, fields: {}, cell },
    read: () => {
      throw new Error('not asked')
    },
  }
}

test('a bad value, or one that is not a number, breaks the curve', () => {
  const { values, bad } = numbersOf(curve)
  expect([...values]).toEqual([1, Number.NaN, Number.NaN, 18_446_744_073_709_552_000])
  expect(bad).toEqual([1])
})

describe('the line', () => {
  const points = (input: Input, isLive: boolean, change: Partial<Curve> = {}) => {
    const stored = { ...curve, times: [1000], values: [1], bad: [], ...change }
    const { times, values } = lineFor(input, stored, isLive).buffer.read()
    return [...times].map((at, i) => [at, values[i]])
  }

  test('continues from stored readings to the live value', () =>
    expect(points(inputOf({}, [[5000, 3]]), true)).toEqual([
      [1000, 1],
      [5000, 3],
      [10_000, 5],
    ]))

  test('has no live values in the past', () => expect(points(inputOf({}, [[5000, 3]]), false)).toEqual([[1000, 1]]))

  test('breaks at a bad live value, and after a silence', () => {
    expect(points(inputOf({ code: 1714 }), true).at(-1)).toEqual([10_000, Number.NaN])
    expect(points(inputOf({ time: 500_000 }), true)).toEqual([
      [1000, 1],
      [1001, Number.NaN],
      [500_000, 5],
    ])
  })

  test('the line of a value stored on change continues to the first live value, however long ago that change was', () =>
    expect(points(inputOf({ time: 500_000 }), true, { gapMs: Number.POSITIVE_INFINITY })).toEqual([
      [1000, 1],
      [500_000, 5],
    ]))

  test('ends at the last reading while no new one arrives', () => {
    const input = inputOf({})
    const line = lineFor(input, undefined, true)
    takeNow(line, input)
    takeNow(line, input)
    expect([...line.buffer.read().times]).toEqual([10_000])
  })
})
