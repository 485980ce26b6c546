// Prepares a rollout: choice of devices, settings, and its plan. [S4 Config consistency]
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { formOf, queryOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { byName } from '../../../core/by-name.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { FormFrame } from '../../../ui/form.tsx'
import { Card, PageHeader, Tag } from '../../../ui/page-header.tsx'
import { usePlace } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type TemplateId, templateDetail } from '../template/contract.ts'
import { planTemplate } from '../template-binding/contract.ts'
import { type Chosen, inOrder, losesAny, plansOf, wavesBy } from './choice-rules.ts'
import { maxDevices, planRollout, type RolloutId, type RolloutSettings, startRollout } from './contract.ts'
import { DeviceChoice } from './device-choice.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { SettingsFields, usual, WaveFields } from './settings-fields.tsx'
import './rollout.css'
import { rolloutText } from './text.ts'

export default function StartRolloutPage() {
  const { params } = usePlace()
  const id = Number(params.id) as TemplateId
  const t = useText(rolloutText)
  const named = useName()
  const template = useQuery(queryOf(templateDetail, { id }))
  const plan = useQuery({ ...queryOf(planRollout, { templateId: id }), gcTime: 0, refetchOnWindowFocus: false })
  const error = template.error ?? plan.error
  const name = template.data ? named(template.data.name) : ''
  return (
    <>
      <PageHeader
        title={t('startTitle')}
        above={{ to: pathOf('/manage/eg/template/edit/{id}/info', { id }), label: name || t('templates') }}
        tags={plan.data && <Tag minor>{t('versionNo', { version: plan.data.templateVersion })}</Tag>}
      />
      {template.data && plan.data ? (
        <Start key={plan.data.templateStamp} id={id} name={name} plan={plan.data} onStale={() => void plan.refetch()} />
      ) : (
        <Card>
          {error ? <ErrorState error={error} onRetry={() => void plan.refetch()} /> : <Skeleton lines={10} />}
        </Card>
      )}
    </>
  )
}

type Planned = OutputOf<typeof planRollout>
type Props = { id: TemplateId; name: string; plan: Planned; onStale: () => void }

function Start({ id, name, plan, onStale }: Props) {
  const t = useText(rolloutText)
  const devices = useMemo(() => [...plan.devices].sort((a, b) => byName(a.name, b.name)), [plan])
  const differing = useMemo(
    () => devices.flatMap(({ isSame, equipmentId }) => (isSame ? [] : [equipmentId])),
    [devices],
  )
  const [chosen, setChosen] = useState<Chosen>(() => new Set(differing))
  const [front, setFront] = useState<readonly EquipmentId[]>([])
  const [settings, setSettings] = useState<RolloutSettings>(usual)
  const ordered = useMemo(() => inOrder(devices, { chosen, front }), [devices, chosen, front])
  const waves = useMemo(() => wavesBy(ordered, { ...usual, ...defined(settings) }), [ordered, settings])
  const plans = useMemo(() => plansOf(plan.plans, ordered), [plan, ordered])
  return (
    <div className="rollout-columns">
      <div className="rollout-main">
        <DeviceChoice {...{ devices, chosen, front, waves }} onChoose={setChosen} onFront={setFront} />
        <Card title={t('how')}>
          <Begin {...{ id, name, plan, ordered, onStale }} onChange={setSettings} />
        </Card>
      </div>
      <PlanPanel
        plans={plans}
        version={plan.templateVersion}
        note={t('keepsOwn')}
        fields={({ equipmentId }) => queryOf(planTemplate, { equipmentId })}
        empty={t(ordered.length === 0 ? 'chooseFirst' : 'nobody')}
      />
    </div>
  )
}

/** Settings without empty fields: an empty field does not affect the waves shown. */
const defined = (settings: RolloutSettings): Partial<RolloutSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined))

type Beginning = Props & {
  ordered: ReturnType<typeof inOrder>
  onChange: (settings: RolloutSettings) => void
}

function Begin({ id, name, plan, ordered, onStale, onChange }: Beginning) {
  const t = useText(rolloutText)
  const { go } = usePlace()
  const { mutateAsync } = useMutation(formOf(startRollout))
  const losing = losesAny(ordered)
  const send = async (settings: RolloutSettings) => {
    const note = losing > 0 ? t('beginLosing', { count: losing }) : t('beginNote')
    const question = { title: t('beginTitle', { count: ordered.length }), act: t('startAct'), target: name, note }
    if (!(await confirm({ ...question, danger: losing > 0 }))) return undefined
    const { templateVersion, templateStamp } = plan
    return mutateAsync({
      ...{ ...usual, ...settings, templateId: id, templateVersion, templateStamp },
      equipmentIds: ordered.map(({ equipmentId }) => equipmentId),
      versions: ordered.map(({ version }) => version),
    }).catch((error: unknown) => {
      // The template or a device was saved after the plan was made: load a new plan.
      if ((error as { code?: unknown }).code === 10004) onStale()
      throw error
    })
  }
  const why =
    ordered.length === 0
      ? t('chooseFirst')
      : ordered.length > maxDevices
        ? t('tooMany', { limit: maxDevices })
        : undefined
  return (
    <FormFrame<RolloutSettings, { id: RolloutId } | undefined>
      initial={usual}
      act={t('startAct')}
      why={why}
      onSubmit={send}
      onChange={onChange}
      onDone={(made) => {
        if (!made) return
        toast.good(t('started'))
        go(pathOf('/manage/eg/template/rollout/{id}', { id: made.id }))
      }}
    >
      <WaveFields />
      <SettingsFields />
    </FormFrame>
  )
}
