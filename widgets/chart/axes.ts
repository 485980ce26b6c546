// ECharts options for bars and lines over axes, for live variables and for scripts. Pure.
import { formatNumber, formatTime } from '../../ui/format.ts'
import { type Axis, axisRange, type MarginStyle } from './fields.ts'
import { type ChartLook, type ChartOption, hatchOf, plain, staleOpacity } from './look.ts'

export type AxesStyle = MarginStyle & { fontSize: number; fontColor: string }

/** A number on an axis, at most six digits. */
const tick = (value: number): string => formatNumber(Number(value.toPrecision(6)))

const labelsOf = ({ fontSize }: AxesStyle, look: ChartLook, colour: string | undefined) => ({
  fontSize,
  color: look.colour(colour ?? 'var(--ink-2)'),
  hideOverlap: true,
})

function common(style: AxesStyle, axis: Axis, look: ChartLook, colour: string | undefined): ChartOption {
  const { marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left } = style
  const range = axisRange(axis)
  return {
    ...plain(look),
    grid: { top, right, bottom, left, outerBoundsMode: 'none' },
    yAxis: {
      type: 'value',
      ...{ scale: axis.mode === 'adapt', min: range.min ?? null, max: range.max ?? null, splitNumber: 4 },
      axisLabel: { ...labelsOf(style, look, colour), formatter: tick },
      splitLine: { lineStyle: { color: look.colour('var(--line-soft)') } },
    },
  }
}

type BarSeries = {
  name: string
  colour: string
  values: readonly (number | null)[]
  /** Own colours of single bars, and which bars are old. */
  colours?: readonly string[]
  stale?: readonly boolean[]
}
export type Bars = { categories: readonly string[]; series: readonly BarSeries[] }

export function barOption(
  { categories, series }: Bars,
  {
    style,
    axis,
    colour,
    wordsOf,
  }: { style: AxesStyle; axis: Axis; colour?: string; wordsOf: (value: number) => string },
  look: ChartLook,
): ChartOption {
  const base = common(style, axis, look, colour) as { tooltip: object; yAxis: object }
  return {
    ...base,
    tooltip: { ...base.tooltip, trigger: 'axis', axisPointer: { type: 'none' }, valueFormatter: valueWords(wordsOf) },
    // Bars start at zero, because their length is read as the value.
    yAxis: { ...base.yAxis, scale: false },
    xAxis: {
      type: 'category',
      data: categories,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.colour('var(--ink-3)') } },
      axisLabel: {
        ...labelsOf(style, look, colour),
        width: look.width / Math.max(1, categories.length),
        overflow: 'truncate',
      },
    },
    series: series.map(({ name, colour: own, values, colours, stale }) => ({
      ...{ type: 'bar', name, barMaxWidth: 48, emphasis: { disabled: true } },
      itemStyle: { color: look.colour(own) },
      data: values.map((value, index) => ({
        value: value ?? '-',
        itemStyle: {
          ...(colours?.[index] ? { color: look.colour(colours[index]) } : {}),
          ...(stale?.[index] ? { opacity: staleOpacity, decal: hatchOf(look) } : {}),
        },
      })),
    })),
  }
}

const valueWords = (wordsOf: (value: number) => string) => (value: unknown) =>
  typeof value === 'number' ? wordsOf(value) : '—'

export type Point = readonly [time: number, value: number | null]
type LineSeries = { name: string; colour: string; points: readonly Point[]; isStale?: boolean }
export type Lines = { from: number; to: number; zone: string; series: readonly LineSeries[] }

const dayMs = 86_400_000

/** The label of a time axis: `08:41`, with seconds on a short axis, with the day on a long one. */
export function timeWords(at: number, spanMs: number, zone: string): string {
  const text = formatTime(at, zone)
  if (spanMs > 3 * dayMs) return text.slice(5, 10)
  return spanMs > dayMs ? text.slice(5, 16) : spanMs < 300_000 ? text.slice(11) : text.slice(11, 16)
}

const dashes = ['solid', 'dashed', 'dotted'] as const

export function lineOption(
  { from, to, zone, series }: Lines,
  {
    style,
    axis,
    colour,
    wordsOf,
    lineWidth = 1.5,
  }: { style: AxesStyle; axis: Axis; colour?: string; wordsOf: (value: number) => string; lineWidth?: number },
  look: ChartLook,
): ChartOption {
  const base = common(style, axis, look, colour) as { tooltip: object }
  return {
    ...base,
    tooltip: {
      ...base.tooltip,
      trigger: 'axis',
      axisPointer: { type: 'line', label: { show: false } },
      valueFormatter: valueWords(wordsOf),
    },
    // ECharts places the ticks in UTC, the labels are in the page's zone.
    useUTC: true,
    xAxis: {
      ...{ type: 'time', min: from, max: to, splitNumber: Math.max(2, Math.floor(look.width / 90)) },
      axisLine: { onZero: false, lineStyle: { color: look.colour('var(--ink-3)') } },
      axisLabel: {
        ...labelsOf(style, look, colour),
        formatter: (at: number) => timeWords(at, to - from, zone),
      },
      axisPointer: { label: { formatter: ({ value }: { value: number }) => formatTime(value, zone) } },
    },
    series: series.map(({ name, colour: own, points, isStale }, index) => ({
      ...{ type: 'line', name, data: points, connectNulls: false, emphasis: { disabled: true } },
      // A single reading between gaps is drawn as a dot.
      ...{ showSymbol: points.length === 1, symbol: 'circle', symbolSize: 5 },
      lineStyle: {
        color: look.colour(own),
        width: lineWidth,
        type: isStale ? 'dotted' : dashes[Math.floor(index / 4) % dashes.length],
        opacity: isStale ? staleOpacity : 1,
      },
      itemStyle: { color: look.colour(own) },
    })),
  }
}
