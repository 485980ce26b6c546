import { expect, test } from 'vitest'
import type { CurveLine } from './curve-data.ts'
import { cursorWords, lineValue } from './curve-legend-values.ts'
import { nothingShown } from './format.ts'

const view = { from: 0, to: 60_000 }
const cursor = { bands: [], events: [], zone: 'UTC', view }

const line = (change: Partial<CurveLine> = {}): CurveLine => ({
  ...{ key: '', title: '', unit: null, look: 0, isState: false, isStep: false, shiftMs: 0 },
  gapMs: 20_000,
  words: (value) => `${value} m`,
  read: () => ({ times: Float64Array.of(0, 10_000, 12_000), values: Float64Array.of(1, 2, Number.NaN), bad: [0] }),
  ...change,
})

test('the cursor has its time, the reason for a gap, and each event once', () => {
  const event = { from: 10_500, to: null, tone: 'severe', words: 'Level high' } as const
  const events = [event, { ...event, from: 11_000 }, { ...event, from: 12_000, words: 'later' }]
  const at = { ...cursor, at: 10_000, bands: [{ from: 9000, to: 10_000, words: 'Gateway offline' }], events }
  expect(cursorWords(at)).toBe('1970-01-01 00:00:10 · Gateway offline · Level high')
  expect(cursorWords({ ...at, at: null })).toBe('')
})

test('a line has its reading at the cursor, and none where the nearest is too far', () => {
  expect(lineValue(line(), { at: 9800, view })).toEqual({ words: '2 m', isBad: false })
  expect(lineValue(line({ shiftMs: 10_000 }), { at: 19_800, view })).toMatchObject({ words: '2 m' })
  expect(lineValue(line(), { at: 40_000, view })).toEqual({ words: nothingShown, isBad: false })
  expect(lineValue(line(), { at: 12_000, view })).toEqual({ words: nothingShown, isBad: false })
  expect(lineValue(line(), { at: 0, view })).toMatchObject({ isBad: true })
})

test('without a cursor a line has its last reading of the view, of any age', () => {
  expect(lineValue(line(), { at: null, view: { from: 0, to: 11_000 } })).toMatchObject({ words: '2 m' })
  expect(lineValue(line(), { at: null, view })).toMatchObject({ words: nothingShown })
})
