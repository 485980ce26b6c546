// A value with its unit; stale, bad, simulated and forced values are marked.
import './value-text.css'
import { formatAge, formatNumber, nothingShown } from './format.ts'
import { language } from './language.ts'
import type { Severity } from './marks.tsx'
import { uiText } from './text.ts'
import { useText } from './words.ts'

type ValueState = 'good' | 'stale' | 'bad' | 'simulated' | 'forced'

export function ValueText({
  value,
  unit,
  digits,
  state = 'good',
  severity,
  ageMs,
  strong = false,
  reason,
}: {
  value: number | string | boolean | null
  unit?: string | undefined
  digits?: number
  state?: ValueState
  severity?: Severity | undefined
  /** How old the value is; shown with `stale`. */
  ageMs?: number
  strong?: boolean
  /** The reason why the value is bad, shown on hover. */
  reason?: string
}) {
  const t = useText(uiText)
  const shown =
    value === null
      ? nothingShown
      : typeof value === 'boolean'
        ? t(value ? 'true' : 'false')
        : formatNumber(value, digits)
  const marks = [
    strong ? 'value-strong' : '',
    state === 'good' ? '' : `value-${state}`,
    severity ? `value-${severity}` : '',
  ]
  return (
    <span className={['value', ...marks.filter(Boolean)].join(' ')} title={reason}>
      <span className="value-number">
        {shown}
        {unit && value !== null && <small>{unit}</small>}
      </span>
      {state !== 'good' && (
        <span className="value-mark">
          {state === 'stale'
            ? t('stale', { age: ageMs === undefined ? '' : formatAge(ageMs, language()) }).trim()
            : t(state)}
        </span>
      )}
    </span>
  )
}
