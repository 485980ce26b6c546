// The "Test connection" button of the driver form: reads one address with the current settings, saved or not.
import { Input, Select } from 'antd'
import { useState } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { ProbePoint } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import type { TagAbout } from '../../../drivers/driver.ts'
import { Act } from '../../../ui/act.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { labelIn, useText } from '../../../ui/words.ts'
import type { DriverDraft } from './contract.ts'
import { changedPoint, firstPoint, suitedType } from './rules.ts'
import './probe.css'
import { ProbeResult } from './probe-result.tsx'
import { probeText } from './text.ts'
import { type Outcome, useProbe, useProbeRefusal } from './use-probe.ts'

export function TestConnection({
  equipmentId,
  draft,
  first,
  onAccept,
}: {
  equipmentId: EquipmentId
  /** The current settings in the form. */
  draft: DriverDraft
  /** A variable of the driver, which the user knows; default: the driver's example. */
  first: ProbePoint | undefined
  /** Copies into the form what the device presented and the user accepts, such as its certificate. */
  onAccept: (param: string, value: string) => void
}) {
  const t = useText(probeText)
  const about = aboutOf(draft.type)
  const [chosen, setPoint] = useState<ProbePoint & { type: string }>()
  const point: ProbePoint | undefined =
    chosen?.type === draft.type ? chosen : (first ?? (about && firstPoint(about, draft.params)))
  const probing = useProbe(equipmentId, JSON.stringify([draft, point]))
  const refusal = useProbeRefusal(equipmentId)
  if (!about || !point) return null
  const set = (next: ProbePoint) => setPoint({ ...next, type: draft.type })
  const isRight = about.params.safeParse(draft.params).success
  const why = refusal ?? (isRight ? undefined : t('correct')) ?? (point.address.trim() ? undefined : t('addressNeeded'))
  const start = () => {
    const { address, ...rest } = point
    probing.start({ driver: draft }, { ...rest, address: address.trim() })
  }
  return (
    <section className="probe" aria-label={t('test')}>
      <h3>{t('test')}</h3>
      <p>{t('testAbout')}</p>
      <div className="probe-ask">
        <Input
          aria-label={t('address')}
          value={point.address}
          autoComplete="off"
          spellCheck={false}
          maxLength={limits.addressLength}
          onChange={({ target: { value: address } }) =>
            set(
              changedPoint({
                ...point,
                address,
                dataType: suitedType(about, address.trim(), point.dataType, draft.params),
              }),
            )
          }
          onPressEnter={(event) => {
            // Do not submit the surrounding form.
            event.preventDefault()
            if (!why) start()
          }}
        />
        <Select
          aria-label={t('dataType')}
          value={point.dataType}
          // A text in registers needs a length, so it is offered only for a variable that has one.
          options={about.dataTypes
            .filter((value) => value !== 'string' || about.kind === 'tags' || point.length !== undefined)
            .map((value) => ({ value, label: value }))}
          onChange={(dataType) => set(changedPoint({ ...point, dataType }))}
        />
        <Act may="equipment:edit" why={why} busy={probing.isBusy} onClick={start}>
          {t('test')}
        </Act>
      </div>
      {why && <p>{why}</p>}
      <ProbeResult probing={probing} written={{ dataType: point.dataType, unit: null }} />
      {about.kind === 'tags' && <Acceptable about={about} outcome={probing.outcome} onAccept={onAccept} />}
    </section>
  )
}

/** Lets the user accept what the device presented, after comparing it: a program must not decide that. */
function Acceptable({
  about: { accepts },
  outcome,
  onAccept,
}: {
  about: TagAbout
  outcome: Outcome | undefined
  onAccept: (param: string, value: string) => void
}) {
  const t = useText(probeText)
  const language = useLanguage()
  const value = accepts && outcome?.code === accepts.code ? outcome.details?.[accepts.detail] : undefined
  if (!accepts || value === undefined) return null
  return (
    <div className="probe-accept">
      <p>{t('compare')}</p>
      <Act may="equipment:edit" onClick={() => onAccept(accepts.param, String(value))}>
        {labelIn(accepts.label, language)}
      </Act>
    </div>
  )
}
