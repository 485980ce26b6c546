// The request: a range in the device's time zone, and the definition of a stop.
import { InputNumber } from 'antd'
import { useEffect, useState } from 'react'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { SpanField } from '../../../ui/span-field.tsx'
import { useText } from '../../../ui/words.ts'
import type { Span } from '../history/part-span.ts'
import { type Asked, type TrackRange, trackRanges } from './address.ts'
import { trackLimits } from './contract.ts'
import { trackText } from './text.ts'

type Of = {
  asked: Asked
  span: Span
  zone: string
  change: (next: Partial<Asked>) => void
  onRefresh: () => void
  onSettings: (() => void) | undefined
}

export function TrackBar({ asked, span, zone, change, onRefresh, onSettings }: Of) {
  const t = useText(trackText)
  const chooseRange = (range: TrackRange) => change({ range, ...(range === 'custom' ? { custom: span } : {}) })
  const isOpenEnded = asked.range !== 'custom' && asked.range !== 'yesterday'
  return (
    <div className="track-bar">
      <Segmented
        label={t('range')}
        value={asked.range}
        options={trackRanges.map((value) => ({ value, label: t(`r${value}`) }))}
        onChange={chooseRange}
      />
      {isOpenEnded && <IconAct icon="refresh" label={t('refresh')} onClick={onRefresh} />}
      {asked.range === 'custom' && (
        <SpanField span={span} zone={zone} onChange={(custom) => change({ range: 'custom', custom })} />
      )}
      <span className="track-stop-rule">
        {t('stopFrom')}
        <Whole
          label={`${t('stopFrom')} (${t('minutes')})`}
          value={asked.stopMinutes}
          max={trackLimits.stopMinutes}
          min={1}
          onChange={(stopMinutes) => change({ stopMinutes })}
        />
        {t('minutes')} {t('within')}
        <Whole
          label={`${t('within')} (${t('metres')})`}
          value={asked.radiusM}
          max={trackLimits.radiusM}
          min={5}
          onChange={(radiusM) => change({ radiusM })}
        />
        {t('metres')}
      </span>
      {onSettings && (
        <PlainAct icon="settings" onClick={onSettings}>
          {t('settings')}
        </PlainAct>
      )}
      <small className="track-zone">{t('byZone', { zone })}</small>
    </div>
  )
}

type WholeOf = { label: string; value: number; min: number; max: number; onChange: (value: number) => void }

/** A number field that reports its value on blur or Enter, not at every digit. */
function Whole({ label, value, min, max, onChange }: WholeOf) {
  const [typed, setTyped] = useState<number | null>(value)
  useEffect(() => setTyped(value), [value])
  const pass = () => {
    if (typed === null) setTyped(value)
    else if (typed !== value) onChange(typed)
  }
  return (
    <InputNumber
      aria-label={label}
      {...{ value: typed, min, max, precision: 0, controls: false }}
      style={{ width: 64 }}
      onChange={setTyped}
      onBlur={pass}
      onPressEnter={pass}
    />
  )
}
