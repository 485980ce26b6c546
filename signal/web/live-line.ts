// Lines that grow with live values; they start with stored readings and the cells' trends. Pure.
import { good } from '../../core/data-type.ts'
import { type CurveBuffer, createCurveBuffer } from '../../ui/curve-buffer.ts'
import type { Columns } from '../../ui/curve-data.ts'
import { curveValue, type TrendPoint } from './trend.ts'
import type { CellReading } from './values.ts'

/** Maximum number of readings in a line: an hour at ten readings a second. */
const maxReadings = 36_000

export type LiveLine = {
  buffer: CurveBuffer
  /** Adds a reading; the line breaks after a silence, or if the reading is bad. */
  take(reading: Pick<CellReading, 'value' | 'code' | 'time'>): void
}

/**
 * Starts a line. `stored` covers the stored history, `trend` the last ten minutes: where both have readings, history is
 * used, and the trend continues from its end.
 */
export function createLiveLine(
  stored: { columns: Columns; gapMs: number } | undefined,
  trend: readonly TrendPoint[],
  { trendGapMs, silenceMs }: { trendGapMs: number; silenceMs: number },
): LiveLine {
  const buffer = createCurveBuffer(maxReadings)
  let lastAt = Number.NEGATIVE_INFINITY
  const add = (at: number, value: number, gapMs: number) => {
    if (at <= lastAt) return
    if (at - lastAt > gapMs && lastAt > 0) buffer.add(lastAt + 1, Number.NaN)
    buffer.add(at, value)
    lastAt = at
  }
  if (stored) {
    const { times, values } = stored.columns
    for (let i = 0; i < times.length; i += 1) add(times[i]!, values[i]!, stored.gapMs)
  }
  const end = lastAt
  // A stored reading and the trend after it are connected, however slow the report.
  for (const [at, value] of trend) if (at > end) add(at, value, lastAt === end ? Number.POSITIVE_INFINITY : trendGapMs)
  // The trend has a reading only every few seconds: the gap to the first live value is not a silence. A value stored on
  // change holds until that one.
  const holdMs = stored && lastAt === end ? stored.gapMs : 0
  let gapMs = holdMs === Number.POSITIVE_INFINITY ? holdMs : Math.max(silenceMs, trendGapMs)
  return {
    buffer,
    take({ value, code, time }) {
      if (time === null) return
      const number = code === good ? curveValue(value) : undefined
      add(time, number ?? Number.NaN, gapMs)
      gapMs = silenceMs
    },
  }
}
