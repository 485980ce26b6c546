// Reads the rows of a device file: a workbook, or any CSV that spreadsheet programs write.
import { type CsvFault, csvFaultText } from '../../../contract/csv.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { reasonText } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { decodeCsv } from '../../../core/decode-csv.ts'
import { readWorkbook } from '../../../core/read-workbook.ts'
import { readCsvCells } from '../../platform/open/csv.ts'

const zipMark = 0x504b

/** Rows, headings first. Throws fleetFile; runs in a decoder thread. */
export function readTable(content: string, language: Language): string[][] {
  const bytes = Buffer.from(content.slice(content.startsWith('data:') ? content.indexOf(',') + 1 : 0), 'base64')
  const isWorkbook = bytes.length > 1 && bytes.readUInt16BE(0) === zipMark
  const table = isWorkbook ? workbookOf(bytes) : csvOf(bytes)
  if (typeof table === 'object' && 'fault' in table) throw refused(csvFaultText(table.fault, language))
  if (table === 'tooLarge' || (typeof table === 'object' && table.length > limits.fleetRows + 1))
    throw refused(`${reasonText('tooBig', language)} (≤ ${limits.fleetRows})`)
  if (table === 'damaged' || table.length === 0) throw refused(reasonText('malformed', language))
  return table
}

const refused = (reason: string) => fail('fleetFile', { reason }, { field: 'content' })

const workbookOf = (bytes: Buffer) =>
  readWorkbook(bytes, { rows: limits.fleetRows + 1, columns: limits.fleetColumns, bytes: limits.fleetBytes })

function csvOf(bytes: Buffer): string[][] | { fault: CsvFault } | 'damaged' {
  const { text } = decodeCsv(bytes)
  if (text.includes('\u0000')) return 'damaged'
  const read = readCsvCells(text, limits.fleetRows + 3)
  if ('fault' in read) return read
  const rows = read.map((row) => row.slice(0, limits.fleetColumns))
  while (rows.length > 0 && rows.at(-1)!.every((cell) => cell.trim() === '')) rows.pop()
  return rows
}
