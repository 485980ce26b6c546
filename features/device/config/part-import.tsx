// A dialog for importing a file or pasted spreadsheet cells; every invalid row is named before anything is imported.
import { Input, Modal } from 'antd'
import { type ChangeEvent, type ReactNode, useRef } from 'react'
import { type CsvFault, csvFaultText } from '../../../contract/csv.ts'
import { errorText } from '../../../contract/errors.ts'
import { useFocusBack } from '../../../ui/focus-back.ts'
import { useLanguage } from '../../../ui/language.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { joined } from '../../../ui/punctuation.ts'
import { useText } from '../../../ui/words.ts'
import { type Decoded, decodeCsv } from './part-decode-csv.ts'
import { configText } from './text.ts'
import './part-import.css'

export type ImportSource = { text: string; encoding?: Decoded['encoding'] }
export const noSource: ImportSource = { text: '' }

export function ImportFrame({
  title,
  about,
  source,
  onSource,
  tools,
  acts,
  onClose,
  children,
}: {
  title: string
  about: string
  source: ImportSource
  onSource: (source: ImportSource) => void
  /** Shown beside the file button. */
  tools?: ReactNode
  /** Shown at the bottom. */
  acts: ReactNode
  onClose: () => void
  /** The preview of the import. */
  children: ReactNode
}) {
  const t = useText(configText)
  useFocusBack()
  const file = useRef<HTMLInputElement>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    if (chosen) onSource(decodeCsv(new Uint8Array(await chosen.arrayBuffer())))
    event.target.value = ''
  }
  return (
    <Modal open title={title} width={760} footer={null} onCancel={onClose}>
      <p className="import-about">{about}</p>
      <div className="import-source">
        <PlainAct icon="upload" onClick={() => file.current?.click()}>
          {t('importFile')}
        </PlainAct>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.txt,.tsv,text/csv"
          onChange={(event) => void choose(event)}
        />
        {source.encoding && <span className="import-note">{t('importEncoding', { encoding: source.encoding })}</span>}
        {tools}
      </div>
      <Input.TextArea
        aria-label={t('importPaste')}
        placeholder={t('importPaste')}
        rows={source.text ? 4 : 8}
        value={source.text}
        spellCheck={false}
        onChange={(event) => onSource({ text: event.target.value })}
      />
      {children}
      <div className="import-acts">{acts}</div>
    </Modal>
  )
}

/** An invalid cell; `column` is its heading. */
export type ImportFault = { line: number; name: string; column: string; reason: string }

export function ImportOutcome({
  fault,
  missing,
  ignored,
  rows,
  counts,
  bad,
}: {
  /** Set if the file cannot be parsed. */
  fault: CsvFault | undefined
  /** Headings of required columns that the file lacks. */
  missing: readonly string[]
  /** Headings of columns that are not stored; `+`: cells beyond the last heading. */
  ignored: readonly string[]
  rows: number
  counts: string
  bad: readonly ImportFault[]
}) {
  const t = useText(configText)
  const language = useLanguage()
  if (fault) {
    const reason = csvFaultText(fault, language)
    return <p className="import-bad">{errorText(1117, language, { reason })}</p>
  }
  if (missing.length > 0) return <p className="import-bad">{t('importMissing', { fields: joined(missing) })}</p>
  if (rows === 0) return <p className="import-bad">{t('importEmpty')}</p>
  const wrong = new Set(bad.map(({ line }) => line)).size
  return (
    <>
      <p className="import-counts">
        <strong>{counts}</strong>
        {wrong > 0 && <span className="import-bad">{t('importBad', { count: wrong })}</span>}
      </p>
      {ignored.length > 0 && <p className="import-note">{t('importIgnored', { fields: joined(ignored) })}</p>}
      {bad.length > 0 && (
        <div className="import-faults">
          <table>
            <thead>
              <tr>
                <th>{t('importLine')}</th>
                <th>{t('importName')}</th>
                <th>{t('importField')}</th>
                <th>{t('importReason')}</th>
              </tr>
            </thead>
            <tbody>
              {bad.map(({ line, name, column, reason }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: faults of one text, drawn anew with it
                <tr key={`${line} ${index}`}>
                  <td>{line}</td>
                  <td>{name}</td>
                  <td>{column}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
