// The basic information of a template, the first tab of its editor, and the devices that follow it.
// [S2 /manage/eg/template/edit/{id}/info]
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formOf, queryOf } from '../../../contract/call.ts'
import { FormFrame } from '../../../ui/form.tsx'
import { formatTime } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { useZone } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { Rollouts } from '../rollout/part-rollouts.tsx'
import { Followers } from '../template-plan/part-followers.tsx'
import { editTemplate, type TemplateId, type TemplateRow, templateDetail } from './contract.ts'
import './template.css'
import { cleared, Fields, type TemplateValues } from './template-fields.tsx'
import { templateText } from './text.ts'

export default function TemplateInfoPage() {
  return <EquipmentEditor>{({ id }) => <InfoTab key={id} id={id as number as TemplateId} />}</EquipmentEditor>
}

function InfoTab({ id }: { id: TemplateId }) {
  const { data, error, refetch } = useQuery(queryOf(templateDetail, { id }))
  if (!data)
    return <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
  return (
    <>
      <div className="template-columns">
        <InfoForm of={data} />
        <Facts of={data} />
      </div>
      <Rollouts id={id} differing={data.differing} />
      <Followers id={id} />
    </>
  )
}

function InfoForm({ of }: { of: TemplateRow }) {
  const t = useText(templateText)
  const { mutateAsync } = useMutation(formOf(editTemplate))
  const [dirty, setDirty] = useState(false)
  useLeaveGuard(dirty && of.name)
  return (
    <Card>
      <FormFrame<TemplateValues, string>
        initial={of}
        onSubmit={(values) => mutateAsync({ ...cleared(values), id: of.id }).then(() => values.name)}
        onDone={(name) => {
          setDirty(false)
          toast.good(t('saved', { name }))
        }}
        onChange={() => setDirty(true)}
      >
        <Fields name={of.name} />
      </FormFrame>
    </Card>
  )
}

function Facts({ of }: { of: TemplateRow }) {
  const t = useText(templateText)
  const zone = useZone()
  return (
    <Card title={t('facts')}>
      <KeyValues
        rows={[
          { label: t('drivers'), value: of.drivers },
          { label: t('variables'), value: of.signals },
          { label: t('reports'), value: of.reports },
          { label: t('alarms'), value: of.alarms },
          { label: t('scripts'), value: of.scripts },
          { label: t('pages'), value: of.pages },
          { label: t('version'), value: of.version },
          { label: t('devices'), value: of.devices },
          { label: t('differing'), value: of.differing },
          { label: t('changedAt'), value: formatTime(of.changedAt, zone) },
          { label: t('createdAt'), value: formatTime(of.createdAt, zone) },
          { label: t('createdBy'), value: of.createdBy },
        ]}
      />
    </Card>
  )
}
