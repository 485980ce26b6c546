// The source and the preview of an import that reads CSV in the browser: a file, or pasted spreadsheet cells.
import { Input } from 'antd'
import type { ReactNode } from 'react'
import { type CsvFault, csvFaultText } from '../contract/csv.ts'
import { errorText } from '../contract/errors.ts'
import { type Decoded, decodeCsv } from '../core/decode-csv.ts'
import { FileInput } from './file-input.tsx'
import { ImportBar, type ImportFault, ImportOutcome } from './import-frame.tsx'
import { importText } from './import-text.ts'
import { useLanguage } from './language.ts'
import { joinWords } from './punctuation.ts'
import { useText } from './words.ts'

/** The text to import; `encoding` is that of the file it was read from. */
type CsvText = { text: string; encoding?: Decoded['encoding'] }
/** The source of a dialog that has just opened. */
export const noCsvText: CsvText = { text: '' }

/** The choice of a file and the field for pasted cells; `children` are shown beside the file. */
export function CsvSource({
  source: { text, encoding },
  onSource,
  children,
}: {
  source: CsvText
  onSource: (source: CsvText) => void
  children?: ReactNode
}) {
  const t = useText(importText)
  const read = async (file: File) => onSource(decodeCsv(new Uint8Array(await file.arrayBuffer())))
  return (
    <>
      <ImportBar>
        <FileInput label={t('choose')} accept=".csv,.txt,.tsv,text/csv" onChange={(file) => void read(file)} />
        {encoding && <span className="import-frame-encoding">{t('encoding', { encoding })}</span>}
        {children}
      </ImportBar>
      <Input.TextArea
        aria-label={t('paste')}
        placeholder={t('paste')}
        rows={text ? 4 : 8}
        value={text}
        spellCheck={false}
        onChange={(event) => onSource({ text: event.target.value })}
      />
    </>
  )
}

/** The number of rows that an import adds and changes. */
export function countsOf(rows: readonly { isNew: boolean }[]): { added: number; changed: number } {
  const added = rows.filter(({ isNew }) => isNew).length
  return { added, changed: rows.length - added }
}

/** The preview of CSV: its faults, the invalid rows by name, the columns that are not imported. */
export function CsvOutcome({
  fault,
  missing,
  ignored,
  rows,
  counts,
  bad,
}: {
  /** Set if the text cannot be parsed. */
  fault: CsvFault | undefined
  /** Headings of required columns that the text lacks. */
  missing: readonly string[]
  /** Headings of columns that are not stored; `+`: cells beyond the last heading. */
  ignored: readonly string[]
  /** The number of data rows in the file. */
  rows: number
  counts: string
  bad: readonly ImportFault[]
}) {
  const t = useText(importText)
  const language = useLanguage()
  const wrong = new Set(bad.map(({ line }) => line)).size
  const refused = fault
    ? errorText(1117, language, { reason: csvFaultText(fault, language) })
    : missing.length > 0
      ? t('missing', { fields: joinWords(missing) })
      : rows === 0 && t('empty')
  return (
    <ImportOutcome
      refused={refused}
      ignored={ignored.length > 0 && t('ignored', { fields: joinWords(ignored) })}
      counts={counts}
      wrong={wrong > 0 && t('wrong', { count: wrong })}
      heads={[t('line'), t('name'), t('field'), t('reason')]}
      faults={bad}
    />
  )
}
