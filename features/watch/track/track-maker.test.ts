import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metresBetween } from '../../../core/geo.ts'
import { maxStops } from './stays.ts'
import { TrackMaker, type TrackNeeds } from './track-maker.ts'

const minute = 60_000
const needs: TrackNeeds = { points: 1000, spanMs: 1000, stopMs: 5 * minute, radiusM: 50 }
/** A ten thousandth of a degree of latitude is 11.1 m. */
const north = (metres: number) => 31 + metres / 111_195
type Told = readonly [at: number, metresNorth: number | null]

function trackOf(told: readonly Told[], { gapMs = 150_000, ...change }: Partial<TrackNeeds> & { gapMs?: number } = {}) {
  const maker = new TrackMaker({ ...needs, ...change })
  for (const [at, metres] of told)
    if (metres === null) maker.lose()
    else maker.take(at, 121, north(metres), gapMs)
  return maker.end()
}

/** Ten metres per second, a position every ten seconds. */
const drive = (from: number, count: number, metres = 0): Told[] =>
  Array.from({ length: count }, (_, index) => [from + index * 10_000, metres + index * 100])
const stand = (from: number, count: number, metres: number, jitter = 0): Told[] =>
  Array.from({ length: count }, (_, index) => [from + index * 10_000, metres + (index % 2 === 0 ? jitter : -jitter)])

test('distance and speed are those of the recorded positions', () => {
  const track = trackOf(drive(0, 61))
  expect(track.total).toBe(61)
  expect(track.drivenM).toBeCloseTo(6000, 0)
  expect(track.movingMs).toBe(600_000)
  expect(track.starts).toEqual([0])
  expect(track.speeds[0]).toBeNull()
  for (const speed of track.speeds.slice(1)) expect(speed).toBeCloseTo(36, 1)
  expect(track.stops).toEqual([])
})

test('without positions the track is empty', () =>
  expect(trackOf([])).toMatchObject({ total: 0, times: [], stops: [], drivenM: 0, movingMs: 0, stoppedMs: 0 }))

describe('a gap is not part of the distance', () => {
  const resumed = (pauseMs: number, metres: number, gapMs = 150_000) =>
    trackOf([...drive(0, 7), ...drive(60_000 + pauseMs, 7, metres)], { gapMs })

  test.each([
    ['too long without a position', resumed(151_000, 700), 7],
    ['a jump that nothing on the ground makes', resumed(10_000, 60_000), 7],
    ['elsewhere after a while, stored when it changes', resumed(6 * minute, 700, Number.POSITIVE_INFINITY), 7],
  ])('%s', (_, track, start) => {
    expect(track.starts).toEqual([0, start])
    expect(track.speeds[start]).toBeNull()
    expect(track.drivenM).toBeCloseTo(1200, 0)
    expect(track.movingMs).toBe(120_000)
  })

  test.each([
    ['as far apart as the report stores', resumed(150_000, 700)],
    ['at the same place, stored when it changes', resumed(60 * minute, 600, Number.POSITIVE_INFINITY)],
  ])('no gap: %s', (_, track) => expect(track.starts).toEqual([0]))

  test('a reading without a fix starts a gap', () => {
    const lost = trackOf([...drive(0, 4), [35_000, null], ...drive(40_000, 4, 400)])
    expect(lost.starts).toEqual([0, 4])
    expect(lost.drivenM).toBeCloseTo(600, 0)
    const maker = new TrackMaker(needs)
    maker.take(0, 121, 31, 150_000)
    maker.take(10_000, 0, 0, 150_000)
    maker.take(20_000, 121, 95, 150_000)
    maker.take(30_000, 121, 31.001, 150_000)
    expect(maker.end()).toMatchObject({ total: 2, starts: [0, 1], drivenM: 0 })
  })
})

describe('a stop', () => {
  test('is where it stayed, and movement within it is not part of the distance', () => {
    const track = trackOf([...drive(0, 10), ...stand(100_000, 60, 1000, 8), ...drive(700_000, 10, 1100)])
    expect(track.stops).toHaveLength(1)
    const [stop] = track.stops
    expect(stop).toMatchObject({ from: 100_000, to: 690_000 })
    expect(metresBetween(stop!, { longitude: 121, latitude: north(1000) })).toBeLessThan(9)
    expect(track.stoppedMs).toBe(590_000)
    expect(track.movingMs).toBe(200_000)
    expect(track.drivenM).toBeCloseTo(2000, -2)
  })

  test.each([
    ['shorter than asked for', { stopMs: 10 * minute }],
    ['over a wider place than asked for', { radiusM: 5 }],
  ])('none: %s', (_, change) => expect(trackOf(stand(0, 50, 0, 8), change)).toMatchObject({ stops: [], stoppedMs: 0 }))

  test('does not extend over a gap', () => {
    const track = trackOf([...stand(0, 40, 0), ...stand(60 * minute, 40, 0)])
    expect(track.stops.map(({ from, to }) => to - from)).toEqual([390_000, 390_000])
  })

  test('lasts until the next position if positions are stored on change', () => {
    const told: Told[] = [...drive(0, 4), [2 * 60 * minute, 300], ...drive(2 * 60 * minute + 10_000, 4, 400)]
    const [stop] = trackOf(told, { gapMs: Number.POSITIVE_INFINITY }).stops
    expect(stop).toMatchObject({ from: 30_000, to: 120 * minute })
  })

  test('is counted even beyond the maximum listed', () => {
    const told = Array.from({ length: maxStops + 20 }, (_, index) =>
      stand(index * 60 * minute, 40, index * 1000),
    ).flat()
    const track = trackOf(told)
    expect(track.stops).toHaveLength(maxStops)
    expect(track.stopCount).toBe(maxStops + 20)
  })
})

describe('a line with a maximum number of points', () => {
  test('keeps turns and stops with their times', () => {
    const told = [...drive(0, 200), ...stand(2_000_000, 200, 20_000), ...drive(4_000_000, 200, 20_000)]
    const track = trackOf(told, { points: 8 })
    expect(track.times.length).toBeLessThanOrEqual(8)
    expect(track.drivenM).toBeCloseTo(39_900, -2)
    // The position at any time is still accurate to some metres.
    for (const [at, metres] of told) {
      const after = track.times.findIndex((time) => time >= at)
      const [t0, t1] = [track.times[Math.max(0, after - 1)]!, track.times[after]!]
      const [y0, y1] = [track.latitudes[Math.max(0, after - 1)]!, track.latitudes[after]!]
      const share = t1 === t0 ? 0 : (at - t0) / (t1 - t0)
      expect(Math.abs(y0 + (y1 - y0) * share - north(metres!)) * 111_195).toBeLessThan(150)
    }
  })

  test('has the same distance and speed if positions are too close together to be examined one by one', () => {
    const told = [...drive(0, 200), ...drive(2_200_000, 200, 30_000)]
    const [fine, coarse] = [trackOf(told), trackOf(told, { points: 10, spanMs: 20 * 10 * 60_000 })]
    expect(coarse).toMatchObject({ total: 400, drivenM: fine.drivenM, movingMs: fine.movingMs })
    for (const each of [fine, coarse]) expect(each.starts).toHaveLength(2)
    // The last point of a stretch is kept.
    const [, second] = coarse.starts
    expect(coarse.times[second! - 1]).toBe(1_990_000)
    expect(coarse.times.at(-1)).toBe(4_190_000)
    for (const speed of coarse.speeds) if (speed !== null) expect(speed).toBeCloseTo(36, 1)
  })

  test('is bounded, in order, with first and last position and every gap, for all inputs', () => {
    const step = fc.record({
      ms: fc.integer({ min: 1000, max: 400_000 }),
      x: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      y: fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      isLost: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 2, maxLength: 400 }),
        fc.integer({ min: 4, max: 40 }),
        fc.constantFrom(1000, 4e7),
        (steps, points, spanMs) => {
          const coarse = new TrackMaker({ ...needs, points, spanMs })
          const fine = new TrackMaker({ ...needs, points: 10_000 })
          let [at, x, y] = [0, 121, 31]
          for (const each of steps) {
            at += each.ms
            x += each.x
            y += each.y
            for (const maker of [coarse, fine]) {
              if (each.isLost) maker.lose()
              maker.take(at, x, y, 150_000)
            }
          }
          const [few, all] = [coarse.end(), fine.end()]
          expect(few.times.length).toBeLessThanOrEqual(points)
          expect([...few.times].sort((a, b) => a - b)).toEqual(few.times)
          expect(few.times[0]).toBe(all.times[0])
          expect(few).toMatchObject({ stops: all.stops, drivenM: all.drivenM, total: all.total })
          // There is no gap between two points of the same unbroken part.
          const gapsAt = all.starts.slice(1).map((index) => all.times[index]!)
          for (const [index, time] of few.times.entries()) {
            if (index === 0 || few.starts.includes(index)) continue
            const before = few.times[index - 1]!
            expect(gapsAt.filter((gap) => gap > before && gap <= time)).toEqual([])
          }
        },
      ),
    )
  })
})
