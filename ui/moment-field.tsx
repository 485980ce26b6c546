// A date and time in a time zone. On a phone the system's picker, elsewhere a calendar in the user's language.
import { later } from './later.tsx'
import type { MomentText } from './moment-text.ts'
import { useNarrow } from './use-media.ts'
import { instantOf, localText } from './zone.ts'
import './moment-field.css'

export function MomentField({
  label,
  at,
  zone,
  onChange,
  max,
}: {
  label: string
  /** The moment, epoch ms. */
  at: number
  zone: string
  onChange: (at: number) => void
  /** Last day that can be selected. */
  max?: number
}) {
  const narrow = useNarrow()
  const text = localText(at, zone)
  const choose = (chosen: string) => {
    const next = instantOf(chosen, zone)
    if (Number.isFinite(next)) onChange(next)
  }
  const last = max === undefined ? undefined : localText(max, zone)
  const field: MomentText = { label, text, last, onChoose: choose }
  return narrow ? <SystemField {...field} /> : <Calendar {...field} />
}

const SystemField = ({ label, text, last, onChoose }: MomentText) => (
  <input
    className="moment-field"
    type="datetime-local"
    aria-label={label}
    value={text}
    max={last}
    onChange={(event) => onChoose(event.target.value)}
  />
)

const Calendar = later(async () => (await import('./moment-calendar.tsx')).MomentCalendar, {
  Meanwhile: SystemField,
})
