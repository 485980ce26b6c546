// An export as CSV, RFC 4180, UTF-8 with the byte order mark that Excel needs.
import type { Value } from '../../core/data-type.ts'
import { guardText } from '../../core/sheet-text.ts'
import type { ExportTable } from './export-rows.ts'

export const byteOrderMark = '\uFEFF'
const special = /["\r\n,;\t]/

/** A text as a cell; a spreadsheet takes none for a formula. */
export function textCell(text: string): string {
  const safe = guardText(text)
  return special.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe
}

function cell(value: Value | null): string {
  if (value === null) return ''
  return typeof value === 'string' ? textCell(value) : String(value)
}

/** The bytes, as parts. */
export async function* csv({ headings, clock, batches }: ExportTable): AsyncGenerator<Uint8Array> {
  // With the first rows, so that an earlier failure still answers with the envelope.
  let text = `${byteOrderMark}${headings.map(textCell).join(',')}\r\n`
  for await (const batch of batches()) {
    for (const { at, values, quality } of batch) {
      text += `${clock.text(at)},${clock.offset(at)}`
      for (let c = 0; c < values.length; c += 1) text += `,${cell(values[c]!)}`
      text += `,${quality === '' ? '' : textCell(quality)}\r\n`
    }
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
