// A date and time with a calendar, as local text.
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useMemo } from 'react'
import type { MomentText } from './moment-text.ts'

export function MomentCalendar({ label, text, last, onChoose }: MomentText) {
  // The object stays the same while the moment is the same: a new object would overwrite the text that the user is
  // typing.
  const value = useMemo(() => dayjs(text), [text])
  return (
    <DatePicker
      aria-label={label}
      value={value}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowClear={false}
      needConfirm={false}
      {...(last ? { maxDate: dayjs(last) } : {})}
      onChange={(next: dayjs.Dayjs | null) => next && onChoose(next.format('YYYY-MM-DDTHH:mm'))}
      style={{ width: 172 }}
    />
  )
}
