// The log as a table for a file: one row per line, in the language and zone of the caller, with number and hash of its
// entry, so that a stored file can later show whether the log is unchanged.
import type { Language } from '../../../contract/errors.ts'
import type { TableFile } from '../../../core/table-file.ts'
import type { WorkbookRow } from '../../../core/workbook.ts'
import { wallOf, zoneOffset } from '../../../core/zone.ts'
import { actName, objectName, objectText } from '../../frame/acts.ts'
import { changesText } from './changes.ts'
import type { OperationRow } from './contract.ts'
import { logWords } from './log-words.ts'

const columns = [
  ...(['seq', 'at', 'offset', 'act', 'kind', 'object', 'change'] as const),
  ...(['result', 'code', 'who', 'ip', 'hash'] as const),
] as const

export type ExportRow = OperationRow & { hash: Buffer | null }

/** The offset of a time zone: `UTC+08:00`. */
function offsetText(zone: string, at: number): string {
  const minutes = Math.round(zoneOffset(zone, at) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function cellsOf(row: ExportRow, { language, zone }: Reader): WorkbookRow {
  const { seq, at, act, objectType, result, code, loginname, ip, hash } = row
  const object = objectText(objectType, row.objectName, language)
  return [
    ...[seq, wallOf(zone, at), offsetText(zone, at)],
    ...[actName(act, language), objectName(objectType, language), object, changesText(row, language)],
    ...[logWords[language][result], code, loginname, ip, hash?.toString('hex') ?? null],
  ]
}

type Reader = { language: Language; zone: string }

/** The table of an export. `batches` contain the lines, newest first. */
export const logTable = (batches: AsyncIterable<ExportRow[]>, reader: Reader): TableFile<ExportRow> => ({
  sheetName: logWords[reader.language].exportName,
  headings: columns.map((key) => logWords[reader.language][key]),
  times: new Set([columns.indexOf('at')]),
  batches: () => batches,
  cells: (row) => cellsOf(row, reader),
})
