// Turns answers of history into lines of a chart. Pure.
import { errorCode } from '../../../contract/errors.ts'
import type { BinaryHistory, BinarySeries } from '../../../contract/history-binary.ts'
import type { CurveBand, CurveLine } from '../../../ui/curve-chart.tsx'
import { type Columns, firstFrom } from '../../../ui/curve-data.ts'
import { valueWords } from '../../../ui/value-words.ts'
import type { HistoryColumn, HistoryReport } from './contract.ts'
import { gapMsOf } from './rules.ts'

export type Shown = { report: HistoryReport; column: HistoryColumn }

const uncertain = errorCode('plcUncertain')

/**
 * The numbers of a series for a curve: a reading that is bad or not a number is a break. An uncertain one is drawn, and
 * marked like a bad one.
 */
export function columnsOf({ times, values, bad }: BinarySeries): Columns {
  const isClean = values instanceof Float64Array && bad.length === 0
  if (isClean) return { times, values }
  const numbers = values instanceof Float64Array ? values.slice() : Float64Array.from(values, numberOf)
  for (const [index, code] of bad) if (code !== uncertain) numbers[index] = Number.NaN
  return { times, values: numbers, bad: Uint32Array.from(bad, ([index]) => index) }
}

/** 64-bit integers come as decimal texts; a curve need not be exact to the last digit, the table is. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : Number.NaN
}

/** The finer of two answers in its range, the coarser before and after it. */
export function spliced(whole: Columns | undefined, part: Columns, span: { from: number; to: number }): Columns {
  if (!whole) return part
  const before = firstFrom(whole.times, span.from)
  const after = firstFrom(whole.times, span.to + 1)
  const join = (a: Float64Array, b: Float64Array) => {
    const joined = new Float64Array(before + b.length + a.length - after)
    joined.set(a.subarray(0, before))
    joined.set(b, before)
    joined.set(a.subarray(after), before + b.length)
    return joined
  }
  const wholeBad = Array.from(whole.bad ?? [])
  const bad = [
    ...wholeBad.filter((index) => index < before),
    ...Array.from(part.bad ?? [], (index) => index + before),
    ...wholeBad.filter((index) => index >= after).map((index) => index - after + before + part.times.length),
  ]
  return { times: join(whole.times, part.times), values: join(whole.values, part.values), bad }
}

/**
 * The time of the first stored reading, if more than a tenth of the span before it is empty. Undefined also for columns
 * stored on change: their value may hold from before the span.
 */
export function dataFrom(
  shown: readonly { report: Pick<HistoryReport, 'mode'>; times: Float64Array }[],
  { from, to }: { from: number; to: number },
): number | undefined {
  if (shown.some(({ report }) => report.mode === 'change')) return undefined
  const first = Math.min(...shown.map(({ times }) => times[0] ?? Number.POSITIVE_INFINITY))
  return Number.isFinite(first) && first - from > (to - from) / 10 ? first : undefined
}

/** Title of a column; for a summary with its aggregation. */
export const columnTitle = ({ title, aggregation }: HistoryColumn, words: (of: string) => string): string =>
  aggregation ? `${title} · ${words(aggregation)}` : title

/** The text of a column's value, `1,462`, as in the table and the legend. */
export const columnWords = (column: HistoryColumn, value: number | string | boolean | null): string =>
  valueWords(column.dataType === 'bool' && typeof value === 'number' ? value !== 0 : value, {
    dataType: column.aggregation === 'average' && !column.dataType.startsWith('float') ? 'float32' : column.dataType,
    decimals: column.decimals,
    unit: column.unit,
    // Averages and differences of states are plain numbers.
    texts: column.aggregation === 'average' || column.aggregation === 'delta' ? null : column.texts,
  })

/** A line for a shown column; `look` is its index among the shown columns. */
export function lineOf(
  { report, column }: Shown,
  read: () => Columns,
  of: { look: number; title: string; spacingMs: number; shiftMs?: number; holdTo?: number },
): CurveLine {
  const isState = column.dataType === 'bool' && column.aggregation === null
  const gapMs = Math.max(gapMsOf(report), of.spacingMs)
  const key = String(column.id)
  return {
    key: of.shiftMs ? `${key}-before` : key,
    title: of.title,
    unit: column.unit,
    read,
    isStep: isState || report.mode === 'change',
    isState,
    ...(of.holdTo === undefined ? {} : { holdTo: of.holdTo }),
    gapMs,
    shiftMs: of.shiftMs ?? 0,
    look: of.look,
    ...(of.shiftMs ? { ghostOf: key } : {}),
    words: (value) => columnWords(column, value),
  }
}

/** Gaps as bands of a chart, with their reason in words. */
export const bandsOf = (
  holes: BinaryHistory['holes'],
  words: (hole: BinaryHistory['holes'][number]) => string,
): CurveBand[] => holes.map((hole) => ({ from: hole.from, to: hole.to, words: words(hole) }))
