// The version of a page for a time, the requests for missing versions, and windows of variables and calculated values.
import { expect, test } from 'vitest'
import type { PastPage } from './contract.ts'
import { wantedAt, windowOf } from './part-past-page.ts'

const none = { zone: 'UTC', page: null, savedAt: 100, until: 100 } as PastPage
const first = { zone: 'UTC', page: { version: 1 }, savedAt: 100, until: 200 } as PastPage
const newest = { zone: 'UTC', page: { version: 2 }, savedAt: 200, until: null } as PastPage
/** The newest version, with a scene that was rebound since. */
const rebound = { ...newest, scenesAt: 300 } as PastPage
const known = [{ ...newest, until: 300 }, none, first, rebound]

test.each([
  [99, none],
  [100, first],
  [199, first],
  [200, known[0]],
  [299, known[0]],
  [300, rebound],
  [1e12, rebound],
])('at %d the version of that time is shown', (at, shown) => {
  expect(wantedAt(known, at, false)).toBe(shown)
})

test('a missing version is requested by its time', () => {
  expect(wantedAt([newest], 150, false)).toBe(150)
  expect(wantedAt([], 50, true)).toBe(50)
})

test('before the page existed, its first version is drawn on request', () => {
  expect(wantedAt(known, 50, true)).toBe(first)
  expect(wantedAt([none, newest], 50, true)).toBe(100)
  expect(wantedAt(known, 250, true)).toBe(known[0])
  // A scene that was rebound later is not part of the first version.
  expect(wantedAt([{ ...none }, { ...first, scenesAt: 150 }], 50, true)).toBe(100)
})

test('variables and calculated values have separate numbers', () => {
  const played = { times: [5], ids: [7], values: [1], codes: null }
  const start = [{ id: 7, at: 1, value: 0, code: 200 }]
  const mvars = { start: [{ ...start[0]!, value: 9 }], times: [3, 6], ids: [7, 7], values: [2, 3], codes: [200, 2011] }
  expect(windowOf({ from: 10, to: 20, start, ...played, mvars })).toEqual({
    ...{ from: 10, to: 20, times: [5, 3, 6], ids: [7, -7, -7], values: [1, 2, 3], codes: [200, 200, 2011] },
    start: [
      { signalId: 7, at: 1, value: 0, code: 200 },
      { signalId: -7, at: 1, value: 9, code: 200 },
    ],
  })
})
