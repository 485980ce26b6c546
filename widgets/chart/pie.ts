// Shares of a whole: the slices, and the reasons for values without one. [S3 Pie/Ring/Rose]
import { formatNumber } from '../../ui/format.ts'
import { asShare, type Entry, emptyOf, type Written, withUnit } from './entries.ts'
import type { LegendRow } from './legend.ts'
import { type ChartLook, type ChartOption, hatchOf, plain, staleOpacity } from './look.ts'
import type { chartText } from './text.ts'

type ValueType = 'value' | 'percent' | 'both' | 'none'
export type PieKind = 'pie' | 'ring' | 'rose'
type T = (typeof chartText)['t']

type Slice = Entry & { value: number; share: number }
type Shares = {
  slices: Slice[]
  out: Entry[]
  fault: 'unbound' | 'allUnseen' | 'noValue' | 'noneLeft' | 'allZero' | null
}

/** The slices, and the entries that are left out. Shares refer to the sum of the slices. */
export function sharesOf(entries: readonly Entry[]): Shares {
  const all = entries.map(asShare)
  const drawn = all.filter((entry): entry is Entry & { value: number } => entry.out === null && entry.value !== null)
  // Divides before adding: the sum of two very large numbers may be infinite.
  const largest = Math.max(0, ...drawn.map(({ value }) => value))
  const total = largest > 0 ? drawn.reduce((sum, { value }) => sum + value / largest, 0) : 0
  const slices = drawn.map((entry) => ({ ...entry, share: total > 0 ? entry.value / largest / total : 0 }))
  const out = all.filter(({ out: reason }) => reason !== null)
  return { slices, out, fault: faultOf(all, drawn.length, total) }
}

function faultOf(all: readonly Entry[], drawn: number, total: number): Shares['fault'] {
  const empty = emptyOf(all)
  if (empty) return empty
  if (drawn === 0) return all.every(({ out }) => out === 'never') ? 'noValue' : 'noneLeft'
  return total > 0 ? null : 'allZero'
}

export const percentWords = (share: number): string => `${formatNumber(share * 100, 1)}%`

export function shareWords({ value, share }: Pick<Slice, 'value' | 'share'>, type: ValueType, of: Written): string {
  const words = { value: withUnit(value, of), percent: percentWords(share), none: '' }
  return type === 'both' ? `${words.value} (${words.percent})` : words[type]
}

export const sentenceOf = ({ out, fault }: Shares, t: T): string => {
  if (fault) return t(fault)
  return out.length > 0 ? t('without', { count: out.length }) : ''
}

/** The legend in the order of the variables. Values are printed at the slices too; here they can be read aloud. */
export const shareLegend = (entries: readonly Entry[], of: Written, t: T): LegendRow[] =>
  entries.map(asShare).map(({ name, colour, value, out, isStale }) => ({
    ...{ name, colour, isOut: out !== null },
    value: value === null ? '' : withUnit(value, of),
    mark: out ? t(out) : isStale ? t('stale') : '',
  }))

export type PieStyle = {
  ringWidth?: number
  fontSize: number
  fontColor: string
  marginTop: number
  marginRight: number
  marginBottom: number
  marginLeft: number
  legend: string
}

/** The smallest share of the shorter side that the circle occupies, however wide the margins are. */
const leastShare = 0.24

export function pieOption(
  { kind, shares, style, colour }: { kind: PieKind; shares: Shares; style: PieStyle; colour: string | undefined },
  wordsOf: (slice: Slice) => string,
  look: ChartLook,
): ChartOption {
  const { marginTop: top, marginRight: right, marginBottom: bottom, marginLeft: left } = style
  const [width, height] = [look.width - left - right, look.height - top - bottom]
  const most = Math.min(look.width, look.height) / 2 - 2
  const least = leastShare * Math.min(look.width, look.height)
  const outer = Math.max(0, Math.min(most, Math.max(least, Math.min(width, height) / 2)))
  const inner = kind === 'ring' ? Math.max(0, outer - (style.ringWidth ?? 20)) : kind === 'rose' ? outer * 0.15 : 0
  const isEmpty = shares.fault !== null
  const paper = look.colour('var(--surface)')
  const common = {
    type: 'pie',
    center: [left + width / 2, top + height / 2],
    silent: isEmpty,
    emphasis: { disabled: true },
  }
  if (isEmpty)
    return { ...plain(look), series: [{ ...common, ...emptyRing(look, outer, kind === 'ring' ? inner : outer - 2) }] }
  const named = style.legend === 'none'
  const ink = look.colour(colour ?? 'var(--ink-1)')
  return {
    ...plain(look),
    series: [
      {
        ...common,
        radius: [inner, outer],
        roseType: kind === 'rose' ? 'radius' : false,
        minShowLabelAngle: 3,
        label: { show: true, fontSize: style.fontSize, color: ink, lineHeight: style.fontSize * 1.25 },
        labelLine: { length: 6, length2: 8, lineStyle: { color: look.colour('var(--ink-3)') } },
        tooltip: { valueFormatter: undefined },
        data: shares.slices
          .filter(({ value }) => value > 0)
          .map((slice) => ({
            ...{ name: slice.name, value: slice.share },
            label: labelOf([named ? slice.name : '', wordsOf(slice)].filter(Boolean).join('\n')),
            tooltip: { formatter: () => `${slice.name}\n${wordsOf(slice) || percentWords(slice.share)}` },
            itemStyle: {
              ...{ color: look.colour(slice.colour), borderColor: paper, borderWidth: 1.5 },
              ...(slice.isStale ? { opacity: staleOpacity, decal: hatchOf(look) } : {}),
            },
          })),
      },
    ],
  }
}

const labelOf = (words: string) => ({ show: words !== '', formatter: () => words })

const emptyRing = (look: ChartLook, outer: number, inner: number) => ({
  radius: [Math.max(0, inner), outer],
  label: { show: false },
  labelLine: { show: false },
  data: [{ value: 1, itemStyle: { color: look.colour('var(--line)') } }],
})
