// Translations as a spreadsheet: `source`, `en`, `zh`. Pure.
import type { CsvFault } from '../../../contract/csv.ts'
import { csvText } from '../../../core/csv-cell.ts'
import { unguardText } from '../../../core/sheet-text.ts'
import { readCsv } from '../open/csv.ts'
import type { NameRow, Translation } from './contract.ts'

const fields = ['source', 'en', 'zh'] as const

/** Writes the names as CSV; with a byte order mark, so that spreadsheets display Chinese correctly. */
export const toCsv = (rows: readonly NameRow[]): string =>
  csvText(
    fields,
    rows.map((row) => fields.map((field) => row[field])),
  )

/** The rows with a name; none without the three headings. */
export function fromCsv(text: string): Translation[] | { fault: CsvFault } {
  const read = readCsv<Record<string, string>>(text, { transformHeader: (heading) => heading.trim().toLowerCase() })
  if ('fault' in read) return read
  if (!fields.every((field) => read.headings.includes(field))) return []
  return read.rows.flatMap((row) => {
    const [source = '', en = '', zh = ''] = fields.map((field) => unguardText((row[field] ?? '').trim()))
    return source === '' ? [] : { source, en: en || null, zh: zh || null }
  })
}
