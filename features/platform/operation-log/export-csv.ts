// The log as CSV: one row per line, in the language and zone of the caller, with number and hash of its entry, so that
// a stored file can later show whether the log is unchanged.
import Papa from 'papaparse'
import type { Language } from '../../../contract/errors.ts'
import { guardText } from '../../../core/sheet-text.ts'
import { zoneOffset } from '../../../core/zone.ts'
import { formatTime } from '../../../ui/format.ts'
import { actName, objectName, objectText } from '../../frame/acts.ts'
import { changesText } from './changes.ts'
import type { OperationRow } from './contract.ts'
import { logWords } from './log-words.ts'

const columns = [
  ...(['seq', 'at', 'offset', 'act', 'kind', 'object', 'change'] as const),
  ...(['result', 'code', 'who', 'ip', 'hash'] as const),
] as const

export type ExportRow = OperationRow & { hash: Buffer | null }

/** `UTC+08:00`. */
function offsetText(zone: string, at: number): string {
  const minutes = Math.round(zoneOffset(zone, at) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function cellsOf(row: ExportRow, { language, zone }: Reader): (string | number)[] {
  const { seq, at, act, objectType, result, code, loginname, ip, hash } = row
  const object = objectText(objectType, row.objectName, language)
  return [
    ...[seq ?? '', formatTime(at, zone), offsetText(zone, at)],
    ...[actName(act, language), objectName(objectType, language), object, changesText(row, language)],
    ...[logWords[language][result], code ?? '', loginname, ip ?? '', hash?.toString('hex') ?? ''],
  ]
}

export type Reader = { language: Language; zone: string }

const safe = (cell: string | number) => (typeof cell === 'string' ? guardText(cell) : cell)

const lines = (rows: (string | number)[][]): string =>
  Papa.unparse(
    rows.map((row) => row.map(safe)),
    { newline: '\r\n', quotes: (cell: unknown) => typeof cell === 'string' && cell.startsWith("'") },
  )

/** The file in parts. With a byte order mark spreadsheets display Chinese correctly. */
export async function* csv(batches: AsyncIterable<ExportRow[]>, reader: Reader): AsyncGenerator<Uint8Array> {
  // Sent with the first rows, so that an earlier failure still answers with the envelope.
  let text = `\uFEFF${lines([columns.map((key) => logWords[reader.language][key])])}\r\n`
  for await (const rows of batches) {
    if (rows.length > 0) text += `${lines(rows.map((row) => cellsOf(row, reader)))}\r\n`
    yield Buffer.from(text)
    text = ''
  }
}
