// Adds a template: empty, or with the content of a device. [S2 /manage/eg/template/add]
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { SelectField } from '../../../ui/fields.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryEquipmentsByUser } from '../equipment/contract.ts'
import { addTemplate } from './contract.ts'
import './template.css'
import { cleared, Fields, type TemplateValues } from './template-fields.tsx'
import { templateText } from './text.ts'

type Values = TemplateValues & { from?: EquipmentId }

export default function TemplateAddPage() {
  const t = useText(templateText)
  const named = useName()
  const { go, search } = usePlace()
  const { mutateAsync } = useMutation(formOf(addTemplate))
  const devices = useQuery(queryOf(queryEquipmentsByUser, {}))
  const [dirty, setDirty] = useState(false)
  const release = useLeaveGuard(dirty && t('add'))
  const from = Number(search.device) || undefined
  return (
    <>
      <PageHeader title={t('add')} above={{ to: '/manage/eg/template/list', label: t('title') }} />
      <Card>
        <div className="template-form">
          <FormFrame<Values, { id: number; name: string }>
            initial={{ name: '', ...(from ? { from: from as EquipmentId } : {}) }}
            act={t('saveAndNext')}
            onSubmit={async ({ from: equipmentId, ...values }) => ({
              ...(await mutateAsync({ ...cleared(values), equipmentId: equipmentId ?? null })),
              name: values.name,
            })}
            onDone={({ id, name }) => {
              release()
              toast.good(t('added', { name }))
              go(pathOf('/manage/eg/template/edit/{id}/driver', { id }), { replace: true })
            }}
            onChange={() => setDirty(true)}
          >
            <Fields />
            <SelectField
              name="from"
              label={t('from')}
              clearable
              loading={devices.isPending}
              placeholder={t('fromNothing')}
              options={(devices.data ?? []).map(({ id, name }) => ({ value: id, label: named(name) }))}
              note={t('fromNote')}
            />
          </FormFrame>
        </div>
      </Card>
    </>
  )
}
