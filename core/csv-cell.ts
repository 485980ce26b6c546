// Writes CSV (RFC 4180) of which no spreadsheet takes a cell for a formula.
import { guardText } from './sheet-text.ts'

/** Written before the first row: tells Excel that the file is UTF-8. */
const byteOrderMark = '\uFEFF'
const special = /["\r\n,;\t]/

/** A text as a cell: quoted where it needs to be, and guarded. */
export function textCell(text: string): string {
  const safe = guardText(text)
  return special.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Any value as a cell: a text is guarded, null and undefined are empty. */
export const csvCell = (value: unknown): string =>
  typeof value === 'string' ? textCell(value) : value === null || value === undefined ? '' : String(value)

const csvLine = (cells: readonly unknown[]): string => cells.map(csvCell).join(',')

/** The beginning of a file: the headings, without the end of their line. */
export const csvHead = (headings: readonly string[]): string => `${byteOrderMark}${csvLine(headings)}`

/** A whole CSV file as text. */
export const csvText = (headings: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [csvHead(headings), ...rows.map(csvLine)].join('\r\n')
