// Reduces a curve to the points that a screen can draw, without losing a peak, a trough or a break.
import { good } from '../../core/data-type.ts'
import type { Series, Span } from './history.ts'
import { pickSeries, sliceSeries } from './series.ts'

type NumberSeries = Extract<Series, { values: Float64Array }>

/** At most one in this many points marks a break in the line. */
const breakShare = 3

/**
 * The readings of the span, at most `points` of them.
 * - `minmax`: first and last, and of each equal part of the time the lowest and the highest;
 * - `lttb`: the points that keep the shape (largest triangles), with the lowest and the highest of all;
 * - `latest`: the latest ones.
 * The first reading of each run of bad or missing readings stays as a break; if there are more runs than a third of
 * `points`, evenly picked ones. The lowest and the highest stay if `points` is at least 2. Text, bigints and mixed values
 * are thinned out: changes stay, evenly picked if they are too many, and the rest is filled evenly.
 */
export function reduceCurve(
  series: Series,
  span: Span,
  points: number,
  mode: 'minmax' | 'lttb' | 'latest',
): { series: Series; isReduced: boolean } {
  const whole = sliceSeries(series, span.from, span.to)
  const n = whole.times.length
  const most = Math.max(0, Math.floor(points))
  if (n <= most) return { series: whole, isReduced: false }
  const kept = new Uint8Array(n)
  if (mode === 'latest') kept.fill(1, n - most)
  else if (whole.values instanceof Float64Array) keepCurve(whole as NumberSeries, kept, most, mode)
  else keepChanges(whole, kept, most)
  return { series: pickSeries(whole, positionsOf(kept)), isReduced: mode !== 'latest' }
}

function positionsOf(kept: Uint8Array): Uint32Array {
  const positions = new Uint32Array(kept.length)
  let count = 0
  for (let i = 0; i < kept.length; i += 1) if (kept[i]) positions[count++] = i
  return positions.subarray(0, count)
}

/** The values, NaN where they are missing or bad. */
function goodOnes({ values, codes }: NumberSeries): Float64Array {
  if (!codes) return values
  const goods = values.slice()
  for (let i = 0; i < goods.length; i += 1) if (codes[i] !== good) goods[i] = Number.NaN
  return goods
}

function keepCurve(series: NumberSeries, kept: Uint8Array, points: number, mode: 'minmax' | 'lttb'): void {
  const n = kept.length
  const { times } = series
  const values = goodOnes(series)
  const extremes = extremesOf(values, 0, n)
  const breaks = evenly(breaksOf(values), Math.floor(points / breakShare))
  const must = [...extremes, 0, n - 1, ...breaks]
  // There are so few points that the extremes use them up.
  if (points < must.length + 2) return keepFirstOf(must, kept, points)
  for (const i of must) kept[i] = 1
  const left = points - must.length
  if (mode === 'minmax') keepExtremes(times, values, kept, Math.floor(left / 2))
  else keepTriangles(times, values, kept, left)
}

function keepFirstOf(wanted: readonly number[], kept: Uint8Array, points: number): void {
  for (const i of [...new Set(wanted)].slice(0, points)) kept[i] = 1
}

/** Positions of the lowest and the highest number of a part; empty if there is none. */
function extremesOf(values: Float64Array, from: number, to: number): number[] {
  let low = -1
  let high = -1
  let least = Number.NaN
  let most = Number.NaN
  for (let i = from; i < to; i += 1) {
    const value = values[i]!
    if (value >= least && value <= most) continue
    if (Number.isNaN(value)) continue
    if (!(value >= least)) {
      least = value
      low = i
    }
    if (!(value <= most)) {
      most = value
      high = i
    }
  }
  if (low < 0) return []
  return low === high ? [low] : [low, high]
}

/** The first of each run of missing values. */
function breaksOf(values: Float64Array): number[] {
  const breaks: number[] = []
  let wasBad = false
  for (let i = 0; i < values.length; i += 1) {
    const isBad = Number.isNaN(values[i]!)
    if (isBad && !wasBad) breaks.push(i)
    wasBad = isBad
  }
  return breaks
}

/** At most `most` entries of a list at even distances, including the first and the last. */
function evenly(list: readonly number[], most: number): readonly number[] {
  if (list.length <= most) return list
  if (most < 2) return list.slice(0, most)
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))]!)
}

/** Marks the lowest and the highest value of each of `parts` equal parts of the time. */
function keepExtremes(times: Float64Array, values: Float64Array, kept: Uint8Array, parts: number): void {
  const n = times.length
  const start = times[0]!
  const length = times[n - 1]! - start
  let from = 0
  for (let part = 1; part <= parts; part += 1) {
    const end = part === parts ? Number.POSITIVE_INFINITY : start + (length * part) / parts
    let to = from
    while (to < n && times[to]! < end) to += 1
    for (const i of extremesOf(values, from, to)) kept[i] = 1
    from = to
  }
}

/** Largest triangle three buckets, over values that are not missing. */
function keepTriangles(times: Float64Array, values: Float64Array, kept: Uint8Array, count: number): void {
  const { x, y, at } = goodPoints(times, values)
  const width = at.length / count
  let before = 0
  for (let bucket = 0; bucket < count; bucket += 1) {
    const from = Math.floor(bucket * width)
    const to = Math.floor((bucket + 1) * width)
    const end = Math.min(at.length, Math.max(to + 1, Math.floor((bucket + 2) * width)))
    const begin = Math.min(to, at.length - 1)
    const apartX = x[before]! - meanOf(x, begin, end)
    const apartY = meanOf(y, begin, end) - y[before]!
    let best = -1
    let area = -1
    for (let i = from; i < to; i += 1) {
      const here = Math.abs(apartX * (y[i]! - y[before]!) - (x[before]! - x[i]!) * apartY)
      if (!(here > area)) continue
      area = here
      best = i
    }
    if (best < 0) continue
    kept[at[best]!] = 1
    before = best
  }
}

/** Times and values that are not missing, and their positions. */
function goodPoints(times: Float64Array, values: Float64Array) {
  const x = new Float64Array(times.length)
  const y = new Float64Array(times.length)
  const at = new Uint32Array(times.length)
  let count = 0
  for (let i = 0; i < times.length; i += 1) {
    if (Number.isNaN(values[i]!)) continue
    x[count] = times[i]!
    y[count] = values[i]!
    at[count++] = i
  }
  return { x, y, at: at.subarray(0, count) }
}

function meanOf(list: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i < to; i += 1) sum += list[i]!
  return sum / (to - from)
}

function keepChanges({ values, codes }: Series, kept: Uint8Array, points: number): void {
  const changes: number[] = []
  const others: number[] = []
  for (let i = 0; i < kept.length; i += 1) {
    const isSame = i > 0 && i < kept.length - 1 && values[i] === values[i - 1] && codes?.[i] === codes?.[i - 1]
    if (isSame) others.push(i)
    else changes.push(i)
  }
  for (const i of evenly(changes, points)) kept[i] = 1
  for (const i of evenly(others, Math.max(0, points - changes.length))) kept[i] = 1
}
