// Bars, lines and legends of live variables. Pure.
import type { Mode } from '../widget.ts'
import type { Bars, Lines } from './axes.ts'
import { timeWords } from './axes.ts'
import { type Entry, emptyOf, type Written, withUnit } from './entries.ts'
import type { LegendRow } from './legend.ts'
import type { Minute, ModelOf, Span } from './minute.ts'
import { bucketMeans, createMoving, reduced } from './moving.ts'
import type { chartText } from './text.ts'

export const linesOf = (entries: readonly Minute[], span: Span, zone: string, columns: number): Lines => ({
  ...{ ...span, zone },
  series: entries.map(({ name, colour, isStale, moving }) => ({
    ...{ name, colour, isStale },
    points: reduced(moving.read(), span.from, span.to, columns),
  })),
})

/** Negative values are allowed here, unlike in shares of a whole. */
export const valueLegend = (
  entries: readonly Entry[],
  written: Written,
  mode: Mode,
  t: (typeof chartText)['t'],
): LegendRow[] =>
  entries.map(({ name, colour, value, out, isStale }) => ({
    ...{ name, colour },
    value: mode === 'run' && value !== null ? withUnit(value, written) : '',
    mark: mode !== 'run' ? '' : out ? t(out) : isStale ? t('stale') : '',
    isOut: mode === 'run' && out !== null,
  }))

/** The sentence in place of bars and lines; empty if there are any. */
export function emptyModel(entries: readonly Entry[], t: (typeof chartText)['t']) {
  const empty = emptyOf(entries)
  return { sentence: empty ? t(empty) : '', isEmpty: empty !== null }
}

const noReadings = createMoving(1)

/** The chart while its history loads: without readings, because an axis fitted to a few live ones would mislead. */
export const loadingModel =
  (modelOf: ModelOf): ModelOf =>
  (entries, span, t) => {
    const model = modelOf(
      entries.map((entry) => ({ ...entry, moving: noReadings })),
      span,
      t,
    )
    return model.isEmpty ? model : { ...model, sentence: t('loadingHistory'), isEmpty: true }
  }

/** One bar per variable, each in the variable's colour. */
export const barsNow = (entries: readonly Entry[]): Bars => ({
  categories: entries.map(({ name }) => name),
  series: [
    {
      ...{ name: '', colour: 'var(--chart-1)' },
      values: entries.map(({ value }) => value),
      colours: entries.map(({ colour }) => colour),
      stale: entries.map(({ isStale }) => isStale),
    },
  ],
})

const bucketCount = 12

/**
 * Groups of bars, one group per twelfth of the time span, with the means of the variables. The buckets are aligned to
 * the clock.
 */
export function barsByTime(entries: readonly Minute[], { from, to }: Span, zone: string): Bars {
  const widthMs = (to - from) / bucketCount
  const end = Math.ceil(to / widthMs) * widthMs
  const begin = end - (to - from)
  return {
    categories: Array.from({ length: bucketCount }, (_, bucket) =>
      timeWords(begin + bucket * widthMs, to - from, zone),
    ),
    series: entries.map(({ name, colour, moving, isStale }) => ({
      ...{ name, colour },
      values: bucketMeans(moving.read(), begin, end, bucketCount, to),
      stale: Array.from({ length: bucketCount }, (_, bucket) => isStale && bucket === bucketCount - 1),
    })),
  }
}
