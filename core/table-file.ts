// Writes a table as a file in a stream: CSV, or a workbook. A room with an export describes columns and rows.
import { csvCell, csvHead } from './csv-cell.ts'
import type { Value } from './data-type.ts'
import { nextTurn } from './next-turn.ts'
import { wallTexts } from './wall-texts.ts'
import { maxSheetRows, type WorkbookRow, xlsx as workbook } from './workbook.ts'

/** A column of an export. */
export type TableColumn<Row> = {
  title: string
  /**
   * `time`: the numbers are wall times, ms as if their zone were UTC; the title or another column names the zone.
   * `offset`: UTC offsets such as `+08:00`, which are not guarded against formulas in CSV.
   */
  kind?: 'time' | 'offset'
  /** The cell of a row; null: empty. */
  cell(row: Row): Value | null
}

/** Columns and rows of an export. */
export type TableFile<Row> = {
  /** Base name of the sheets of a workbook. */
  sheetName: string
  columns: readonly TableColumn<Row>[]
  /** Whether CSV has the milliseconds of times. */
  hasMs?: boolean
  /** Rows in batches of some milliseconds of work; other requests are served between two of them. */
  batches(): AsyncIterable<readonly Row[]>
}

const titlesOf = <Row>({ columns }: TableFile<Row>): string[] => columns.map(({ title }) => title)

/** CSV with a byte-order mark, in parts that are written when the reader is ready. */
export async function* csv<Row>(table: TableFile<Row>): AsyncGenerator<Uint8Array> {
  const { columns, hasMs = false } = table
  const wallText = wallTexts()
  const length = hasMs ? 23 : 19
  const timeCell = (value: Value | null) =>
    typeof value === 'number' ? wallText(value).slice(0, length) : csvCell(value)
  const offsetCell = (value: Value | null) => String(value ?? '')
  const writers: ((value: Value | null) => string)[] = columns.map(({ kind }) =>
    kind === 'time' ? timeCell : kind === 'offset' ? offsetCell : csvCell,
  )
  // The heading is sent with the first rows, so that an earlier failure can still be answered as an envelope.
  let text = `${csvHead(titlesOf(table))}\r\n`
  for await (const rows of table.batches()) {
    for (const row of rows) {
      for (let c = 0; c < columns.length; c += 1) text += (c === 0 ? '' : ',') + writers[c]!(columns[c]!.cell(row))
      text += '\r\n'
    }
    yield Buffer.from(text)
    text = ''
    await nextTurn()
  }
  if (text !== '') yield Buffer.from(text)
}

/** A workbook, in parts that are written when the reader is ready. */
export function xlsx<Row>(table: TableFile<Row>, rowsPerSheet = maxSheetRows): AsyncGenerator<Uint8Array> {
  const { sheetName, columns } = table
  const times = new Set(columns.flatMap(({ kind }, c) => (kind === 'time' ? [c] : [])))
  return workbook({ sheetName, headings: titlesOf(table), times, batches: () => cellsOf(table) }, rowsPerSheet)
}

async function* cellsOf<Row>(table: TableFile<Row>): AsyncGenerator<WorkbookRow[]> {
  for await (const rows of table.batches()) {
    yield rows.map((row) => table.columns.map(({ cell }) => cell(row)))
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
