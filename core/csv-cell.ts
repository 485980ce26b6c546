// A text as a cell of CSV (RFC 4180), which no spreadsheet takes for a formula.
import { guardText } from './sheet-text.ts'

/** Before the first row: Excel reads UTF-8 by it. */
export const byteOrderMark = '\uFEFF'
const special = /["\r\n,;\t]/

export function textCell(text: string): string {
  const safe = guardText(text)
  return special.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}
