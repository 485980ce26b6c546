// A moment by the clock of a zone. On a phone the system's own wheels, elsewhere a calendar in the user's language.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useNarrow } from './form.tsx'
import { instantOf, localText } from './zone.ts'
import './moment-field.css'

export function MomentField({
  label,
  at,
  zone,
  onChange,
  dayOnly = false,
  max,
}: {
  label: string
  /** Epoch ms. */
  at: number
  zone: string
  onChange: (at: number) => void
  /** Only the day is chosen; the time of day stays. */
  dayOnly?: boolean
  /** Days after this one cannot be chosen. */
  max?: number
}) {
  const narrow = useNarrow()
  const text = localText(at, zone)
  const choose = (chosen: string) => {
    const next = instantOf(dayOnly ? `${chosen.slice(0, 10)}T${text.slice(11)}` : chosen, zone)
    if (Number.isFinite(next)) onChange(next)
  }
  const last = max === undefined ? undefined : localText(max, zone)
  if (narrow) {
    return (
      <input
        className="moment-field"
        type={dayOnly ? 'date' : 'datetime-local'}
        aria-label={label}
        value={dayOnly ? text.slice(0, 10) : text}
        max={dayOnly ? last?.slice(0, 10) : last}
        onChange={(event) => choose(event.target.value)}
      />
    )
  }
  return (
    <DatePicker
      aria-label={label}
      value={dayjs(text)}
      showTime={dayOnly ? false : { format: 'HH:mm' }}
      format={dayOnly ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'}
      allowClear={false}
      needConfirm={false}
      {...(last ? { maxDate: dayjs(last) } : {})}
      onChange={(value: dayjs.Dayjs | null) => value && choose(value.format('YYYY-MM-DDTHH:mm'))}
      style={{ width: dayOnly ? 132 : 172 }}
    />
  )
}
