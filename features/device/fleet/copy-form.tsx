// The form for copying one device many times.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { GroupId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { pathsOf } from '../../../core/tree-rules.ts'
import { FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import type { EquipmentRow } from '../equipment/contract.ts'
import { queryGroups } from '../group/contract.ts'
import { copyEquipment } from './contract.ts'
import { hasNumber, namesOf } from './rules.ts'
import { fleetText } from './text.ts'

type Values = { pattern: string; first: number; count: number; groupId?: GroupId | null; series?: string }

/** Number of names in the preview. */
const mostShown = 4

export function CopyForm({ of, onClose }: { of: EquipmentRow; onClose: () => void }) {
  const t = useText(fleetText)
  const name = useName()(of.name)
  const { mutateAsync } = useMutation(formOf(copyEquipment))
  const { data } = useQuery(queryOf(queryGroups, {}))
  const groups = useNamed(data, 'name')
  const room = limits.equipmentNameLength - 4
  return (
    <FormDrawer<Values>
      open
      title={t('copyTitle', { name })}
      act={t('copyStart')}
      initial={{ pattern: `${name.slice(0, room)} {n}`, first: 1, count: 1 }}
      onSubmit={({ groupId, series, ...values }) =>
        mutateAsync({ ...values, id: of.id, groupId: groupId ?? null, series: series?.trim() || null })
      }
      onDone={() => toast.good(t('started'))}
      onClose={onClose}
    >
      <p className="fleet-about">{t('copyAbout')}</p>
      <TextField name="pattern" label={t('pattern')} required max={50} note={t('patternNote')} />
      <FieldPair>
        <NumberField name="first" label={t('first')} required min={0} max={100_000} digits={0} />
        <NumberField name="count" label={t('count')} required min={1} max={limits.fleetCopies} digits={0} />
      </FieldPair>
      <Names />
      <SelectField
        name="groupId"
        label={t('group')}
        options={[...pathsOf(groups ?? [])].map(([value, label]) => ({ value, label }))}
        clearable
        placeholder={t('sameGroup')}
      />
      <TextField name="series" label={t('series')} max={20} note={t('seriesNote')} />
    </FormDrawer>
  )
}

function Names() {
  const t = useText(fleetText)
  const form = Form.useFormInstance<Values>()
  const pattern = Form.useWatch('pattern', form) ?? ''
  const first = Form.useWatch('first', form)
  const count = Form.useWatch('count', form)
  const isWhole = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
  if (!hasNumber(pattern) || !isWhole(first) || !isWhole(count) || count < 1) return null
  const shown = namesOf(pattern, first, Math.min(count, mostShown - 1))
  const [last] = namesOf(pattern, first + count - 1, 1)
  const names = count < mostShown ? shown : [...shown, '…', last ?? '']
  return <p className="fleet-about">{t('names', { names: joinWords(names) })}</p>
}
