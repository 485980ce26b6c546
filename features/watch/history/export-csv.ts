// An export as CSV, RFC 4180, UTF-8 with the byte order mark that Excel needs.
import { byteOrderMark, textCell } from '../../../core/csv-cell.ts'
import type { Value } from '../../../core/data-type.ts'
import type { ExportTable } from './export-rows.ts'

function cell(value: Value | null): string {
  if (value === null) return ''
  return typeof value === 'string' ? textCell(value) : String(value)
}

/** The file in parts. */
export async function* csv({ headings, clock, batches }: ExportTable): AsyncGenerator<Uint8Array> {
  // The heading is sent with the first rows, so that an earlier failure can still be answered as an envelope.
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
