// Imports variables from a file or pasted spreadsheet cells. Every invalid row is named before anything enters the
// sheet.
import { Select } from 'antd'
import { useMemo, useState } from 'react'
import { CsvOutcome, CsvSource, countsOf, noCsvText } from '../../../ui/import-csv.tsx'
import { ImportFrame } from '../../../ui/import-frame.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { useSetting, useSettingsQuery } from '../../platform/open/user-config-setting.ts'
import { fromCsv, neededColumns } from '../signal/part-csv.ts'
import { signalText } from '../signal/part-text.ts'
import { ColumnMatch } from './column-match.tsx'
import { freeHeadings, matchesIn, rematched, withMatches } from './csv-match.ts'
import { importRows } from './import-rows.ts'
import { applyEdits, type Cells, type SheetColumn } from './sheet.ts'
import { createReader, faultsOf } from './sheet-faults.ts'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

export function ImportDialog({ sheet, fresh, onClose }: { sheet: Sheet; fresh: Cells; onClose: () => void }) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  const [source, setSource] = useState(noCsvText)
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
      source={
        <CsvSource source={source} onSource={setSource}>
          {sheet.drivers.length > 1 && (
            <Select
              aria-label={t('importDriver')}
              prefix={`${t('importDriver')}:`}
              value={driver}
              options={sheet.drivers.map(({ name }) => ({ value: name, label: name }))}
              onChange={setDriver}
            />
          )}
        </CsvSource>
      }
      note={t('importTakeNote')}
      act={
        <PlainAct kind="primary" disabled={!canTake} onClick={take}>
          {t('importTake')}
        </PlainAct>
      }
      onClose={onClose}
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
        <CsvOutcome
          fault={preview.fault}
          missing={preview.missing.map((field) => fieldName(field))}
          ignored={preview.ignored}
          rows={preview.rows.length}
          counts={t('importCounts', countsOf(preview.rows))}
          bad={preview.bad.map((each) => ({ ...each, column: fieldName(each.column) }))}
        />
      )}
    </ImportFrame>
  )
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
