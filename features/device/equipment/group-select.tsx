// Selects a group by its path, in the list's filter and in the form.
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import './equipment.css'
import { queryOf } from '../../../contract/call.ts'
import { pathsOf } from '../../../core/tree-rules.ts'
import { SelectField } from '../../../ui/fields.tsx'
import { useText } from '../../../ui/words.ts'
import { useNamed } from '../../platform/open/translation-name.ts'
import { queryGroups } from '../group/contract.ts'
import { equipmentText } from './text.ts'

function useGroupOptions() {
  const { data, isPending } = useQuery(queryOf(queryGroups, {}))
  const groups = useNamed(data, 'name')
  return { isPending, options: [...pathsOf(groups ?? [])].map(([value, label]) => ({ value, label })) }
}

export function GroupFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const t = useText(equipmentText)
  const { options, isPending } = useGroupOptions()
  return (
    <Select
      className="group-filter"
      aria-label={t('group')}
      value={value && !isPending ? Number(value) : null}
      options={options}
      loading={isPending}
      placeholder={t('allGroups')}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={(next: number | null | undefined) => onChange(next ? String(next) : '')}
    />
  )
}

export function GroupField({ name }: { name: string }) {
  const t = useText(equipmentText)
  const { options, isPending } = useGroupOptions()
  return (
    <SelectField
      name={name}
      label={t('group')}
      options={options}
      loading={isPending}
      clearable
      placeholder={t('ungrouped')}
    />
  )
}
