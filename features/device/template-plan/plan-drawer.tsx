// The plan of a device that follows a template: losses, differences field by field, own fields; then apply.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { ApiError, call, queryOf } from '../../../contract/call.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { SideDrawer } from '../../../ui/form.tsx'
import { Tag } from '../../../ui/page-header.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { isStale, useRefresh } from '../open/config-query.ts'
import { queryTemplates, type TemplateId } from '../template/contract.ts'
import {
  applyTemplate,
  bindTemplate,
  planTemplate,
  saveTemplateOwn,
  type TemplatePlan,
} from '../template-binding/contract.ts'
import { type Own, ownFieldOf, ownKey } from '../template-binding/rules.ts'
import { PlanView } from './plan-view.tsx'
import './template-plan.css'
import { templatePlanText } from './text.ts'

type Device = { id: EquipmentId; name: string; sn: string | null }

/** The plan in a drawer. `binding`: the user first selects a template. */
export function PlanDrawer({
  device,
  binding = false,
  onClose,
}: {
  device: Device
  binding?: boolean
  onClose: () => void
}) {
  const t = useText(templatePlanText)
  const name = useName()
  const [templateId, setTemplateId] = useState<TemplateId>()
  return (
    <SideDrawer open title={t(binding ? 'bindTitle' : 'planTitle')} width={640} onClose={onClose}>
      <p className="template-target">{name(device.name)}</p>
      {binding && <Choice value={templateId} onChange={setTemplateId} />}
      {(templateId !== undefined || !binding) && (
        <Plan key={templateId ?? 0} device={device} templateId={templateId} onClose={onClose} />
      )}
    </SideDrawer>
  )
}

function Choice({ value, onChange }: { value: TemplateId | undefined; onChange: (id: TemplateId) => void }) {
  const t = useText(templatePlanText)
  const named = useName()
  const { data, error, refetch } = useQuery(queryOf(queryTemplates, {}))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="template-choice">
      <Select<TemplateId>
        aria-label={t('choose')}
        placeholder={t('choose')}
        {...(value === undefined ? {} : { value })}
        loading={!data}
        showSearch={{ optionFilterProp: 'label' }}
        options={(data ?? []).map(({ id, name, series }) => ({
          value: id,
          label: series ? t('forSeries', { name: named(name), series }) : named(name),
        }))}
        onChange={onChange}
      />
      {value === undefined && <p>{t(data?.length === 0 ? 'noTemplates' : 'chooseFirst')}</p>}
    </div>
  )
}

type Planned = { device: Device; templateId: TemplateId | undefined; onClose: () => void }

function Plan({ device, templateId, onClose }: Planned) {
  const t = useText(templatePlanText)
  const named = useName()
  // The user can change here which fields are the device's own; the change is saved with the rest.
  const [own, setOwn] = useState<Own>()
  const asked = {
    equipmentId: device.id,
    ...(templateId ? { templateId } : {}),
    ...(own ? { own: [...own].map(ownFieldOf) } : {}),
  }
  const { data, error, refetch } = useQuery({
    ...queryOf(planTemplate, asked),
    gcTime: 0,
    placeholderData: (before) => before,
  })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />
  const kept = own ?? new Set(data.own.map(ownKey))
  return (
    <>
      <p className="template-versions">
        <strong>{named(data.templateName)}</strong> <Tag minor>{versionsOf(data)}</Tag>
      </p>
      <PlanView plan={data} own={kept} onOwn={setOwn} />
      <Foot
        {...{
          device,
          plan: data,
          own: kept,
          isOwnChanged: own !== undefined,
          isBinding: templateId !== undefined,
          onClose,
        }}
        onStale={() => {
          toast.bad(new Error(t('stale')))
          void refetch()
        }}
      />
    </>
  )
}

const versionsOf = ({ appliedVersion, templateVersion }: TemplatePlan): string =>
  appliedVersion === null || appliedVersion === templateVersion
    ? `v${templateVersion}`
    : `v${appliedVersion} → v${templateVersion}`

type Footing = {
  device: Device
  plan: TemplatePlan
  own: Own
  isOwnChanged: boolean
  isBinding: boolean
  onStale: () => void
  onClose: () => void
}

function Foot({ device, plan, own, isOwnChanged, isBinding, onStale, onClose }: Footing): ReactNode {
  const t = useText(templatePlanText)
  const name = useName()(device.name)
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const cache = useQueryClient()
  const fields = [...own].map(ownFieldOf)
  const run = async (work: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await work()
      toast.good(done)
      await refresh()
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isStale(error)) onStale()
      else toast.bad(error)
    } finally {
      setBusy(false)
      void cache.invalidateQueries({ queryKey: [planTemplate.path] })
    }
  }
  const apply = async () => {
    const { losses, version, templateVersion, templateId } = plan
    if (losses.length > 0) {
      const note = t('lossAskNote', { count: losses.length })
      if (!(await confirm({ title: t('lossAsk'), act: t('apply'), target: name, note, danger: true }))) return
    }
    const at = { equipmentId: device.id, version, own: fields }
    const work = () =>
      isBinding ? call(bindTemplate, { ...at, templateId }) : call(applyTemplate, { ...at, templateVersion })
    await run(work, [t('done', { name }), device.sn && t('send')].filter(Boolean).join(' '))
  }
  return (
    <div className="form-foot form-acts">
      <Act
        kind="primary"
        may="equipment:edit"
        sends
        busy={busy}
        why={plan.isSame && !isBinding && t('nothing')}
        onClick={() => void apply()}
      >
        {t(isBinding ? 'bindAndApply' : 'apply')}
      </Act>
      {isOwnChanged && !isBinding && (
        <Act
          may="equipment:edit"
          sends
          busy={busy}
          onClick={() =>
            void run(() => call(saveTemplateOwn, { equipmentId: device.id, own: fields }), t('ownSaved', { name }))
          }
        >
          {t('saveOwn')}
        </Act>
      )}
      <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
    </div>
  )
}
