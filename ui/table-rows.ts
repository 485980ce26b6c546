// Filters, sorts and pages rows that are fully loaded, and exports them to a spreadsheet.
import type { ReactNode } from 'react'
import { byName } from '../core/by-name.ts'
import { csvText } from '../core/csv-cell.ts'
import type { Sort } from './list.ts'
import { withNote } from './punctuation.ts'

export type Column<Row> = {
  key: string
  title: string
  /** Shown in the head in place of the title: a checkbox for all rows. */
  head?: ReactNode
  /** The content of the cell; the row's field of that key by default. */
  cell?: (row: Row) => ReactNode
  /** The cell as plain text or number: for export, filter and sort. The row's field of that key by default. */
  text?: (row: Row) => string | number
  width?: number | string
  align?: 'right'
  /** IANA zone of the column's times: named under the table and in the heading of the export. */
  zone?: string
  /** Offers sorting by this column. */
  sort?: boolean
  /** Where the column is on a phone: the start or the end of the first line, the second line (default), or omitted. */
  phone?: 'title' | 'end' | 'note' | 'hide'
}

function textOf<Row>(column: Column<Row>, row: Row): string | number {
  if (column.text) return column.text(row)
  const value = (row as Record<string, unknown>)[column.key]
  return typeof value === 'number' ? value : value === null || value === undefined ? '' : String(value)
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : byName(String(a), String(b))
}

/** Rows with the words in any column, in the requested order; equal rows keep their order. */
export function arrange<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { word = '', sort }: { word?: string; sort?: Sort | undefined },
): Row[] {
  const wanted = word.trim().toLowerCase()
  const kept = wanted
    ? rows.filter((row) => columns.some((column) => String(textOf(column, row)).toLowerCase().includes(wanted)))
    : [...rows]
  const by = columns.find(({ key }) => key === sort?.by)
  if (!by) return kept
  const sign = sort?.down ? -1 : 1
  return kept.sort((a, b) => sign * compare(textOf(by, a), textOf(by, b)))
}

/** The offered page numbers: the ends, the neighbours, and gaps (`null`) between them. */
export function pagesShown(page: number, count: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, count].filter((n) => n >= 1 && n <= count)
  const unique = [...new Set(near)].sort((a, b) => a - b)
  return unique.flatMap((n, index): (number | null)[] => {
    const gap = n - (unique[index - 1] ?? 0)
    // If only one page is left out, its number is shown instead of an ellipsis.
    return gap === 2 ? [n - 1, n] : gap > 2 ? [null, n] : [n]
  })
}

/** The next state of a column's sorting: up, down, none. */
export function nextSort(now: Sort | undefined, by: string): Sort | undefined {
  if (now?.by !== by) return { by, down: false }
  return now.down ? undefined : { by, down: true }
}

/** A CSV that Excel reads as UTF-8 and never as formulas, of the columns with a title. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const shown = columns.filter(({ title }) => title !== '')
  return csvText(
    shown.map(({ title, zone }) => (zone ? withNote(title, zone) : title)),
    rows.map((row) => shown.map((column) => textOf(column, row))),
  )
}
