// Imports alarm rules from a file or pasted spreadsheet cells. Every invalid row is named before anything is saved.
import { useMemo, useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { Act } from '../../../ui/act.tsx'
import { CsvOutcome, CsvSource, countsOf, noCsvText } from '../../../ui/import-csv.tsx'
import { ImportFrame } from '../../../ui/import-frame.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import type { Head } from '../config/part-editing.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { saveAlarmRules } from './contract.ts'
import { columns, fromCsv } from './csv.ts'
import { alarmRuleText } from './text.ts'

export function ImportDialog({ info, head, onClose }: { info: EquipmentInfo; head: Head; onClose: () => void }) {
  const t = useText(alarmRuleText)
  const language = useLanguage()
  const refresh = useRefresh()
  const [source, setSource] = useState(noCsvText)
  const [busy, setBusy] = useState(false)
  const { config, version } = head
  const read = useMemo(
    () => (source.text.trim() === '' ? undefined : fromCsv(source.text, { config, equipmentId: info.id, language })),
    [source.text, config, info.id, language],
  )
  const titleOf = (column: string) => {
    const [key, zh] = columns.find(([each]) => each === column) ?? [column, column]
    return language === 'en' ? key : zh
  }
  const canTake = read && read.rows.length > 0 && read.rows.every(({ bad }) => bad.length === 0)
  const take = async () => {
    const save = read?.rows.flatMap(({ draft }) => draft ?? []) ?? []
    setBusy(true)
    try {
      await call(saveAlarmRules, { equipmentId: info.id, version, save, remove: [] })
      toast.good(t('imported', countsOf(read!.rows)))
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
    <ImportFrame
      title={t('importTitle')}
      about={t('importAbout')}
      source={<CsvSource source={source} onSource={setSource} />}
      act={
        <Act kind="primary" sends busy={busy} why={!canTake && t('importFix')} onClick={() => void take()}>
          {t('importAct', { version: version + 1 })}
        </Act>
      }
      onClose={onClose}
    >
      {read && (
        <CsvOutcome
          fault={read.fault}
          missing={read.missing.map(titleOf)}
          ignored={read.ignored}
          rows={read.rows.length}
          counts={t('importCounts', countsOf(read.rows))}
          bad={read.rows.flatMap(({ line, name, bad }) =>
            bad.map(({ column, reason }) => ({ line, name, column: titleOf(column), reason })),
          )}
        />
      )}
    </ImportFrame>
  )
}
