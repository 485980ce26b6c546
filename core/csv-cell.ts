// A text as a cell of CSV (RFC 4180) that no spreadsheet takes for a formula.
import { guardText } from './sheet-text.ts'

/** Written before the first row: tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF'
const special = /["\r\n,;\t]/

export function textCell(text: string): string {
  const safe = guardText(text)
  return special.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
