// Alarms as CSV, in the language and by the clock of the caller.
import Papa from 'papaparse'
import type { Language } from '../../contract/errors.ts'
import { guardText } from '../../core/sheet-text.ts'
import { formatTime } from '../../ui/format.ts'
import { alarmWords, kindWords, levelWords, stateWords } from './alarm-words.ts'
import type { PlainRow } from './told-store.ts'

type Reader = { language: Language; zone: string }

const columns = [
  ...(['id', 'level', 'kind', 'device', 'name', 'content', 'value', 'unit', 'limit'] as const),
  ...(['state', 'raisedAt', 'clearedAt', 'acknowledgedAt', 'acknowledgedBy', 'comment'] as const),
]

function cellsOf(row: PlainRow, { language, zone }: Reader): (string | number)[] {
  const at = (instant: number | null) => (instant === null ? '' : formatTime(instant, zone))
  const { value } = row
  return [
    ...[row.id, levelWords[language][row.level], kindWords[language][row.kind], row.equipmentName, row.name],
    ...[row.content, typeof value === 'boolean' ? Number(value) : (value ?? ''), row.unit ?? '', row.limitText ?? ''],
    ...[stateWords[language][row.state], at(row.raisedAt), at(row.clearedAt), at(row.acknowledgedAt)],
    ...[row.acknowledgedName ?? '', row.comment ?? ''],
  ]
}

const safe = (cell: string | number) => (typeof cell === 'string' ? guardText(cell) : cell)

const lines = (rows: (string | number)[][]): string =>
  Papa.unparse(
    rows.map((row) => row.map(safe)),
    { newline: '\r\n', quotes: (cell: unknown) => typeof cell === 'string' && cell.startsWith("'") },
  )

/** The bytes, as parts. A byte order mark has spreadsheets read the Chinese right. */
export async function* csv(batches: AsyncIterable<PlainRow[]>, reader: Reader): AsyncGenerator<Uint8Array> {
  // With the first rows, so that an earlier failure still answers with the envelope.
  let text = `\uFEFF${lines([columns.map((key) => alarmWords[reader.language][key])])}\r\n`
  for await (const rows of batches) {
    if (rows.length > 0) text += `${lines(rows.map((row) => cellsOf(row, reader)))}\r\n`
    yield Buffer.from(text)
    text = ''
  }
}
