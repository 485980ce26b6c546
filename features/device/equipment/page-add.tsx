// Adds a device: first its basic information, then its driver. [S2 /manage/eg/equipment/add]
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import type { GroupId } from '../../../contract/fields.ts'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { Card, PageHeader } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { addEquipment } from './contract.ts'
import { EquipmentForm, type EquipmentValues } from './equipment-form.tsx'
import { equipmentText } from './text.ts'

const initial = {
  name: '',
  ruleType: '00',
  defaultValueMode: 'last',
  menuBar: true,
  publicFlag: false,
  dataRule: 'range',
} as const

export default function EquipmentAddPage() {
  const t = useText(equipmentText)
  const { go, search } = usePlace()
  const { mutateAsync } = useMutation(formOf(addEquipment))
  const [dirty, setDirty] = useState(false)
  const release = useLeaveGuard(dirty && t('add'))
  const add = async (values: EquipmentValues) => ({ ...(await mutateAsync(values)), name: values.name })
  const goOn = ({ id, name }: { id: number; name: string }) => {
    release()
    toast.good(t('added', { name }))
    go(pathOf('/manage/eg/equipment/edit/{id}/driver', { id }), { replace: true })
  }
  return (
    <>
      <PageHeader title={t('add')} above={{ to: '/manage/eg/equipment/list', label: t('title') }} />
      <Card>
        <EquipmentForm
          initial={{ ...initial, ...(search.group ? { groupId: Number(search.group) as GroupId } : {}) }}
          act={t('saveAndNext')}
          onSubmit={add}
          onDone={goOn}
          onChange={() => setDirty(true)}
        />
      </Card>
    </>
  )
}
