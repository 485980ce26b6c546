// "Test connection" of a driver's form: one address is read with the settings that stand there, saved or not.
import { Input, Select } from 'antd'
import { useState } from 'react'
import type { EquipmentId } from '../../contract/fields.ts'
import type { ProbePoint } from '../../contract/gateway-config.ts'
import { aboutOf } from '../../drivers/abouts.ts'
import { Act } from '../../ui/act.tsx'
import { useText } from '../../ui/words.ts'
import type { DriverDraft } from './contract.ts'
import { changedPoint, firstPoint, suitedType } from './rules.ts'
import './probe.css'
import { ProbeResult } from './probe-result.tsx'
import { probeText } from './text.ts'
import { useProbe, useProbeRefusal } from './use-probe.ts'

export function TestConnection({
  equipmentId,
  draft,
  first,
}: {
  equipmentId: EquipmentId
  /** As the form has it now. */
  draft: DriverDraft
  /** A variable of the driver, which is what its user knows; else the driver's own example. */
  first: ProbePoint | undefined
}) {
  const t = useText(probeText)
  const about = aboutOf(draft.type)
  const [chosen, setPoint] = useState<ProbePoint & { type: string }>()
  const point: ProbePoint | undefined = chosen?.type === draft.type ? chosen : (first ?? (about && firstPoint(about)))
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
          maxLength={100}
          onChange={({ target: { value: address } }) =>
            set(changedPoint({ ...point, address, dataType: suitedType(about, address.trim(), point.dataType) }))
          }
          onPressEnter={(event) => {
            // The form around it is not meant.
            event.preventDefault()
            if (!why) start()
          }}
        />
        <Select
          aria-label={t('dataType')}
          value={point.dataType}
          // A text needs its length: it is tried as the variable that it is.
          options={about.dataTypes
            .filter((value) => value !== 'string' || point.length !== undefined)
            .map((value) => ({ value, label: value }))}
          onChange={(dataType) => set(changedPoint({ ...point, dataType }))}
        />
        <Act may="equipment:edit" why={why} busy={probing.isBusy} onClick={start}>
          {t('test')}
        </Act>
      </div>
      <ProbeResult probing={probing} written={{ dataType: point.dataType, unit: null }} />
    </section>
  )
}
