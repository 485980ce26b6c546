// Alarms as CSV.
import Papa from 'papaparse'
import { guardText } from '../../../core/sheet-text.ts'
import { formatTime } from '../../../ui/format.ts'
import { type Cell, cellsOf, type ExportedRow, headingsOf, type Reader } from './export-rows.ts'

const safe = (cell: Cell) => (typeof cell === 'string' ? guardText(cell) : cell)

const lines = (rows: readonly Cell[][]): string =>
  Papa.unparse(
    rows.map((row) => row.map(safe)),
    { newline: '\r\n', quotes: (cell: unknown) => typeof cell === 'string' && cell.startsWith("'") },
  )

/** The file in parts. Starts with a byte order mark, so that spreadsheets read Chinese text correctly. */
export async function* csv(batches: AsyncIterable<ExportedRow[]>, reader: Reader): AsyncGenerator<Uint8Array> {
  const at = (instant: number) => formatTime(instant, reader.zone)
  // The heading is sent with the first rows, so that an earlier failure can still be answered as an envelope.
  let text = `\uFEFF${lines([headingsOf(reader)])}\r\n`
  for await (const rows of batches) {
    if (rows.length > 0) text += `${lines(rows.map((row) => cellsOf(row, reader, at)))}\r\n`
    yield Buffer.from(text)
    text = ''
  }
}
