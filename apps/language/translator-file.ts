// The file for translators: CSV with the columns `context`, `source` (English) and `target`, which Weblate, the Translate
// Toolkit and spreadsheet programs read and write.
import { csvFaultText } from '../../contract/csv.ts'
import { csvText } from '../../core/csv-cell.ts'
import { unguardText } from '../../core/sheet-text.ts'
import { readCsv } from '../../features/platform/open/csv.ts'
import { type Entry, faultOf, type Translations } from './catalogue.ts'

type Row = { context: string; source: string; target: string }

const columns = ['context', 'source', 'target'] as const satisfies readonly (keyof Row)[]

/** The file of a language: one row per entry, with an empty target where no text exists. */
export function translatorFile(entries: readonly Entry[], translations: Translations): string {
  const rows = entries.map(({ context, english }) => [context, english, translations.get(context)])
  return csvText(columns, rows)
}

type Imported = {
  translations: Map<string, string>
  /** Lines of output about rows that were not imported. */
  refused: string[]
}

/**
 * The texts after an import: a row replaces the text of its context, an empty target removes it, and texts without a
 * row stay. Rows are refused if their context is unknown, if the English text has changed since the export, or if
 * placeholders differ. Throws if the file is not such a CSV file.
 */
export function readTranslatorFile(text: string, entries: readonly Entry[], before: Translations): Imported {
  const read = readCsv<Partial<Row>>(text)
  if ('fault' in read) throw new Error(csvFaultText(read.fault, 'en'))
  const missing = columns.filter((column) => !read.headings.includes(column))
  if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}`)
  const known = new Map(entries.map((entry) => [entry.context, entry]))
  const translations = new Map(before)
  const refused: string[] = []
  for (const row of read.rows) {
    const [context = '', source = '', target = ''] = columns.map((column) => unguardText(row[column] ?? ''))
    const why = whyNot(known.get(context), source, target)
    if (why) refused.push(`${context} ${why}`)
    else if (target.trim() === '') translations.delete(context)
    else translations.set(context, target)
  }
  return { translations, refused }
}

function whyNot(entry: Entry | undefined, source: string, target: string): string | undefined {
  if (!entry) return 'does not exist'
  if (target.trim() === '') return undefined
  if (plain(source) !== plain(entry.english)) return `is now “${entry.english}” in English: export the file again`
  return faultOf(entry, target)
}

/** Other programs may have written other line ends. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n')
