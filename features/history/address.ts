// The requested history in the address: report, variables, range, zoom, view. Pure.
import { limits } from '../../contract/limits.ts'
import { dayMs, dayStart, instantOf, localText } from '../../ui/zone.ts'
import type { HistoryColumn, HistoryReport } from './contract.ts'

export const ranges = ['1h', '8h', 'today', 'yesterday', '7d', '30d', 'custom'] as const
export type Range = (typeof ranges)[number]

export const comparisons = ['', 'day', 'week'] as const
export type Comparison = (typeof comparisons)[number]

export type Span = { from: number; to: number }

export type Asked = {
  report: number | undefined
  columns: readonly number[]
  range: Range
  custom: Span | undefined
  zoom: Span | undefined
  compare: Comparison
  view: 'curve' | 'table'
}

type Search = Readonly<Record<string, string>>

const whole = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined

/** As far as `Instant` goes: the end of 9999. */
const lastMoment = 253_402_300_799_999

/** A time in an address, epoch ms; undefined for any other text. */
export function momentOf(text: string | undefined): number | undefined {
  const at = whole(text)
  return at !== undefined && at <= lastMoment ? at : undefined
}

function spanText(text: string | undefined): Span | undefined {
  const [from, to] = (text ?? '').split('-').map(whole)
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined
}

const oneOf = <V extends string>(of: readonly V[], text: string | undefined, otherwise: V): V =>
  of.find((each) => each === text) ?? otherwise

/** Reads an address; invalid parts are ignored. */
export function readAsked(search: Search): Asked {
  const columns = (search.columns ?? '').split('.').map(whole)
  const custom = spanText(search.span)
  const range = oneOf(ranges, search.range, '8h')
  return {
    report: whole(search.report),
    columns: [...new Set(columns.filter((id) => id !== undefined))].slice(0, limits.curveSignals),
    range: range === 'custom' && !custom ? '8h' : range,
    custom,
    zoom: spanText(search.zoom),
    compare: oneOf(comparisons, search.compare, ''),
    view: search.view === 'table' ? 'table' : 'curve',
  }
}

const textOf = (span: Span | undefined) => (span ? `${Math.round(span.from)}-${Math.round(span.to)}` : '')

/** The address with a change. Another range, report or view starts without zoom and at the first page. */
export function withAsked(search: Search, change: Partial<Asked>): Record<string, string> {
  const next = { ...readAsked(search), ...change }
  const isAnother = ['range', 'custom', 'report', 'view'].some((key) => key in change)
  return {
    ...search,
    ...(isAnother ? { pageNo: '', rowAt: '' } : {}),
    report: next.report === undefined ? '' : String(next.report),
    columns: next.columns.join('.'),
    range: next.range === '8h' ? '' : next.range,
    span: next.range === 'custom' ? textOf(next.custom) : '',
    zoom: 'range' in change || 'custom' in change ? '' : textOf(next.zoom),
    compare: next.compare,
    view: next.view === 'curve' ? '' : next.view,
  }
}

const hourMs = 3_600_000

/** The span of a range at `now`, in the device's time zone. [S9 Query span] */
export function spanOf({ range, custom }: Pick<Asked, 'range' | 'custom'>, now: number, zone: string): Span {
  const today = dayStart(now, zone)
  const spans: Record<Range, () => Span> = {
    '1h': () => ({ from: now - hourMs, to: now }),
    '8h': () => ({ from: now - 8 * hourMs, to: now }),
    today: () => ({ from: today, to: Math.max(now, today + 1000) }),
    yesterday: () => ({ from: dayStart(now, zone, -1), to: today - 1 }),
    '7d': () => ({ from: now - 7 * dayMs, to: now }),
    '30d': () => ({ from: now - limits.querySpanDays * dayMs, to: now }),
    custom: () => custom ?? { from: now - 8 * hourMs, to: now },
  }
  return spans[range]()
}

/** Why a span cannot be requested; undefined if it can. */
export function cannotAsk({ from, to }: Span): 'notASpan' | 'tooLong' | undefined {
  if (!(from < to)) return 'notASpan'
  return to - from > limits.querySpanDays * dayMs ? 'tooLong' : undefined
}

/** How much earlier the same time of day was, ms: a day or a week in the device's time zone. */
export function comparedMs(compare: Comparison, at: number, zone: string): number {
  if (compare === '') return 0
  const days = compare === 'day' ? 1 : 7
  const local = Date.parse(`${localText(at, zone)}Z`) - days * dayMs
  const before = instantOf(new Date(local).toISOString().slice(0, 16), zone)
  return Math.floor(at / 60_000) * 60_000 - before
}

/** Columns that a curve can show. */
export const isDrawable = ({ dataType }: Pick<HistoryColumn, 'dataType'>): boolean => dataType !== 'string'

const firstShown = 3

/** The shown columns: the requested ones that exist, else the first of the report. */
export function shownColumns(reports: readonly HistoryReport[], asked: Pick<Asked, 'report' | 'columns'>) {
  const all = new Map(
    reports.flatMap((report) => report.columns.map((column) => [Number(column.id), { report, column }])),
  )
  const found = asked.columns.map((id) => all.get(id)).filter((each) => each !== undefined)
  if (found.length > 0) return found
  const report = shownReport(reports, asked)
  return (report?.columns.filter(isDrawable) ?? []).slice(0, firstShown).map((column) => ({ report: report!, column }))
}

export const shownReport = (reports: readonly HistoryReport[], { report }: Pick<Asked, 'report'>) =>
  reports.find(({ id }) => Number(id) === report) ?? reports[0]
