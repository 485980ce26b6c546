import { useQuery } from '@tanstack/react-query'
import { AutoComplete } from 'antd'
import { queryOf } from '../../../contract/call.ts'
import { Field, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useText } from '../../../ui/words.ts'
import { queryManufacturers } from '../../device/equipment/contract.ts'
import { useWarrantyWords, WarrantyFilter } from '../../device/open/warranty-mark.tsx'
import { advancedFields, type Filters } from './asked.ts'
import { monitorText } from './text.ts'

type Values = Partial<Pick<Filters, (typeof advancedFields)[number]>>

export function AdvancedSearch({
  open,
  filters,
  onSearch,
  onClose,
}: {
  open: boolean
  filters: Filters
  onSearch: (values: Values) => void
  onClose: () => void
}) {
  const t = useText(monitorText)
  const { data: makers = [] } = useQuery({ ...queryOf(queryManufacturers, {}), enabled: open })
  const { sn, number, manufacturer, address, warranty } = filters
  return (
    <FormDrawer<Values>
      open={open}
      title={t('advanced')}
      act={t('apply')}
      initial={{ sn, number, manufacturer, address, warranty }}
      onSubmit={async (values) =>
        onSearch(Object.fromEntries(advancedFields.map((field) => [field, values[field]?.trim() ?? ''])))
      }
      onClose={onClose}
    >
      <TextField name="sn" label={t('sn')} max={32} />
      <TextField name="number" label={t('number')} max={50} />
      <Field name="manufacturer" label={t('manufacturer')}>
        <AutoComplete
          allowClear
          options={makers.map((value) => ({ value }))}
          showSearch={{
            filterOption: (typed, option) => (option?.value ?? '').toLowerCase().includes(typed.toLowerCase()),
          }}
        />
      </Field>
      <Field name="warranty" label={useWarrantyWords()}>
        <WarrantyFilter />
      </Field>
      <TextField name="address" label={t('address')} max={50} note={t('advancedNote')} />
    </FormDrawer>
  )
}
