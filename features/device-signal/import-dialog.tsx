// Variables from a file or from a spreadsheet's clipboard. Every bad row is named before anything enters the sheet.
import { Input, Modal, Select } from 'antd'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import { useFocusBack } from '../../ui/focus-back.ts'
import { useLanguage } from '../../ui/language.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { uiText } from '../../ui/text.ts'
import { useText } from '../../ui/words.ts'
import { fromCsv } from './csv.ts'
import { importRows } from './import-rows.ts'
import { type Decoded, decodeCsv } from './part-decode-csv.ts'
import { applyEdits, type Cells, type SheetColumn } from './sheet.ts'
import { createReader, faultsOf } from './sheet-faults.ts'
import { signalText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

type Source = { text: string; encoding?: Decoded['encoding'] }

export function ImportDialog({ sheet, fresh, onClose }: { sheet: Sheet; fresh: Cells; onClose: () => void }) {
  const t = useText(signalText)
  const words = useText(uiText)
  useFocusBack()
  const file = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<Source>({ text: '' })
  const [driver, setDriver] = useState(fresh.driver)
  const begin = { ...fresh, driver }
  const preview = usePreview(sheet, source.text, begin)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    if (chosen) setSource(decodeCsv(new Uint8Array(await chosen.arrayBuffer())))
    event.target.value = ''
  }
  const take = () => {
    if (preview) sheet.setRows(preview.next)
    onClose()
  }
  const canTake = preview && preview.missing.length === 0 && preview.rows.length > 0
  return (
    <Modal open title={t('importTitle')} width={760} footer={null} onCancel={onClose}>
      <p className="signal-note">{t('importAbout')}</p>
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
        {source.encoding && <span className="signal-note">{t('importEncoding', { encoding: source.encoding })}</span>}
        {sheet.drivers.length > 1 && (
          <Select
            aria-label={t('importDriver')}
            prefix={`${t('importDriver')}:`}
            value={driver}
            options={sheet.drivers.map(({ name }) => ({ value: name, label: name }))}
            onChange={setDriver}
          />
        )}
      </div>
      <Input.TextArea
        aria-label={t('importPaste')}
        placeholder={t('importPaste')}
        rows={source.text ? 4 : 8}
        value={source.text}
        spellCheck={false}
        onChange={(event) => setSource({ text: event.target.value })}
      />
      {preview && <Preview preview={preview} />}
      <div className="import-acts">
        <span className="signal-note">{t('importTakeNote')}</span>
        <PlainAct onClick={onClose}>{words('cancel')}</PlainAct>
        <PlainAct kind="primary" disabled={!canTake} onClick={take}>
          {t('importTake')}
        </PlainAct>
      </div>
    </Modal>
  )
}

type Bad = { line: number; name: string; column: SheetColumn; reason: string }

/** What the import would make of the sheet, with all that would be wrong in its rows. */
function usePreview(sheet: Sheet, text: string, fresh: Cells) {
  const language = useLanguage()
  const { rows, drivers } = sheet
  const { driver } = fresh
  // biome-ignore lint/correctness/useExhaustiveDependencies: of `fresh` only the driver can change
  return useMemo(() => {
    if (text.trim() === '') return undefined
    const read = fromCsv(text)
    const imported = importRows(rows, read.rows, fresh)
    const next = applyEdits(
      rows,
      imported.flatMap(({ edits }) => edits),
      fresh,
    )
    const faults = faultsOf(next, drivers, language, createReader(drivers, language))
    const names = new Map(next.map(({ key, cells }) => [key, cells.name]))
    const bad = imported.flatMap(({ line, key }): Bad[] =>
      Object.entries(faults.get(key) ?? {}).map(([column, reason]) => ({
        line,
        name: names.get(key) ?? '',
        column: column as SheetColumn,
        reason,
      })),
    )
    return { next, rows: imported, missing: read.missing, bad }
  }, [text, rows, drivers, driver, language])
}

function Preview({ preview: { rows, missing, bad } }: { preview: NonNullable<ReturnType<typeof usePreview>> }) {
  const t = useText(signalText)
  if (missing.length > 0) {
    const fields = missing.map((field) => t(field as SheetColumn)).join(', ')
    return <p className="import-bad">{t('importMissing', { fields })}</p>
  }
  if (rows.length === 0) return <p className="import-bad">{t('importEmpty')}</p>
  const added = rows.filter(({ isNew }) => isNew).length
  const wrong = new Set(bad.map(({ line }) => line)).size
  return (
    <>
      <p className="import-counts">
        <strong>{t('importCounts', { added, changed: rows.length - added })}</strong>
        {wrong > 0 && <span className="import-bad">{t('importBad', { count: wrong })}</span>}
      </p>
      {bad.length > 0 && (
        <div className="import-faults">
          <table>
            <thead>
              <tr>
                <th>{t('line')}</th>
                <th>{t('name')}</th>
                <th>{t('field')}</th>
                <th>{t('reason')}</th>
              </tr>
            </thead>
            <tbody>
              {bad.map(({ line, name, column, reason }) => (
                <tr key={`${line} ${column}`}>
                  <td>{line}</td>
                  <td>{name}</td>
                  <td>{t(column)}</td>
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
