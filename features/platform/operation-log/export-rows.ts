// The log as a table for a file: one row per line, in the language and zone of the caller, with number and hash of its
// entry, so that a stored file can later show whether the log is unchanged.
import type { Language } from '../../../contract/errors.ts'
import type { TableColumn, TableFile } from '../../../core/table-file.ts'
import { wallOf, zoneOffset } from '../../../core/zone.ts'
import { actName, objectName, objectText } from '../../frame/acts.ts'
import { changesText } from './changes.ts'
import type { OperationRow } from './contract.ts'
import { logWords } from './log-words.ts'

export type ExportRow = OperationRow & { hash: Buffer | null }

/** The offset of a time zone: `UTC+08:00`. */
function offsetText(zone: string, at: number): string {
  const minutes = Math.round(zoneOffset(zone, at) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

type Reader = { language: Language; zone: string }

function columnsOf({ language, zone }: Reader): TableColumn<ExportRow>[] {
  const words = logWords[language]
  return [
    { title: words.seq, cell: ({ seq }) => seq },
    { title: words.at, kind: 'time', cell: ({ at }) => wallOf(zone, at) },
    { title: words.offset, cell: ({ at }) => offsetText(zone, at) },
    { title: words.act, cell: ({ act }) => actName(act, language) },
    { title: words.kind, cell: ({ objectType }) => objectName(objectType, language) },
    { title: words.object, cell: ({ objectType, objectName: name }) => objectText(objectType, name, language) },
    { title: words.change, cell: (row) => changesText(row, language) },
    { title: words.result, cell: ({ result }) => words[result] },
    { title: words.code, cell: ({ code }) => code },
    { title: words.who, cell: ({ loginname }) => loginname },
    { title: words.ip, cell: ({ ip }) => ip },
    { title: words.hash, cell: ({ hash }) => hash?.toString('hex') ?? null },
  ]
}

/** The table of an export. `batches` contain the lines, newest first. */
export const logTable = (batches: AsyncIterable<ExportRow[]>, reader: Reader): TableFile<ExportRow> => ({
  sheetName: logWords[reader.language].exportName,
  columns: columnsOf(reader),
  batches: () => batches,
})
