// The form for the rows of a custom report: length or shifts, and the time zone.
import { Input, Select } from 'antd'
import { limits } from '../../../contract/limits.ts'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { zoneOptions } from '../../../ui/zone-options.ts'
import { bucketUnits, type ReportBucket } from './contract.ts'
import type { Draft } from './draft.ts'
import { usualShifts } from './examples.ts'
import type { Fault } from './labelled.tsx'
import { Labelled } from './labelled.tsx'
import { reportText } from './text.ts'

const lengths = { minute: [1, 2, 3, 5, 10, 15, 20, 30], hour: [1, 2, 3, 4, 6, 8, 12] } as const

type Props = { draft: Draft; change: (next: Partial<Draft>) => void; fault: Fault }

export function BucketFields({ draft: { bucket, zone }, change, fault }: Props) {
  const t = useText(reportText)
  const { unit, every, dayStart, shifts } = bucket
  const set = (next: Partial<ReportBucket>) => change({ bucket: { ...bucket, ...next } })
  const choose = (next: ReportBucket['unit']) =>
    set({
      unit: next,
      every: next === 'minute' ? 15 : 1,
      shifts: next === 'shift' && shifts.length === 0 ? usualShifts() : shifts,
    })
  const hasStart = unit === 'day' || unit === 'week' || unit === 'month'
  return (
    <>
      <div className="report-labelled" data-wide="">
        <span>{t('bucket')}</span>
        <Segmented
          label={t('bucket')}
          value={unit}
          options={bucketUnits.map((value) => ({ value, label: t(value) }))}
          onChange={choose}
        />
      </div>
      {(unit === 'minute' || unit === 'hour') && (
        <Labelled label={t('length')} fault={fault.at('bucket.every')}>
          {(id) => (
            <Select<number>
              id={id}
              value={every}
              options={lengths[unit].map((value) => ({
                value,
                label: `${value} ${t(unit === 'hour' ? 'hours' : 'minutes')}`,
              }))}
              onChange={(next) => set({ every: next })}
            />
          )}
        </Labelled>
      )}
      {hasStart && (
        <Labelled label={t('dayStart')}>
          {(id) => <Clock id={id} value={dayStart} onChange={(next) => set({ dayStart: next })} />}
        </Labelled>
      )}
      <Labelled label={t('zone')} fault={fault.at('zone')}>
        {(id) => (
          <Select<string>
            id={id}
            value={zone ?? ''}
            options={[{ value: '', label: t('zoneOwn') }, ...zoneOptions]}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(next) => change({ zone: next || null })}
          />
        )}
      </Labelled>
      {unit === 'shift' && <Shifts shifts={shifts} fault={fault} onChange={(next) => set({ shifts: next })} />}
    </>
  )
}

const Clock = ({
  id,
  label,
  value,
  onChange,
}: {
  id?: string
  label?: string
  value: string
  onChange: (value: string) => void
}) => (
  <Input
    {...(id ? { id } : {})}
    type="time"
    aria-label={label}
    value={value}
    // An empty value occurs while typing, and is no valid time.
    onChange={({ target }) => target.value && onChange(target.value.slice(0, 5))}
  />
)

type ShiftProps = { shifts: ReportBucket['shifts']; fault: Fault; onChange: (shifts: ReportBucket['shifts']) => void }

function Shifts({ shifts, fault, onChange }: ShiftProps) {
  const t = useText(reportText)
  const set = (place: number, next: Partial<ReportBucket['shifts'][number]>) =>
    onChange(shifts.map((each, at) => (at === place ? { ...each, ...next } : each)))
  const refused =
    fault.at('bucket.shifts') ?? shifts.map((_, at) => fault.at(`bucket.shifts.${at}.start`)).find(Boolean)
  return (
    <fieldset className="report-shifts">
      <legend>{t('shifts')}</legend>
      {shifts.map(({ name, start }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a shift is its place; names and times are being typed
        <div key={place}>
          <Input
            aria-label={t('shiftName')}
            placeholder={t('shiftName')}
            maxLength={limits.shiftNameLength}
            value={name}
            onChange={({ target }) => set(place, { name: target.value })}
          />
          <Clock label={t('shiftStart')} value={start} onChange={(next) => set(place, { start: next })} />
          <IconAct
            icon="close"
            label={t('removeShift', { name })}
            onClick={() => onChange(shifts.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {shifts.length < limits.reportShifts && (
        <PlainAct kind="link" icon="plus" onClick={() => onChange([...shifts, { name: '', start: '00:00' }])}>
          {t('addShift')}
        </PlainAct>
      )}
      {refused ? <small role="alert">{refused}</small> : <small>{t('shiftNote')}</small>}
    </fieldset>
  )
}
