// The template of a device, with all its actions: a card of the basic information.
import { useState } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import { Act } from '../../../ui/act.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { useMay } from '../../../ui/me.ts'
import { Card } from '../../../ui/page-header.tsx'
import { Go } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { unbindTemplate } from '../template-binding/contract.ts'
import { TemplateState, useMarks } from './part-mark.tsx'
import { PlanDrawer } from './plan-drawer.tsx'
import './template-plan.css'
import { templatePlanText } from './text.ts'

type Device = { id: EquipmentId; name: string; sn: string | null }

export function TemplateCard({ device }: { device: Device }) {
  const t = useText(templatePlanText)
  const named = useName()
  const marks = useMarks([device.id])
  const mark = marks?.get(device.id)
  const maySee = useMay()('template:view')
  const [open, setOpen] = useState<'plan' | 'bind'>()
  const unbind = useUnbind(device)
  return (
    <Card title={t('template')}>
      {!marks ? (
        <Skeleton lines={2} />
      ) : mark ? (
        <KeyValues
          rows={[
            {
              label: t('template'),
              value: maySee ? (
                <Go to={pathOf('/manage/eg/template/edit/{id}/info', { id: mark.templateId })}>
                  {named(mark.templateName)}
                </Go>
              ) : (
                named(mark.templateName)
              ),
            },
            { label: t('state'), value: <TemplateState of={mark} /> },
            { label: t('applied'), value: mark.appliedVersion },
            { label: t('newest'), value: mark.templateVersion },
            { label: t('ownCount'), value: mark.own },
          ]}
        />
      ) : (
        <p className="template-none">{t('none')}</p>
      )}
      <div className="template-acts">
        {mark && (
          <Act kind={mark.isSame ? 'plain' : 'primary'} may="equipment:view" onClick={() => setOpen('plan')}>
            {t('plan')}
          </Act>
        )}
        <Act may="equipment:edit" onClick={() => setOpen('bind')}>
          {t(mark ? 'replace' : 'bind')}
        </Act>
        {mark && (
          <Act may="equipment:edit" onClick={() => void unbind()}>
            {t('unbind')}
          </Act>
        )}
      </div>
      {open && <PlanDrawer device={device} binding={open === 'bind'} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

/** Asks for confirmation, unbinds, shows a message. */
function useUnbind({ id, name: given }: Device) {
  const t = useText(templatePlanText)
  const unbind = useConfirmed(unbindTemplate)
  const name = useName()(given)
  return () => {
    const question = { title: t('unbindTitle'), act: t('unbind'), target: name, note: t('unbindNote') }
    return unbind({ equipmentId: id }, { ...question, done: t('unbound', { name }) })
  }
}
