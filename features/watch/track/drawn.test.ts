import { expect, test } from 'vitest'
import { drawnOf, momentAt, playedOf, speedPath, stretchesOf, unknownOf } from './drawn.ts'

const from = 1_000_000
const drawn = drawnOf(
  {
    ...{ times: [100, 200, 300, 900, 1000], longitudes: [1, 2, 2, 5, 6], latitudes: [10, 10, 10, 20, 20] },
    ...{ speeds: [null, 36, 0, null, 18], starts: [0, 3], stops: [], stopCount: 0, holes: [], fences: [], events: [] },
    ...{ zone: 'UTC', source: 'signals', isStored: true, total: 5, drivenM: 0, movingMs: 0, stoppedMs: 0 },
  },
  from,
)
const span = { from, to: from + 1200 }
const none = { times: [], places: [], speeds: [], starts: new Set<number>() }

test('a line consists of stretches, with gaps between them', () => {
  expect(stretchesOf(drawn).map((stretch) => stretch.map(({ longitude }) => longitude))).toEqual([
    [1, 2, 2],
    [5, 6],
  ])
  expect(unknownOf(drawn, span).map((each) => [each.from - from, each.to - from])).toEqual([
    [0, 100],
    [300, 900],
    [1000, 1200],
  ])
  expect(unknownOf(none, span)).toEqual([span])
})

test('playback runs from the first position to the last', () => {
  expect(playedOf(drawn, span)).toEqual({ from: from + 100, to: from + 1000 })
  expect(playedOf(none, span)).toEqual(span)
  expect(playedOf({ ...none, times: [from + 5] }, span)).toEqual(span)
})

test.each([
  ['before it began', 50, 1, false, null],
  ['at its first point', 100, 1, true, null],
  ['on the way', 150, 1.5, true, 36],
  ['standing', 250, 2, true, 0],
  ['at the end of a stretch', 300, 2, true, 0],
  ['in a gap it is not known, and was last there', 600, 2, false, null],
  ['at the next point', 900, 5, true, null],
  ['behind its last', 1100, 6, false, null],
])('%s', (_, at, longitude, isKnown, speed) => {
  const moment = momentAt(drawn, from + at)
  expect(moment).toMatchObject({ isKnown, speed })
  expect(moment!.place.longitude).toBeCloseTo(longitude)
})

test('a track without points has no position', () => expect(momentAt(none, from)).toBeUndefined())

test('speed is a step function, with gaps where it is unknown', () => {
  const { path, top } = speedPath(drawn, span)
  expect(top).toBe(50)
  expect(path).toBe('M83.3 28.0L166.7 28.0L166.7 100.0L250.0 100.0M750.0 64.0L833.3 64.0')
  expect(speedPath(none, span)).toEqual({ path: '', top: 5 })
})
