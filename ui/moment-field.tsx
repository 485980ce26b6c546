// A date and time in a time zone. On a phone the system's picker, elsewhere a calendar in the user's language.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import { useNarrow } from './form.tsx'
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
  /** Epoch ms. */
  at: number
  zone: string
  onChange: (at: number) => void
  /** Days after this one cannot be selected. */
  max?: number
}) {
  const narrow = useNarrow()
  const text = localText(at, zone)
  // The same object while it is the same moment: another one would put back what is being typed.
  const value = useMemo(() => dayjs(text), [text])
  const choose = (chosen: string) => {
    const next = instantOf(chosen, zone)
    if (Number.isFinite(next)) onChange(next)
  }
  const last = max === undefined ? undefined : localText(max, zone)
  if (narrow) {
    return (
      <input
        className="moment-field"
        type="datetime-local"
        aria-label={label}
        value={text}
        max={last}
        onChange={(event) => choose(event.target.value)}
      />
    )
  }
  return (
    <DatePicker
      aria-label={label}
      value={value}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={false}
      needConfirm={false}
      {...(last ? { maxDate: dayjs(last) } : {})}
      onChange={(next: dayjs.Dayjs | null) => next && choose(next.format('YYYY-MM-DDTHH:mm'))}
      style={{ width: 172 }}
    />
  )
}
