// Imports variables from a file or pasted spreadsheet cells. Every invalid row is named before anything enters the
// sheet.
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../../ui/language.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { useSetting, useSettingsQuery } from '../../platform/open/user-config-setting.ts'
import { ImportFrame, ImportOutcome, noSource } from '../config/part-import.tsx'
import { ColumnMatch } from './column-match.tsx'
import { fromCsv, neededColumns } from './csv.ts'
import { freeHeadings, matchesIn, rematched, withMatches } from './csv-match.ts'
import { importRows } from './import-rows.ts'
import { applyEdits, type Cells, type SheetColumn } from './sheet.ts'
import { createReader, faultsOf } from './sheet-faults.ts'
import { signalText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

export function ImportDialog({ sheet, fresh, onClose }: { sheet: Sheet; fresh: Cells; onClose: () => void }) {
  const t = useText(signalText)
  const words = useText(uiText)
  const [source, setSource] = useState(noSource)
  const [driver, setDriver] = useState(fresh.driver)
  const begin = { ...fresh, driver }
  const [matches, setMatches] = useSetting('signalColumns')
  const { isSuccess: isLoaded } = useSettingsQuery()
  const matched = matchesIn(source.text, matches)
  const preview = usePreview(sheet, withMatches(source.text, matches), begin)
  const take = () => {
    if (preview) sheet.setRows(preview.next)
    onClose()
  }
  const canTake = preview && preview.missing.length === 0 && preview.rows.length > 0
  return (
    <ImportFrame
      title={t('importTitle')}
      about={t('importAbout')}
      source={source}
      onSource={setSource}
      onClose={onClose}
      tools={
        sheet.drivers.length > 1 && (
          <Select
            aria-label={t('importDriver')}
            prefix={`${t('importDriver')}:`}
            value={driver}
            options={sheet.drivers.map(({ name }) => ({ value: name, label: name }))}
            onChange={setDriver}
          />
        )
      }
      acts={
        <>
          <span className="import-note">{t('importTakeNote')}</span>
          <PlainAct onClick={onClose}>{words('cancel')}</PlainAct>
          <PlainAct kind="primary" disabled={!canTake} onClick={take}>
            {t('importTake')}
          </PlainAct>
        </>
      }
    >
      {preview && isLoaded && (
        <ColumnMatch
          columns={neededColumns.filter((column) => matched[column] || preview.missing.includes(column))}
          headings={freeHeadings(source.text)}
          matched={matched}
          onMatch={(column, heading) => setMatches(rematched(source.text, matches, column, heading))}
        />
      )}
      {preview && (
        <ImportOutcome
          fault={preview.fault}
          missing={preview.missing.map((field) => t(field))}
          ignored={preview.ignored}
          rows={preview.rows.length}
          counts={t('importCounts', countsOf(preview.rows))}
          bad={preview.bad.map((each) => ({ ...each, column: t(each.column) }))}
        />
      )}
    </ImportFrame>
  )
}

const countsOf = (rows: readonly { isNew: boolean }[]) => {
  const added = rows.filter(({ isNew }) => isNew).length
  return { added, changed: rows.length - added }
}

type Bad = { line: number; name: string; column: SheetColumn; reason: string }

/** The result of the import, with all faults of its rows. */
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
    return { next, rows: imported, missing: read.missing, ignored: read.ignored, fault: read.fault, bad }
  }, [text, rows, drivers, driver, language])
}
