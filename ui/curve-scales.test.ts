import { expect, test } from 'vitest'
import type { CurveLine } from './curve-data.ts'
import { laneShare, scaleRange, valueScales } from './curve-scales.ts'

/** A line with a reading every 10 ms from the time 0. */
const line = (unit: string | null, values: readonly number[] = [], change: Partial<CurveLine> = {}): CurveLine => ({
  ...{ key: '', title: '', unit, look: 0, isState: false, isStep: false, shiftMs: 0, words: String },
  gapMs: Number.POSITIVE_INFINITY,
  read: () => ({ times: Float64Array.from(values, (_, i) => i * 10), values: Float64Array.from(values) }),
  ...change,
})
const state = line(null, [0, 1], { isState: true })
const view = { from: 0, to: 100 }

test('lines of a unit share a scale; states have none', () => {
  expect(valueScales([line('m'), state, line('rpm'), line('m'), line(null)])).toEqual(['y:m', 'y:rpm', 'y:'])
})

test('a scale reaches over the readings in view of all its lines, each at its own shift', () => {
  const lines = [line('m', [100, 200]), line('rpm', [9000])]
  expect(scaleRange(lines, 'y:m', view, 400)).toEqual({ bottom: 94, low: 94, high: 206 })
  expect(scaleRange([...lines, line('m', [300], { shiftMs: 50 })], 'y:m', view, 400)).toMatchObject({ high: 312 })
  expect(scaleRange(lines, 'y:kW', view, 400)).toBeUndefined()
})

test('states are in lanes below the values, which keep at least half of the height', () => {
  const lines = [line('m', [100, 200]), state]
  expect([laneShare(lines, 260), laneShare(lines, 20), laneShare([state], 260)]).toEqual([0.1, 0.5, 1])
  const { bottom, low, high } = scaleRange(lines, 'y:m', view, 260)!
  expect((low - bottom) / (high - bottom)).toBeCloseTo(0.1)
})
