// The variables on a phone, read-only.
import type { ReactNode } from 'react'
import type { EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import { type Column, DataTable, type TableQuery } from '../../../ui/data-table.tsx'
import { useList } from '../../../ui/list.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useNamed } from '../../platform/open/translation-name.ts'
import { accessWords } from '../open/live-form-words.ts'
import { signalText } from '../signal/part-text.ts'
import { sheetText } from './text.ts'

export function SignalList({
  query: { data, error, refetch },
}: {
  query: { data: { config: EquipmentConfig } | undefined; error: unknown; refetch: () => unknown }
}) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  const list = useList()
  const columns: Column<Signal>[] = [
    { key: 'title', title: fieldName('title') },
    { key: 'address', title: fieldName('address'), phone: 'end' },
    { key: 'name', title: fieldName('name') },
    { key: 'dataType', title: fieldName('dataType') },
    { key: 'access', title: fieldName('access'), cell: ({ access }) => accessWords(access) },
    { key: 'unit', title: fieldName('unit'), cell: ({ unit }): ReactNode => unit ?? '' },
    { key: 'group', title: fieldName('group'), cell: ({ group }): ReactNode => group ?? '' },
  ]
  const rows: TableQuery<Signal> = { data: useNamed(data?.config.signals, 'title', 'group'), error, refetch }
  return (
    <>
      <p className="signal-note">{t('phoneNote')}</p>
      <DataTable
        label={fieldName('signals')}
        columns={columns}
        query={rows}
        list={list}
        keyOf={({ id }) => id}
        search={t('search')}
        empty={<EmptyState icon="chart">{t('phoneNote')}</EmptyState>}
      />
    </>
  )
}
