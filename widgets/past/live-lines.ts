// Lines of a moving chart: the stored readings of each variable, continued by live readings. React does not track them;
// the chart reads them as it draws.
import type { Value } from '../../core/data-type.ts'
import { createLiveLine, type LiveLine } from '../../signal/web/live-line.ts'
import { curveValue } from '../../signal/web/trend.ts'
import type { Columns, CurveLine } from '../../ui/curve-data.ts'
import { valueWords } from '../../ui/value-words.ts'
import type { Curve, CurveShape } from '../services.ts'
import type { Input } from '../widget.ts'

/** A longer silence breaks the line, because the values in between are unknown. */
const silenceMs = 60_000

/** The numbers of a curve; a bad value, or one that is not a number, is a break. */
export function numbersOf({ times, values, bad }: Pick<Curve, 'times' | 'values' | 'bad'>): Columns {
  const numbers = Float64Array.from(values, (value) => numberOf(value))
  for (const [index] of bad) numbers[index] = Number.NaN
  return { times: Float64Array.from(times), values: numbers, bad: bad.map(([index]) => index) }
}

/** 64-bit integers arrive as decimal texts; a curve may round them. */
export function numberOf(value: Value | null): number {
  if (typeof value === 'string') return /^-?\d+$/.test(value) ? Number(value) : Number.NaN
  return curveValue(value) ?? Number.NaN
}

/** The stored readings; on a live page also the last ten minutes and new readings. */
export function lineFor(input: Input, curve: CurveShape | undefined, isLive: boolean): LiveLine {
  const stored = curve && { columns: numbersOf(curve), gapMs: curve.gapMs }
  const trend = isLive ? (input.cell?.trend() ?? []) : []
  const line = createLiveLine(stored, trend, { trendGapMs: silenceMs, silenceMs })
  if (isLive) takeNow(line, input)
  return line
}

/** Adds the current reading. A repeated reading is not added, so the line ends at the last new one. */
export function takeNow(line: LiveLine, { cell }: Input): void {
  const reading = cell?.read()
  if (reading) line.take(reading)
}

type Look = { key: string; title: string; ink: string | undefined; isArea: boolean; look: number }

export function curveLine(
  of: Look,
  curve: CurveShape | undefined,
  texts: string | null,
  line: () => LiveLine,
): CurveLine {
  const { unit = null, decimals = null, dataType = 'float32', isStep = false } = curve ?? {}
  return {
    key: of.key,
    title: of.title,
    unit,
    read: () => line().buffer.read(),
    isStep,
    isState: false,
    // No gap is detected here, because `lineFor` inserts the breaks at gaps.
    gapMs: Number.POSITIVE_INFINITY,
    shiftMs: 0,
    look: of.look,
    isArea: of.isArea,
    ...(of.ink ? { ink: of.ink } : {}),
    words: (value) =>
      valueWords(dataType === 'bool' ? value !== 0 : value, { dataType, decimals, unit, texts: curve?.texts ?? texts }),
  }
}
