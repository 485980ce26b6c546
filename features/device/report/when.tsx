// When a report stores: the mode, and the fields that it needs.
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { type Period, type StorageMode, storageModes } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { EditorField } from '../../../ui/editor-card.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import { ConditionField } from './condition-field.tsx'
import type { ReportPart } from './editing.ts'
import { periodSeconds, unitsOf } from './period.ts'
import { isTriggerOptional, needs } from './rules.ts'
import { reportText } from './text.ts'
import { clockText, weekday } from './words.ts'

const notes = {
  normal: {
    periodic: 'periodicNote',
    interval: 'intervalNote',
    conditional: 'conditionalNote',
    change: 'changeNote',
    single: 'singleNote',
  },
  summary: {
    periodic: 'periodicSum',
    interval: 'intervalSum',
    conditional: 'conditionalSum',
    change: 'changeSum',
    single: 'singleSum',
  },
} as const

export function WhenFields(part: ReportPart) {
  const t = useText(reportText)
  const { editing, onChange } = part
  const { mode, type, period } = editing
  const asked = needs(editing)
  const choose = (next: StorageMode) => {
    // A mode that is not aligned to the calendar has no months.
    const isTold = unitsOf(next).includes(period.unit)
    onChange({ mode: next, ...(isTold ? {} : { period: { every: 1, unit: 'day' } }) })
  }
  return (
    <>
      <div className="report-modes">
        <Segmented
          label={t('mode')}
          value={mode}
          options={storageModes.map((value) => ({ value, label: t(value) }))}
          onChange={choose}
          wide
        />
      </div>
      <p className="report-note">{t(notes[type][mode])}</p>
      {asked.includes('trigger') && <TriggerField {...part} />}
      {asked.includes('condition') && <ConditionField {...part} />}
      {asked.includes('period') && <PeriodFields {...part} />}
      {asked.includes('change') && <ChangeFields {...part} />}
    </>
  )
}

function PeriodFields({ editing, onChange, faultOf }: ReportPart) {
  const t = useText(reportText)
  const { period, mode } = editing
  const set = (change: Partial<Period>) => onChange({ period: { ...period, ...change } })
  const { every, unit } = period
  return (
    <>
      <div className="report-pair">
        <EditorField label={t('every')} required fault={faultOf('period')}>
          <InputNumber
            controls={false}
            precision={0}
            value={every}
            onChange={(next) => next !== null && set({ every: next })}
          />
        </EditorField>
        <EditorField label={t('unit')}>
          <Select
            value={unit}
            options={unitsOf(mode).map((value) => ({ value, label: t(value) }))}
            onChange={(next) => onChange({ period: { every, unit: next } })}
          />
        </EditorField>
      </div>
      {mode === 'periodic' && <BeginFields period={period} onChange={(offsetS) => set({ offsetS })} />}
    </>
  )
}

/** The start of a period of an hour or longer, if not on the full hour, day, week or month. */
function BeginFields({ period, onChange }: { period: Period; onChange: (offsetS: number | undefined) => void }) {
  const t = useText(reportText)
  const language = useLanguage()
  const { unit, offsetS = 0 } = period
  if (unit === 'second' || unit === 'minute') return null
  if (unit === 'hour') {
    return (
      <EditorField label={t('minutesLate')}>
        <InputNumber
          controls={false}
          min={0}
          max={periodSeconds(period) / 60 - 1}
          precision={0}
          value={Math.round(offsetS / 60)}
          onChange={(next) => onChange((next ?? 0) * 60 || undefined)}
        />
      </EditorField>
    )
  }
  const days = Math.floor(offsetS / 86_400)
  const set = (day: number, clockS: number) => onChange(day * 86_400 + clockS || undefined)
  return (
    <div className="report-pair">
      {unit !== 'day' && (
        <EditorField label={t('beginsDay')}>
          <Select
            value={days}
            options={Array.from({ length: unit === 'week' ? 7 : 28 }, (_, day) => ({
              value: day,
              label: unit === 'week' ? weekday(day, language) : t('dayOfMonth', { day: day + 1 }),
            }))}
            onChange={(day) => set(day, offsetS % 86_400)}
          />
        </EditorField>
      )}
      <EditorField label={t('begins')} note={unit === 'day' && t('beginsNote')}>
        <ClockInput key={offsetS} clockS={offsetS % 86_400} onChange={(clockS) => set(days, clockS)} />
      </EditorField>
    </div>
  )
}

/** A 24-hour time of day, independent of the browser's locale; invalid input restores the former value. */
function ClockInput({ clockS, onChange }: { clockS: number; onChange: (clockS: number) => void }) {
  const [text, setText] = useState(clockText(clockS).slice(0, 5))
  const take = () => {
    const read = /^([01]?\d|2[0-3])[:：.]?([0-5]\d)$/.exec(text.trim())
    if (read) onChange(Number(read[1]) * 3600 + Number(read[2]) * 60)
    else setText(clockText(clockS).slice(0, 5))
  }
  return (
    <Input
      inputMode="numeric"
      autoComplete="off"
      placeholder="08:00"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={take}
      onPressEnter={take}
    />
  )
}

function TriggerField({ editing, onChange, signals, faultOf }: ReportPart) {
  const t = useText(reportText)
  const { type, mode, triggerSignalId } = editing
  const isOptional = isTriggerOptional(editing)
  const note = type === 'summary' ? t('triggerSum') : triggerSignalId !== undefined && t('triggerNote')
  return (
    <EditorField
      label={t('trigger')}
      required={!isOptional}
      note={mode === 'single' ? t('triggerSingle') : note}
      fault={faultOf('triggerSignalId')}
    >
      <Select
        value={triggerSignalId ?? null}
        allowClear={isOptional && triggerSignalId !== undefined}
        placeholder={t(mode === 'single' ? 'noTriggerSingle' : 'noTrigger')}
        options={signalOptions(signals, () => true, triggerSignalId)}
        showSearch={{ optionFilterProp: 'search' }}
        onChange={(next) => onChange({ triggerSignalId: next ?? undefined })}
      />
    </EditorField>
  )
}

function ChangeFields({ editing: { fluctuation, isPercent, minIntervalMs }, onChange }: ReportPart) {
  const t = useText(reportText)
  return (
    <div className="report-pair">
      <EditorField label={t('fluctuation')} note={t('fluctuationNote')}>
        <span className="report-joined">
          <InputNumber
            controls={false}
            min={0}
            value={fluctuation}
            onChange={(next) => onChange({ fluctuation: next ?? 0 })}
          />
          <Segmented
            label={t('unit')}
            value={isPercent ? 'percent' : 'units'}
            options={[
              { value: 'units', label: t('inUnits') },
              { value: 'percent', label: t('percent') },
            ]}
            onChange={(next) => onChange({ isPercent: next === 'percent' })}
          />
        </span>
      </EditorField>
      <EditorField
        label={t('minInterval')}
        note={t('minIntervalNote', { seconds: formatNumber(limits.changeIntervalMs / 1000) })}
      >
        <InputNumber
          controls={false}
          min={0.1}
          max={86_400}
          suffix="s"
          value={minIntervalMs / 1000}
          onChange={(next) => next && onChange({ minIntervalMs: Math.round(next * 1000) })}
        />
      </EditorField>
    </div>
  )
}
