// A track prepared for drawing and playback: position and speed at any time, and unknown periods. Pure.
import { type Place, placeBetween } from '../../../core/geo.ts'
import type { Span } from '../history/part-span.ts'
import type { Track } from './contract.ts'

/** A track prepared for drawing. `times` are epoch ms. */
export type Drawn = { times: readonly number[]; places: readonly Place[]; speeds: Track['speeds']; starts: Set<number> }

export const drawnOf = ({ times, longitudes, latitudes, speeds, starts }: Track, from: number): Drawn => ({
  times: times.map((after) => from + after),
  places: longitudes.map((longitude, index) => ({ longitude, latitude: latitudes[index]! })),
  speeds,
  starts: new Set(starts),
})

/** The unbroken parts of the line. */
export function stretchesOf({ places, starts }: Drawn): Place[][] {
  const stretches: Place[][] = []
  for (const [index, place] of places.entries()) {
    if (index === 0 || starts.has(index)) stretches.push([])
    stretches.at(-1)!.push(place)
  }
  return stretches
}

/** Periods without known positions: between the stretches, and before the first and after the last one. */
export function unknownOf({ times, starts }: Drawn, { from, to }: Span): Span[] {
  if (times.length === 0) return [{ from, to }]
  const between = [...starts].filter((index) => index > 0).map((index) => spanTo(times, index))
  return [{ from, to: times[0]! }, ...between, { from: times.at(-1)!, to }].filter((span) => span.to > span.from)
}

const spanTo = (times: readonly number[], index: number): Span => ({ from: times[index - 1]!, to: times[index]! })

/**
 * The part of a span that is played: from the first position to the last, or the whole span if there are fewer than two
 * positions.
 */
export function playedOf({ times }: Drawn, { from, to }: Span): Span {
  const [first, last] = [times[0] ?? from, times.at(-1) ?? to]
  return last > first ? { from: first, to: last } : { from, to }
}

/**
 * The position at a time. `isKnown` false: `place` is the last known one before that time, or the first of the track.
 * `speed` in km/h, null if unknown.
 */
type Moment = { place: Place; isKnown: boolean; speed: number | null }

/** The position at a time; `undefined` for a track without points. */
export function momentAt({ times, places, speeds, starts }: Drawn, at: number): Moment | undefined {
  const next = firstAfter(times, at)
  const [before, after] = [places[next - 1], places[next]]
  if (!before) return after && { place: after, isKnown: false, speed: null }
  const time = times[next - 1]!
  if (at === time) return { place: before, isKnown: true, speed: speeds[next - 1] ?? null }
  if (!after || starts.has(next)) return { place: before, isKnown: false, speed: null }
  const place = placeBetween(before, after, (at - time) / (times[next]! - time))
  return { place, isKnown: true, speed: speeds[next] ?? null }
}

/** Index of the first time after `at`. */
function firstAfter(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The speed over the span as a step path in a box of 1000 by 100, and the speed at the top of the box. */
export function speedPath({ times, speeds, starts }: Drawn, { from, to }: Span): { path: string; top: number } {
  const top = topOf(Math.max(0, ...speeds.map((speed) => speed ?? 0)))
  const x = (at: number) => (((at - from) / (to - from)) * 1000).toFixed(1)
  const parts: string[] = []
  for (const [index, at] of times.entries()) {
    const speed = speeds[index]
    if (speed === null || speed === undefined || starts.has(index)) continue
    const y = (100 - (speed / top) * 100).toFixed(1)
    const isFirst = index === 1 || starts.has(index - 1)
    parts.push(`${isFirst ? 'M' : 'L'}${x(times[index - 1]!)} ${y}L${x(at)} ${y}`)
  }
  return { path: parts.join(''), top }
}

const tops = [5, 10, 20, 50, 100, 150, 200, 300, 500, 1000]
const topOf = (speed: number): number => tops.find((each) => each >= speed) ?? Math.ceil(speed / 500) * 500
