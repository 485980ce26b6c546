// The rows of an export, one after the other in bounded memory: the writer pulls the next rows when it is ready.
import type { Language } from '../../../contract/errors.ts'
import type { Value } from '../../../core/data-type.ts'
import type { TableFile } from '../../../core/table-file.ts'
import { valueTextOf } from '../../../core/value-texts.ts'
import type { WorkbookRow } from '../../../core/workbook.ts'
import type { History, Scope, Series, Span } from '../../../signal/history/history.ts'
import { joinParts } from '../../../ui/punctuation.ts'
import { type Column, codeAt, firstOfEach, goodCode, rowCursor, thinned, valueAt } from '../history/part-reading.ts'
import type { DeviceClock } from './device-clock.ts'
import { headingOf, qualityOf, timeHeadingOf, word } from './export-words.ts'

/** Cells formatted per batch: some milliseconds of work. */
const cellsAtOnce = 2000

type Query = Scope & Span

/** The table of some columns over a span: time and UTC offset of the device, columns, quality. */
export function exportTable(
  reader: Pick<History, 'scan'>,
  query: Query,
  columns: readonly Column[],
  how: {
    language: Language
    clock: DeviceClock
    signal: AbortSignal
    onRows(rows: number): void
    /** Restricts the rows to the first one of each interval. */
    intervals?: readonly Span[] | undefined
  },
): TableFile<WorkbookRow> {
  const { language, clock, signal, onRows } = how
  const headings = columns.map((column) => headingOf(column, language))
  const texts = columns.map(ownTextsOf)
  const ofRow = { headings, clock, language, texts }
  const rowsAtOnce = Math.max(1, Math.floor(cellsAtOnce / (columns.length + 1)))

  async function* batches(): AsyncGenerator<WorkbookRow[]> {
    if (columns.length === 0) return
    const isFirst = how.intervals && firstOfEach(how.intervals)
    for await (const { data } of reader.scan({ ...query, order: 'ascending' }, { signal })) {
      const every = rowCursor(data.columns, 'ascending')
      const cursor = isFirst ? thinned(every, isFirst) : every
      let batch: WorkbookRow[] = []
      while (cursor.next()) {
        batch.push(rowOf(cursor, data.columns, ofRow))
        if (batch.length < rowsAtOnce) continue
        onRows(batch.length)
        yield batch
        batch = []
      }
      onRows(batch.length)
      if (batch.length > 0) yield batch
    }
  }
  const times = [timeHeadingOf(columns, language), word('offset', language)]
  return {
    sheetName: word('history', language),
    headings: [...times, ...headings, word('quality', language)],
    ...{ times: new Set([0]), hasMs: true, offsets: new Set([1]) },
    batches,
    cells: (row) => row,
  }
}

type OfRow = {
  headings: readonly string[]
  clock: DeviceClock
  language: Language
  texts: readonly (string | null | undefined)[]
}

function rowOf(
  cursor: ReturnType<typeof rowCursor>,
  columns: readonly Series[],
  { headings, clock, language, texts }: OfRow,
): WorkbookRow {
  const at = cursor.time()
  const row: (Value | null)[] = new Array(columns.length + 3)
  row[0] = at + clock.offsetMs(at)
  row[1] = clock.offset(at)
  let quality = ''
  for (let c = 0; c < columns.length; c += 1) {
    const series = columns[c]!
    const i = cursor.at(c)
    row[c + 2] = i < 0 ? null : toldValue(valueAt(series, i), texts[c])
    if (i < 0 || codeAt(series, i) === goodCode) continue
    const fault = qualityOf(headings[c]!, codeAt(series, i), language)
    quality = quality ? joinParts([quality, fault], language) : fault
  }
  row[columns.length + 2] = quality === '' ? null : quality
  return row
}

/** Averages and differences of states are plain numbers. */
const ownTextsOf = ({ aggregation, texts }: Column) =>
  aggregation === 'average' || aggregation === 'delta' ? null : texts

/** Text and number, `automatic (1)`, so that a spreadsheet formula can use the number. */
function toldValue(value: Value | null, texts: string | null | undefined): Value | null {
  const text = texts ? valueTextOf(value, texts) : undefined
  return text === undefined ? value : `${text} (${Number(value)})`
}
