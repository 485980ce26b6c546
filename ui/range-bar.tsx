// A value on its scale: the scale, the normal band, the limits, and a marker.
import type { Ref } from 'react'
import './range-bar.css'
import { formatNumber } from './format.ts'
import type { Severity } from './marks.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

/** The position of a value on the scale, clamped: 0 to 100. */
export function percentOf(value: number, min: number, max: number): number {
  if (!(max > min)) return 0
  return Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100))
}

export function RangeBar({
  value,
  min,
  max,
  low = min,
  high = max,
  severity,
  width = 150,
  markerRef,
}: {
  value: number | null
  min: number
  max: number
  /** Lower and upper end of the normal range. */
  low?: number
  high?: number
  severity?: Severity | undefined
  width?: number | string
  /** For a marker that a live value moves: it is then always rendered, and hidden while there is no value. */
  markerRef?: Ref<HTMLElement>
}) {
  const t = useText(uiText)
  const [from, to] = [percentOf(low, min, max), percentOf(high, min, max)]
  const shown = value === null ? '—' : formatNumber(value)
  return (
    <span
      className="range"
      style={{ width }}
      role="img"
      aria-label={t('rangeLabel', { value: shown, low: formatNumber(low), high: formatNumber(high) })}
    >
      <i className="range-band" style={{ left: `${from}%`, width: `${to - from}%` }} />
      {(value !== null || markerRef) && (
        <i
          ref={markerRef}
          hidden={value === null}
          className={severity ? `range-marker range-${severity}` : 'range-marker'}
          style={{ left: `${percentOf(value ?? min, min, max)}%` }}
        />
      )}
    </span>
  )
}
