import { expect, test } from 'vitest'
import { steppedCursor } from './curve-cursor.ts'
import type { CurveLine } from './curve-data.ts'

const line = (...times: number[]): CurveLine => ({
  ...{ key: '', title: '', unit: null, look: 0, isState: false, isStep: false, shiftMs: 0, words: String },
  gapMs: Number.POSITIVE_INFINITY,
  read: () => ({ times: Float64Array.from(times), values: Float64Array.from(times) }),
})
const view = { from: 100, to: 300 }
const [right, left] = [
  { direction: 1, isLong: false },
  { direction: -1, isLong: false },
] as const

test('a step goes to the next reading of any line', () => {
  const lines = [line(120, 200), line(150, 180)]
  expect(steppedCursor(160, view, right, lines)).toBe(180)
  expect(steppedCursor(160, view, left, lines)).toBe(150)
})

test('a long step is a twentieth of the view, with or without readings', () => {
  expect(steppedCursor(160, view, { direction: 1, isLong: true }, [])).toBe(170)
  expect(steppedCursor(160, view, { direction: -1, isLong: true }, [])).toBe(150)
})

test.each([
  ['without a cursor', null],
  ['left of the view', 50],
  ['right of it', 400],
])('%s a step starts at the edge', (_, at) => {
  expect(steppedCursor(at, view, right, [line(20, 120, 280, 500)])).toBe(120)
  expect(steppedCursor(at, view, left, [line(20, 120, 280, 500)])).toBe(280)
})

test('a step stays within the view, and needs a reading', () => {
  expect(steppedCursor(160, view, right, [line(500)])).toBe(300)
  expect(steppedCursor(295, view, { direction: 1, isLong: true }, [])).toBe(300)
  expect(steppedCursor(160, view, right, [line(120)])).toBeUndefined()
})
