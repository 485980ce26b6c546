// Where the curve of an alarm is drawn. Pure.
import type { AlarmInfo } from './contract.ts'

type Span = { from: number; to: number }
type Size = { width: number; height: number; right: number; bottom: number; top: number }
type Stored = { from: number; times: readonly number[]; values: readonly unknown[] }
type Point = { x: number; y: number }
export type Drawn = {
  path: string
  last: Point
  raisedX: number
  clearedX: number
  limitY: number | null
  ticks: { y: number; value: number }[]
  from: number
}

const beforeMs = 30 * 60_000
const afterMs = 10 * 60_000
const longestMs = 24 * 3600_000

/** From half an hour before it was raised to ten minutes after its end, at most a day and not beyond now. */
export function spanOf({ raisedAt, clearedAt }: Pick<AlarmInfo, 'raisedAt' | 'clearedAt'>, now: number): Span {
  const from = raisedAt - beforeMs
  const to = Math.min(clearedAt === null ? now : clearedAt + afterMs, now, from + longestMs)
  return { from, to: Math.max(to, raisedAt + 60_000) }
}

/** Round steps between the ends of a scale, two to four of them. */
export function ticksBetween(low: number, high: number): number[] {
  const rough = (high - low) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10
  const ticks: number[] = []
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step)
    ticks.push(Number(at.toPrecision(12)))
  return ticks
}

/** Nothing where no number was stored. */
export function curveOf(
  { from, times, values }: Stored,
  alarm: Pick<AlarmInfo, 'raisedAt' | 'clearedAt' | 'limit'>,
  span: Span,
  { width, height, right, bottom, top }: Size,
): Drawn | undefined {
  const known = times.flatMap((time, index) => {
    const value = values[index]
    return typeof value === 'number' ? [{ at: from + time, value }] : []
  })
  if (known.length === 0) return undefined
  const all = known.map(({ value }) => value)
  if (alarm.limit !== null) all.push(alarm.limit)
  const room = (Math.max(...all) - Math.min(...all)) * 0.08 || Math.abs(all[0] ?? 0) * 0.1 || 1
  const [low, high] = [Math.min(...all) - room, Math.max(...all) + room]
  const x = (at: number) =>
    Math.round(Math.max(0, Math.min(1, (at - span.from) / (span.to - span.from))) * (width - right) * 10) / 10
  const y = (value: number) => Math.round((top + ((high - value) / (high - low)) * (height - bottom - top)) * 10) / 10
  const points = known.map(({ at, value }) => ({ x: x(at), y: y(value) }))
  return {
    path: points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point.x} ${point.y}`).join(''),
    last: points.at(-1)!,
    raisedX: x(alarm.raisedAt),
    clearedX: x(alarm.clearedAt ?? span.to),
    limitY: alarm.limit === null ? null : y(alarm.limit),
    ticks: ticksBetween(low, high).map((value) => ({ y: y(value), value })),
    from: span.from,
  }
}
