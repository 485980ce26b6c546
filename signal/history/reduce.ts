// A curve with fewer points: what a screen can draw, without losing a peak, a trough or a break.
import { good } from '../../core/data-type.ts'
import type { Series, Span } from './history.ts'
import { pickSeries, sliceSeries } from './series.ts'

type NumberSeries = Extract<Series, { values: Float64Array }>

/** A third of the points at most says where the line is broken. */
const breakShare = 3

/**
 * The readings of the span, at most `points` of them.
 * - `minmax`: first and last, and of each equal part of the time the lowest and the highest;
 * - `lttb`: the points that keep the shape (largest triangles), with the lowest and the highest of all;
 * - `latest`: the latest ones.
 * Of each run of bad or missing readings the first stays as a break; of more runs than a third of `points` evenly
 * chosen ones. The lowest and the highest stay if `points` is 2 at least. Text, bigints and mixed values are thinned:
 * changes stay, evenly chosen if they are too many, and the rest is filled up evenly.
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
  const positions = new Uint32Array(kept.reduce((sum, each) => sum + each, 0))
  let at = 0
  for (let i = 0; i < kept.length; i += 1) if (kept[i]) positions[at++] = i
  return positions
}

const isBad = ({ values, codes }: NumberSeries, i: number) =>
  Number.isNaN(values[i]!) || (codes !== null && codes[i] !== good)

function keepCurve(series: NumberSeries, kept: Uint8Array, points: number, mode: 'minmax' | 'lttb'): void {
  const n = kept.length
  const extremes = extremesOf(series, 0, n)
  const breaks = evenly(breaksOf(series), Math.floor(points / breakShare))
  const must = [...extremes, 0, n - 1, ...breaks]
  // so few that the extremes alone fill them
  if (points < must.length + 2) return keepFirstOf(must, kept, points)
  for (const i of must) kept[i] = 1
  const left = points - must.length
  if (mode === 'minmax') keepExtremes(series, kept, Math.floor(left / 2))
  else keepTriangles(series, kept, left)
}

function keepFirstOf(wanted: readonly number[], kept: Uint8Array, points: number): void {
  for (const i of [...new Set(wanted)].slice(0, points)) kept[i] = 1
}

/** Where the lowest and the highest good number of a stretch are; empty if there is none. */
function extremesOf(series: NumberSeries, from: number, to: number): number[] {
  let low = -1
  let high = -1
  for (let i = from; i < to; i += 1) {
    if (isBad(series, i)) continue
    const value = series.values[i]!
    if (low < 0 || value < series.values[low]!) low = i
    if (high < 0 || value > series.values[high]!) high = i
  }
  if (low < 0) return []
  return low === high ? [low] : [low, high]
}

/** The first of each run of bad readings. */
function breaksOf(series: NumberSeries): number[] {
  const breaks: number[] = []
  let wasBad = false
  for (let i = 0; i < series.times.length; i += 1) {
    const bad = isBad(series, i)
    if (bad && !wasBad) breaks.push(i)
    wasBad = bad
  }
  return breaks
}

/** At most `most` of a list, with its first and last, at even distances. */
function evenly(list: readonly number[], most: number): readonly number[] {
  if (list.length <= most) return list
  if (most < 2) return list.slice(0, most)
  return Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))]!)
}

/** Lowest and highest of so many equal parts of the time. */
function keepExtremes(series: NumberSeries, kept: Uint8Array, parts: number): void {
  const { times } = series
  const n = times.length
  const start = times[0]!
  const length = times[n - 1]! - start
  let from = 0
  for (let part = 1; part <= parts; part += 1) {
    const end = start + (length * part) / parts
    let to = from
    while (to < n && (times[to]! < end || part === parts)) to += 1
    for (const i of extremesOf(series, from, to)) kept[i] = 1
    from = to
  }
}

/** Largest triangle three buckets, over the good readings. */
function keepTriangles({ times, values, codes }: NumberSeries, kept: Uint8Array, count: number): void {
  const series = { kind: 'number', times, values, codes } as const
  const goods: number[] = []
  for (let i = 0; i < times.length; i += 1) if (!isBad(series, i)) goods.push(i)
  const width = goods.length / count
  let before = goods[0] ?? 0
  for (let bucket = 0; bucket < count; bucket += 1) {
    const from = Math.floor(bucket * width)
    const to = Math.floor((bucket + 1) * width)
    const next = meanOf(series, goods, to, Math.floor((bucket + 2) * width))
    let best = -1
    let area = -1
    for (let at = from; at < to; at += 1) {
      const i = goods[at]!
      const [time, value] = [times[before]!, values[before]!]
      const here = Math.abs((time - next.time) * (values[i]! - value) - (time - times[i]!) * (next.value - value))
      if (!(here > area)) continue
      area = here
      best = i
    }
    if (best < 0) continue
    kept[best] = 1
    before = best
  }
}

/** The middle of some good readings; of none, the last there is. */
function meanOf({ times, values }: NumberSeries, goods: readonly number[], from: number, to: number) {
  let [time, value, count] = [0, 0, 0]
  for (let at = from; at < Math.min(to, goods.length); at += 1) {
    time += times[goods[at]!]!
    value += values[goods[at]!]!
    count += 1
  }
  if (count > 0) return { time: time / count, value: value / count }
  const last = goods.at(-1) ?? 0
  return { time: times[last]!, value: values[last]! }
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
