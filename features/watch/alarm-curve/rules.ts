// The geometry of the curve of an alarm. Pure.
import { formatNumber } from '../../../ui/format.ts'
import type { AlarmInfo } from '../alarm/contract.ts'

export type Span = { from: number; to: number }
/** `letter`: width of one character of an axis label. */
type Size = { width: number; height: number; right: number; bottom: number; top: number; letter: number }
export type Stored = { from: number; times: readonly number[]; values: readonly unknown[] }
type Point = { x: number; y: number }
export type Drawn = {
  path: string
  last: Point
  raisedX: number
  clearedX: number
  limitY: number | null
  ticks: { y: number; text: string }[]
  from: number
  /** Width of the axis labels. */
  right: number
  /** The forecast from the last value, if there is one. */
  ahead: { from: Point; to: Point } | null
}

const beforeMs = 30 * 60_000
const afterMs = 10 * 60_000
const longestMs = 24 * 3600_000
// Larger values would overflow the scale.
const largest = 1e300
const maxTicks = 25
// Steps smaller than this part of the values are within the rounding of a double.
const sameTo = 1e-11

/** Replaces bad results of a calculation by null, so that the curve has a gap there. */
export function withoutBad({ from, times, values, bad }: Stored & { bad: readonly [number, number][] }): Stored {
  const isBad = new Set(bad.map(([index]) => index))
  return { from, times, values: values.map((value, index) => (isBad.has(index) ? null : value)) }
}

/**
 * The time span of the curve: from half an hour before the alarm to ten minutes after it cleared; at most a day, and
 * not beyond now.
 */
export function spanOf({ raisedAt, clearedAt }: Pick<AlarmInfo, 'raisedAt' | 'clearedAt'>, now: number): Span {
  const from = raisedAt - beforeMs
  const to = Math.min(clearedAt === null ? now : clearedAt + afterMs, now, from + longestMs)
  return { from, to: Math.max(to, raisedAt + 60_000) }
}

/** Round axis steps, at least three; none if the numbers are too close together or too far apart. */
export function ticksBetween(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10(high - low))
  const fits = (step: number) => Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) >= 2
  const step = [1, 0.5, 0.2, 0.1].map((each) => each * power).find(fits) ?? power / 10
  const first = Math.ceil(low / step - 1e-9)
  const count = Math.floor(high / step + 1e-9) - first + 1
  // Rejects steps that are too small compared with the numbers to be distinguished.
  if (
    !Number.isFinite(step) ||
    !(count > 0 && count <= maxTicks) ||
    step < Math.max(Math.abs(low), Math.abs(high)) * sameTo
  )
    return []
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** Labels of the axis, all with the same number of decimals. */
export function tickTexts(ticks: readonly number[]): string[] {
  const isPlain = ticks.every((value) => !String(value).includes('e'))
  const decimals = Math.max(0, ...ticks.map((value) => String(value).split('.')[1]?.length ?? 0))
  return ticks.map((value) => formatNumber(value, isPlain ? decimals : undefined))
}

/** The limit that the alarm passed when it was raised. The rule may have a different limit by now. */
export function passedLimit({ limit, limitText }: Pick<AlarmInfo, 'limit' | 'limitText'>): number | null {
  const told = /^[<>] (-?\d+(?:\.\d+)?)$/.exec(limitText ?? '')?.[1]
  return told === undefined ? limit : Number(told)
}

type At = { at: number; value: number }

/**
 * The curve, or `undefined` if no number is stored; it has a gap at values that are not numbers. `course`: a line
 * beyond the end of the span.
 */
export function curveOf(
  { from, times, values }: Stored,
  alarm: Pick<AlarmInfo, 'raisedAt' | 'clearedAt' | 'limit'>,
  span: Span,
  { width, height, bottom, top, ...size }: Size,
  course?: { from: At; to: At },
): Drawn | undefined {
  let isBroken = true
  const known = times.flatMap((time, index) => {
    const value = values[index]
    const isKnown = typeof value === 'number' && Math.abs(value) < largest
    const begins = isBroken
    isBroken = !isKnown
    return isKnown ? [{ at: from + time, value, begins }] : []
  })
  if (known.length === 0) return undefined
  const all = known.map(({ value }) => value)
  if (alarm.limit !== null) all.push(alarm.limit)
  if (course) all.push(course.from.value, course.to.value)
  const end = Math.max(span.to, course?.to.at ?? span.to)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const far = Math.max(Math.abs(least), Math.abs(most))
  const room = most - least > far * sameTo * 1000 ? (most - least) * 0.08 : far * 0.1 || 1
  const [low, high] = [least - room, most + room]
  const ticks = ticksBetween(low, high)
  const texts = tickTexts(ticks)
  const right = Math.max(size.right, ...texts.map((text) => text.length * size.letter))
  const x = (at: number) =>
    Math.round(Math.max(0, Math.min(1, (at - span.from) / (end - span.from))) * (width - right) * 10) / 10
  const y = (value: number) => Math.round((top + ((high - value) / (high - low)) * (height - bottom - top)) * 10) / 10
  const point = ({ at, value }: At): Point => ({ x: x(at), y: y(value) })
  const points = known.map(point)
  return {
    // A single reading between two gaps becomes a dot.
    path: points.map((at, index) => (known[index]!.begins ? `M${at.x} ${at.y}h0` : `L${at.x} ${at.y}`)).join(''),
    last: points.at(-1)!,
    raisedX: x(alarm.raisedAt),
    clearedX: x(alarm.clearedAt ?? span.to),
    limitY: alarm.limit === null ? null : y(alarm.limit),
    ticks: ticks.map((value, index) => ({ y: y(value), text: texts[index]! })),
    from: span.from,
    right,
    ahead: course ? { from: point(course.from), to: point(course.to) } : null,
  }
}
