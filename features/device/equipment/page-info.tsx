// The basic information of a device, the first tab of its editor. [S2 /manage/eg/equipment/edit/{id}/info]
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf } from '../../../contract/call.ts'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { TemplateCard } from '../template-plan/part-card.tsx'
import { type EquipmentInfo, editEquipment } from './contract.ts'
import { EquipmentForm } from './equipment-form.tsx'
import { equipmentText } from './text.ts'

export default function EquipmentInfoPage() {
  return <EquipmentEditor>{(info) => <InfoTab key={info.id} info={info} />}</EquipmentEditor>
}

function InfoTab({ info }: { info: EquipmentInfo }) {
  const t = useText(equipmentText)
  const { mutateAsync } = useMutation(formOf(editEquipment))
  const zone = useZoneOf(info)
  const [dirty, setDirty] = useState(false)
  useLeaveGuard(dirty && info.name)
  return (
    <div className="equipment-columns">
      <Card>
        <EquipmentForm
          initial={info}
          onSubmit={(values) => mutateAsync({ ...values, id: info.id }).then(() => values.name)}
          onDone={(name) => {
            setDirty(false)
            toast.good(t('saved', { name }))
          }}
          onChange={() => setDirty(true)}
        />
      </Card>
      <div className="equipment-side">
        <TemplateCard device={info} />
        <Card title={t('facts')}>
          <KeyValues
            rows={[
              { label: t('drivers'), value: info.driverCount },
              { label: t('signals'), value: info.signalCount },
              { label: t('configuration'), value: t('version', { version: info.configVersion }) },
              { label: t('createdAt'), value: `${formatTime(info.createdAt, zone)} ${zone}` },
              { label: t('createdBy'), value: info.createdBy },
            ]}
          />
        </Card>
      </div>
    </div>
  )
}
