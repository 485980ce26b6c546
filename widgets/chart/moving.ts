// The last minutes of a variable: stored readings, continued by live readings. Pure, except for its memory.
import { asNumber } from '../../core/data-type.ts'
import { type CurveBuffer, createCurveBuffer } from '../../ui/curve-buffer.ts'
import type { Columns } from '../../ui/curve-data.ts'
import type { StoredLine } from '../services.ts'
import type { Reading } from '../widget.ts'
import type { Point } from './axes.ts'

export type Moving = {
  /** Adds a live reading; a bad one, or one that is not a number, breaks the line. */
  add(reading: Pick<Reading, 'value' | 'time'>): void
  /** Adds history before the first live reading. */
  seed(curve: StoredLine): void
  forget(before: number): void
  read(): Columns
}

const numberOf = (value: unknown): number =>
  value === true ? 1 : value === false ? 0 : (asNumber(value) ?? Number.NaN)

/** Holds the newest `most` readings. */
export function createMoving(most: number): Moving {
  let now: CurveBuffer = createCurveBuffer(most)
  return {
    add({ value, time }) {
      if (time !== null) now.add(time, numberOf(value))
    },
    seed(curve) {
      const live = now.read()
      const first = live.times[0] ?? Number.POSITIVE_INFINITY
      const joined = createCurveBuffer(most)
      for (const [at, value] of readingsOf(curve)) if (at < first) joined.add(at, value)
      live.times.forEach((at, index) => void joined.add(at, live.values[index]!))
      now = joined
    },
    forget: (before) => now.forget(before),
    read: () => now.read(),
  }
}

/**
 * Points of a line in time order; NaN where the line breaks: at a bad reading, and at gaps. A stepped line keeps its
 * value until the next reading.
 */
function readingsOf({ times, values, bad, holes, isStep = false }: StoredLine): [number, number][] {
  const isBad = new Set(bad.map(([index]) => index))
  const stored = times.map((at, index): [number, number] => [
    at,
    isBad.has(index) ? Number.NaN : numberOf(values[index]),
  ])
  const told = isStep ? stored.flatMap((reading, index) => [...heldBefore(stored, index, holes), reading]) : stored
  const breaks = holes.map(({ from }): [number, number] => [from + 1, Number.NaN])
  return breaks.length === 0 ? told : [...told, ...breaks].sort(([one], [other]) => one - other)
}

/** The value of the previous reading, repeated directly before this one, so that the line does not slope. */
function heldBefore(
  stored: readonly [number, number][],
  index: number,
  holes: StoredLine['holes'],
): [number, number][] {
  const [at, before] = [stored[index]![0] - 1, stored[index - 1]]
  if (!before || before[0] >= at || holes.some(({ from, to }) => from < at && to > before[0])) return []
  return [[at, before[1]]]
}

/** The smallest and largest value of each column of the drawing; null: a break. */
export function reduced({ times, values }: Columns, from: number, to: number, columns: number): Point[] {
  const points: Point[] = []
  const widthMs = Math.max(1, (to - from) / Math.max(1, columns))
  let index = 0
  while (index < times.length) {
    const end = from + (Math.floor((times[index]! - from) / widthMs) + 1) * widthMs
    const begin = index
    while (index < times.length && times[index]! < end) index += 1
    points.push(...columnOf(times, values, begin, index))
  }
  return points
}

function columnOf(times: Float64Array, values: Float64Array, begin: number, end: number): Point[] {
  const picked = new Set([begin, end - 1])
  let [least, most, gap] = [-1, -1, -1]
  for (let at = begin; at < end; at += 1) {
    const value = values[at]!
    if (Number.isNaN(value)) gap = at
    else {
      if (least < 0 || value < values[least]!) least = at
      if (most < 0 || value > values[most]!) most = at
    }
  }
  for (const each of [least, most, gap]) if (each >= 0) picked.add(each)
  return [...picked]
    .sort((one, other) => one - other)
    .map((at) => [times[at]!, Number.isNaN(values[at]!) ? null : values[at]!])
}

/** The mean over time in each bucket, where a reading is valid until the next; null without any good reading. */
export function bucketMeans(
  { times, values }: Columns,
  from: number,
  to: number,
  count: number,
  now = to,
): (number | null)[] {
  const widthMs = (to - from) / count
  return Array.from({ length: count }, (_, bucket) => {
    const [begin, end] = [from + bucket * widthMs, from + (bucket + 1) * widthMs]
    let [sum, knownMs] = [0, 0]
    for (let index = 0; index < times.length; index += 1) {
      const lasts = Math.min(end, times[index + 1] ?? now) - Math.max(begin, times[index]!)
      if (lasts <= 0 || Number.isNaN(values[index]!)) continue
      sum += values[index]! * lasts
      knownMs += lasts
    }
    return knownMs > 0 ? sum / knownMs : null
  })
}
