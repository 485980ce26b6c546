// Bulk actions for the selected rows.
import { AutoComplete, Select } from 'antd'
import { useState } from 'react'
import { dataTypes } from '../../../core/data-type.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import { accessWords, isAccess } from '../open/live-form-words.ts'
import { signalText } from '../signal/part-text.ts'
import type { Cells, SheetColumn, SheetRow } from './sheet.ts'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

const fields = ['dataType', 'access', 'driver', 'group', 'unit'] as const satisfies readonly SheetColumn[]

export function BulkBar({
  sheet,
  chosen,
  fresh,
  onDone,
}: {
  sheet: Sheet
  chosen: readonly SheetRow[]
  fresh: Cells
  onDone: () => void
}) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  const [field, setField] = useState<(typeof fields)[number]>('dataType')
  const [text, setText] = useState('')
  const offered: Record<(typeof fields)[number], readonly string[]> = {
    dataType: dataTypes,
    access: ['r', 'w', 'rw'],
    driver: sheet.drivers.map(({ name }) => name),
    group: [...new Set(sheet.rows.map(({ cells }) => cells.group).filter(Boolean))],
    unit: [...new Set(sheet.rows.map(({ cells }) => cells.unit).filter(Boolean))],
  }
  const apply = () =>
    sheet.edit(
      chosen.map(({ key }) => ({ key, column: field, text })),
      fresh,
    )
  const remove = () => {
    const keys = new Set(chosen.map(({ key }) => key))
    sheet.setRows(sheet.rows.filter(({ key }) => !keys.has(key)))
    onDone()
  }
  return (
    <div className="bulk-bar">
      <strong>{t('selected', { count: chosen.length })}</strong>
      <span>{t('set')}</span>
      <Select
        aria-label={t('field')}
        value={field}
        options={fields.map((value) => ({ value, label: fieldName(value) }))}
        onChange={(next) => {
          setField(next)
          setText('')
        }}
      />
      <AutoComplete
        aria-label={fieldName(field)}
        className="bulk-value"
        value={text}
        options={offered[field].map((value) =>
          field === 'access' && isAccess(value) ? { value, label: accessWords(value) } : { value },
        )}
        onChange={(next: string) => setText(next)}
      />
      <PlainAct onClick={apply}>{t('apply')}</PlainAct>
      <PlainAct kind="danger" icon="trash" onClick={remove}>
        {t('delete')}
      </PlainAct>
    </div>
  )
}
