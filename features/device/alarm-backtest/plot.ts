// Geometry of the chart of a backtest: scale, spans, labels. Pure.
import type { BacktestAlarm, BacktestCurve } from './contract.ts'

export type Span = { from: number; to: number }
type Scale = { low: number; high: number }

/** Positions are percentages of width and height. */
export const across = (at: number, { from, to }: Span): number =>
  to > from ? Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100)) : 0
export const upward = (value: number, { low, high }: Scale): number =>
  high > low ? 100 - ((value - low) / (high - low)) * 100 : 50

/** The scale that contains all values and limits, with a margin. */
export function scaleOf(curve: BacktestCurve, marks: readonly number[]): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of [...curve.values, ...marks]) {
    if (value === null || !Number.isFinite(value)) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (!(high >= low)) return { low: 0, high: 1 }
  const room = (high - low) * 0.06 || Math.abs(high) * 0.1 || 1
  return { low: low - room, high: high + room }
}

/** An SVG path with gaps where no data is known. `heldUntil`: draws a state as a step line, up to this instant. */
export function pathOf({ times, values }: BacktestCurve, span: Span, scale: Scale, heldUntil?: number): string {
  let isDown = false
  const x = (at: number) => across(at, span).toFixed(2)
  const hold = (at: number) => (isDown && heldUntil !== undefined ? `H${x(at)}` : '')
  const steps = times.map((at, i) => {
    const value = values[i] ?? null
    if (value === null) {
      const held = hold(at)
      isDown = false
      return held
    }
    const step = `${hold(at)}${isDown ? 'L' : 'M'}${x(at)} ${upward(value, scale).toFixed(2)}`
    isDown = true
    return step
  })
  return steps.join('') + hold(heldUntil ?? 0)
}

/** Width of a number above the plot, as a share of the plot. */
const labelShare = 0.035

/** Alarms as numbers above the plot; neighbours whose numbers would overlap are counted together. */
export function countMarks(alarms: readonly BacktestAlarm[], span: Span): { at: number; count: number }[] {
  const apart = (span.to - span.from) * labelShare
  const groups: { first: number; last: number; count: number }[] = []
  for (const { raisedAt } of alarms) {
    const group = groups.at(-1)
    if (group && raisedAt - group.last < apart) {
      group.last = raisedAt
      group.count += 1
    } else groups.push({ first: raisedAt, last: raisedAt, count: 1 })
  }
  return groups.map(({ first, last, count }) => ({ at: (first + last) / 2, count }))
}

const hourMs = 3600_000
const steps = [...[5, 15, 30].map((m) => m * 60_000), ...[1, 3, 6, 12, 24, 72, 120, 240, 480].map((h) => h * hourMs)]

/** At most seven ticks, at full steps of the clock of a zone with this offset. */
export function ticksOf({ from, to }: Span, offsetMs: number): { at: number; isDay: boolean }[] {
  const stepMs = steps.find((step) => (to - from) / step <= 7) ?? 20 * 24 * hourMs
  const ticks: { at: number; isDay: boolean }[] = []
  for (let at = Math.ceil((from + offsetMs) / stepMs) * stepMs - offsetMs; at <= to; at += stepMs)
    // Ticks close to the sides are omitted: their labels would stick out.
    if (across(at, { from, to }) > 2 && across(at, { from, to }) < 98) ticks.push({ at, isDay: stepMs >= 24 * hourMs })
  return ticks
}

/** A few round values for the vertical axis. */
export function valueTicks({ low, high }: Scale): number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(8)),
  )
}

/** Alarms raised or still active in the range. */
export const within = (alarms: readonly BacktestAlarm[], { from, to }: Span): BacktestAlarm[] =>
  alarms.filter(({ raisedAt, clearedAt }) => raisedAt <= to && (clearedAt ?? Number.POSITIVE_INFINITY) >= from)
