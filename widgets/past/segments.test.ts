import { describe, expect, test } from 'vitest'
import type { Curve } from '../services.ts'
import { type Segment, segmentsOf, sharesOf } from './segments.ts'

const curve = (change: Partial<Curve>): Curve => ({
  ...{ equipmentId: 1, signalId: 2, times: [], values: [], bad: [], holes: [] },
  ...{ gapMs: Number.POSITIVE_INFINITY, isStep: true, unit: null, decimals: null, texts: null, dataType: 'uint16' },
  ...change,
})
const span = { from: 1000, to: 11_000 }
const states = [1, 0, 2]
const brief = (segments: readonly Segment[]) => segments.map(({ from, to, kind }) => [from, to, kind])

test('a state lasts until the next; before the first reading it is unknown', () => {
  const of = curve({ times: [2000, 4000, 5000, 9000], values: [1, 0, false, true] })
  expect(brief(segmentsOf(of, span, states))).toEqual([
    [1000, 2000, 'unknown'],
    [2000, 4000, 0],
    [4000, 9000, 1],
    [9000, 11_000, 0],
  ])
})

test('time without a good reading is unknown, not idle', () => {
  expect(brief(segmentsOf(undefined, span, states))).toEqual([[1000, 11_000, 'unknown']])
  const of = curve({
    times: [1000, 3000, 8000],
    values: [0, null, 2],
    bad: [[1, 1714]],
    holes: [{ from: 9000, to: 10_000 }],
  })
  expect(brief(segmentsOf(of, span, states))).toEqual([
    [1000, 3000, 1],
    [3000, 8000, 'unknown'],
    [8000, 9000, 2],
    [9000, 10_000, 'unknown'],
    [10_000, 11_000, 2],
  ])
})

test('a reading does not last across a gap, and no longer than its report allows', () => {
  const of = curve({ times: [1000, 2000, 7000], values: [1, 1, 1], gapMs: 2500 })
  expect(brief(segmentsOf(of, span, states))).toEqual([
    [1000, 2000, 0],
    [2000, 7000, 'unknown'],
    [7000, 9500, 0],
    [9500, 11_000, 'unknown'],
  ])
})

describe('on a live page', () => {
  const of = curve({ times: [1000], values: [1] })
  test('the last state lasts until now while its value is current', () => {
    const now = { time: 6000, value: 0, code: 200, isCurrent: true }
    expect(brief(segmentsOf(of, span, states, now))).toEqual([
      [1000, 6000, 0],
      [6000, 11_000, 1],
    ])
  })

  test('the last state ends at its last reading when the value is no longer current', () => {
    const now = { time: 6000, value: 1, code: 200, isCurrent: false }
    expect(brief(segmentsOf(of, span, states, now))).toEqual([
      [1000, 6000, 0],
      [6000, 11_000, 'unknown'],
    ])
  })

  test('a bad value is unknown', () => {
    const now = { time: 6000, value: 1, code: 1714, isCurrent: true }
    expect(brief(segmentsOf(of, span, states, now)).at(-1)).toEqual([6000, 11_000, 'unknown'])
  })
})

test('a value without a state is a separate kind, and shares refer to the whole time', () => {
  const of = curve({ times: [1000, 3500, 6000], values: [7, 1, 'x'] })
  const segments = segmentsOf(of, span, states)
  expect(brief(segments)).toEqual([
    [1000, 3500, 'other'],
    [3500, 6000, 0],
    [6000, 11_000, 'other'],
  ])
  expect(Object.fromEntries(sharesOf(segments, span))).toEqual({ 0: 0.25, other: 0.75 })
})
