// Alarm rules from a file or from a spreadsheet's clipboard. Every bad row is named before anything is saved.
import { Input, Modal } from 'antd'
import { type ChangeEvent, useMemo, useRef, useState } from 'react'
import { ApiError, call } from '../../contract/call.ts'
import { useFocusBack } from '../../ui/focus-back.ts'
import { useLanguage } from '../../ui/language.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import { type Decoded, decodeCsv } from '../device-signal/part-decode-csv.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import type { Head } from '../equipment-config/part-editing.ts'
import { useRefresh } from '../equipment-config/part-query.ts'
import { saveAlarmRules } from './contract.ts'
import { columns, fromCsv } from './csv.ts'
import { alarmRuleText } from './text.ts'

type Source = { text: string; encoding?: Decoded['encoding'] }
type Read = ReturnType<typeof fromCsv>

export function ImportDialog({ info, head, onClose }: { info: EquipmentInfo; head: Head; onClose: () => void }) {
  const t = useText(alarmRuleText)
  const language = useLanguage()
  const refresh = useRefresh()
  useFocusBack()
  const file = useRef<HTMLInputElement>(null)
  const [source, setSource] = useState<Source>({ text: '' })
  const [busy, setBusy] = useState(false)
  const { config, version } = head
  const read = useMemo(
    () => (source.text.trim() === '' ? undefined : fromCsv(source.text, { config, equipmentId: info.id, language })),
    [source.text, config, info.id, language],
  )
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0]
    if (chosen) setSource(decodeCsv(new Uint8Array(await chosen.arrayBuffer())))
    event.target.value = ''
  }
  const canTake = read && read.rows.length > 0 && read.rows.every(({ bad }) => bad.length === 0)
  const take = async () => {
    const save = read?.rows.flatMap(({ draft }) => draft ?? []) ?? []
    setBusy(true)
    try {
      await call(saveAlarmRules, { equipmentId: info.id, version, save, remove: [] })
      toast.good(t('imported', countsOf(read!)))
      await refresh()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.bad(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal open title={t('importTitle')} width={760} footer={null} onCancel={onClose}>
      <p className="alarm-note">{t('importAbout')}</p>
      <div className="alarm-import-source">
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
        {source.encoding && <span className="alarm-note">{t('importEncoding', { encoding: source.encoding })}</span>}
      </div>
      <Input.TextArea
        aria-label={t('importPaste')}
        placeholder={t('importPaste')}
        rows={source.text ? 4 : 8}
        value={source.text}
        spellCheck={false}
        onChange={(event) => setSource({ text: event.target.value })}
      />
      {read && <Preview read={read} />}
      <div className="alarm-import-acts">
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
        <PlainAct kind="primary" busy={busy} disabled={!canTake} onClick={() => void take()}>
          {t('importAct', { version: version + 1 })}
        </PlainAct>
      </div>
    </Modal>
  )
}

const countsOf = ({ rows }: Read) => {
  const added = rows.filter(({ isNew }) => isNew).length
  return { added, changed: rows.length - added }
}

function Preview({ read }: { read: Read }) {
  const t = useText(alarmRuleText)
  const language = useLanguage()
  const { rows, missing } = read
  const titleOf = (column: string) => {
    const [key, zh] = columns.find(([each]) => each === column) ?? [column, column]
    return language === 'en' ? key : zh
  }
  if (missing.length > 0) {
    return <p className="alarm-import-bad">{t('importMissing', { fields: missing.map(titleOf).join(', ') })}</p>
  }
  if (rows.length === 0) return <p className="alarm-import-bad">{t('importEmpty')}</p>
  const wrong = rows.filter(({ bad }) => bad.length > 0)
  return (
    <>
      <p className="alarm-import-counts">
        <strong>{t('importCounts', countsOf(read))}</strong>
        {wrong.length > 0 && <span className="alarm-import-bad">{t('importBad', { count: wrong.length })}</span>}
      </p>
      {wrong.length > 0 && (
        <div className="alarm-import-faults">
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
              {wrong.flatMap(({ line, name, bad }) =>
                bad.map(({ column, reason }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: faults of one row, drawn anew with it
                  <tr key={`${line} ${index}`}>
                    <td>{line}</td>
                    <td>{name}</td>
                    <td>{titleOf(column)}</td>
                    <td>{reason}</td>
                  </tr>
                )),
              )}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
