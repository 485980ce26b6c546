// The requested history in the address: report, variables, range, zoom, view. Pure.
import { limits } from '../../../contract/limits.ts'
import { dayMs, instantOf, localText } from '../../../ui/zone.ts'
import type { HistoryColumn, HistoryReport } from './contract.ts'
import { type Range, ranges, type Span, whole } from './part-span.ts'

export const comparisons = ['', 'day', 'week'] as const
export type Comparison = (typeof comparisons)[number]

export type Asked = {
  report: number | undefined
  columns: readonly number[]
  /** The variable to show while no columns are named. */
  signal: number | undefined
  range: Range
  custom: Span | undefined
  zoom: Span | undefined
  compare: Comparison
  view: 'curve' | 'table'
}

type Search = Readonly<Record<string, string>>

function spanText(text: string | undefined): Span | undefined {
  const [from, to] = (text ?? '').split('-').map(whole)
  return from !== undefined && to !== undefined && from < to ? { from, to } : undefined
}

const oneOf = <V extends string>(of: readonly V[], text: string | undefined, otherwise: V): V =>
  of.find((each) => each === text) ?? otherwise

/** Reads an address; invalid parts are ignored. `usual`: the range if the address has none. */
export function readAsked(search: Search, usual: Range = '8h'): Asked {
  const columns = (search.columns ?? '').split('.').map(whole)
  const custom = spanText(search.span)
  const range = oneOf(ranges, search.range, usual)
  return {
    report: whole(search.report),
    columns: [...new Set(columns.filter((id) => id !== undefined))].slice(0, limits.curveSignals),
    signal: whole(search.signal),
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
    signal: 'columns' in change ? '' : (search.signal ?? ''),
    // A chosen range is always in the address, so that the address shows the same range to other users.
    range: 'range' in change ? next.range : (search.range ?? ''),
    span: next.range === 'custom' ? textOf(next.custom) : '',
    zoom: 'range' in change || 'custom' in change ? '' : textOf(next.zoom),
    compare: next.compare,
    view: next.view === 'curve' ? '' : next.view,
  }
}

/** Why a span cannot be requested; undefined if it can. */
export function cannotAsk({ from, to }: Span): 'notASpan' | 'tooLong' | undefined {
  if (!(from < to)) return 'notASpan'
  return to - from > limits.querySpanDays * dayMs ? 'tooLong' : undefined
}

/** The offset to the same time of day a day or a week earlier in the device's time zone, ms. */
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
export function shownColumns(
  reports: readonly HistoryReport[],
  asked: Pick<Asked, 'report' | 'columns'> & Partial<Pick<Asked, 'signal'>>,
) {
  const all = new Map(
    reports.flatMap((report) => report.columns.map((column) => [Number(column.id), { report, column }])),
  )
  const found = asked.columns.map((id) => all.get(id)).filter((each) => each !== undefined)
  if (found.length > 0) return found
  const own = asked.signal === undefined ? undefined : columnOfSignal(reports, asked.signal)
  if (own) return [own]
  const report = shownReport(reports, asked)
  return (report?.columns.filter(isDrawable) ?? []).slice(0, firstShown).map((column) => ({ report: report!, column }))
}

export const shownReport = (reports: readonly HistoryReport[], { report }: Pick<Asked, 'report'>) =>
  reports.find(({ id }) => Number(id) === report) ?? reports[0]

/** The column that stores a variable: active before removed ones, readings before aggregates. */
export function columnOfSignal(reports: readonly HistoryReport[], signalId: number) {
  const all = reports.flatMap((report) =>
    report.columns
      .filter((column) => Number(column.signalId) === signalId && isDrawable(column))
      .map((column) => ({ report, column })),
  )
  const rank = ({ column: { removedAt, aggregation } }: (typeof all)[number]) =>
    (removedAt === null ? 0 : 2) + (aggregation === null ? 0 : 1)
  return all.sort((a, b) => rank(a) - rank(b))[0]
}
