// Writes a table as a file in a stream: CSV, or a workbook. A room with an export gives columns and rows.
import { csvCell, csvHead } from './csv-cell.ts'
import type { Value } from './data-type.ts'
import { nextTurn } from './next-turn.ts'
import { wallTexts } from './wall-texts.ts'
import { maxSheetRows, type WorkbookRow, xlsx as workbook } from './workbook.ts'

/** Columns and rows of an export. */
export type TableFile<Row> = {
  /** Base name of the sheets of a workbook. */
  sheetName: string
  headings: readonly string[]
  /** Columns whose numbers are wall times, ms as if their zone were UTC; their headings or other columns name the zone. */
  times?: ReadonlySet<number>
  /** Whether CSV has the milliseconds of times. */
  hasMs?: boolean
  /** Columns of UTC offsets such as `+08:00`, which are not guarded against formulas in CSV. */
  offsets?: ReadonlySet<number>
  /** Rows in batches of some milliseconds of work; other requests are served between two of them. */
  batches(): AsyncIterable<readonly Row[]>
  /** The cells of a row by column; null: empty. */
  cells(row: Row): WorkbookRow
}

const none: ReadonlySet<number> = new Set()

/** CSV with a byte-order mark, in parts that are written when the reader is ready. */
export async function* csv<Row>(table: TableFile<Row>): AsyncGenerator<Uint8Array> {
  const { headings, times = none, offsets = none, hasMs = false } = table
  const wallText = wallTexts()
  const length = hasMs ? 23 : 19
  const timeCell = (value: Value | null) =>
    typeof value === 'number' ? wallText(value).slice(0, length) : csvCell(value)
  const offsetCell = (value: Value | null) => String(value ?? '')
  const writers: ((value: Value | null) => string)[] = headings.map((_, c) =>
    times.has(c) ? timeCell : offsets.has(c) ? offsetCell : csvCell,
  )
  // The heading is sent with the first rows, so that an earlier failure can still be answered as an envelope.
  let text = `${csvHead(headings)}\r\n`
  for await (const rows of table.batches()) {
    for (const row of rows) {
      const cells = table.cells(row)
      for (let c = 0; c < cells.length; c += 1) text += c === 0 ? writers[c]!(cells[c]!) : `,${writers[c]!(cells[c]!)}`
      text += '\r\n'
    }
    yield Buffer.from(text)
    text = ''
    await nextTurn()
  }
  if (text !== '') yield Buffer.from(text)
}

/** A workbook, in parts that are written when the reader is ready. */
export const xlsx = <Row>(table: TableFile<Row>, rowsPerSheet = maxSheetRows): AsyncGenerator<Uint8Array> =>
  workbook({ times: none, ...table, batches: () => cellsOf(table) }, rowsPerSheet)

async function* cellsOf<Row>(table: TableFile<Row>): AsyncGenerator<WorkbookRow[]> {
  for await (const rows of table.batches()) {
    yield rows.map((row) => table.cells(row))
    await nextTurn()
  }
}

/** The formats of a table. */
export type TableFormat = 'csv' | 'xlsx'
type Format = { type: string; write: <Row>(table: TableFile<Row>) => AsyncGenerator<Uint8Array> }

const formats: Record<TableFormat, Format> = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: xlsx },
}

/** A table as the answer of a call of kind `stream`; `name` without its ending. */
export function tableAnswer<Row>(
  format: TableFormat,
  name: string,
  table: TableFile<Row>,
): { type: string; name: string; body: AsyncGenerator<Uint8Array> } {
  const { type, write } = formats[format]
  return { type, name: `${name}.${format}`, body: write(table) }
}
