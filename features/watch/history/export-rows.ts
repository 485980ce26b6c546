// The rows of an export, one after the other in bounded memory: the writer pulls the next rows when it is ready.
import type { Language } from '../../../contract/errors.ts'
import type { Value } from '../../../core/data-type.ts'
import { nextTurn } from '../../../core/next-turn.ts'
import { valueTextOf } from '../../../core/value-texts.ts'
import type { History, Scope, Series, Span } from '../../../signal/history/history.ts'
import type { DeviceClock } from './device-clock.ts'
import { headingOf, qualityOf, timeHeadingOf, word } from './export-words.ts'
import { rowCursor } from './row-cursor.ts'
import { firstOfEach, thinned } from './row-thin.ts'
import { codeAt, goodCode, valueAt } from './series.ts'
import type { Column } from './store.ts'

/** One row: time, value of each column, and its quality. */
export type ExportRow = { at: number; values: readonly (Value | null)[]; quality: string }

export type ExportTable = {
  /** Name of the file without its ending. */
  name: string
  /** Headings of all cells of a row: time, UTC offset, columns, quality. */
  headings: readonly string[]
  language: Language
  clock: DeviceClock
  /** Batches of rows in time order; other requests are served between batches. */
  batches(): AsyncIterable<readonly ExportRow[]>
}

/** Cells formatted per batch: some milliseconds of work. */
const cellsAtOnce = 2000

type Query = Scope & Span

/** The table of some columns over a span. */
export function exportTable(
  reader: Pick<History, 'scan'>,
  query: Query,
  columns: readonly Column[],
  how: {
    name: string
    language: Language
    clock: DeviceClock
    signal: AbortSignal
    onRows(rows: number): void
    /** Restricts the rows to the first one of each interval. */
    intervals?: readonly Span[] | undefined
  },
): ExportTable {
  const { language, signal, onRows } = how
  const headings = columns.map((column) => headingOf(column, language))
  const texts = columns.map(ownTextsOf)
  const rowsAtOnce = Math.max(1, Math.floor(cellsAtOnce / (columns.length + 1)))

  async function* batches(): AsyncGenerator<readonly ExportRow[]> {
    if (columns.length === 0) return
    const isFirst = how.intervals && firstOfEach(how.intervals)
    for await (const { data } of reader.scan({ ...query, order: 'ascending' }, { signal })) {
      const every = rowCursor(data.columns, 'ascending')
      const cursor = isFirst ? thinned(every, isFirst) : every
      let batch: ExportRow[] = []
      while (cursor.next()) {
        batch.push(rowOf(cursor, data.columns, headings, language, texts))
        if (batch.length < rowsAtOnce) continue
        onRows(batch.length)
        yield batch
        batch = []
        await nextTurn()
      }
      onRows(batch.length)
      if (batch.length > 0) yield batch
    }
  }
  const { name, clock } = how
  const times = [timeHeadingOf(columns, language), word('offset', language)]
  return { name, headings: [...times, ...headings, word('quality', language)], language, clock, batches }
}

function rowOf(
  cursor: ReturnType<typeof rowCursor>,
  columns: readonly Series[],
  headings: readonly string[],
  language: Language,
  texts: readonly (string | null | undefined)[],
): ExportRow {
  const values: (Value | null)[] = new Array(columns.length)
  let quality = ''
  for (let c = 0; c < columns.length; c += 1) {
    const series = columns[c]!
    const i = cursor.at(c)
    values[c] = i < 0 ? null : toldValue(valueAt(series, i), texts[c])
    if (i < 0 || codeAt(series, i) === goodCode) continue
    quality += `${quality ? '; ' : ''}${qualityOf(headings[c]!, codeAt(series, i), language)}`
  }
  return { at: cursor.time(), values, quality }
}

/** Averages and differences of states are plain numbers. */
const ownTextsOf = ({ aggregation, texts }: Column) =>
  aggregation === 'average' || aggregation === 'delta' ? null : texts

/** Text and number, `automatic (1)`, so that a spreadsheet formula can use the number. */
function toldValue(value: Value | null, texts: string | null | undefined): Value | null {
  const text = texts ? valueTextOf(value, texts) : undefined
  return text === undefined ? value : `${text} (${Number(value)})`
}
