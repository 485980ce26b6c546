// Hours of a day, from and to, over midnight where the second is the smaller; in minutes of the day.
import { TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import './minute-span.css'

type MinuteSpan = { from: number; to: number }

const momentOf = (minute: number): Dayjs => dayjs().startOf('day').add(minute, 'minute')
const minuteOf = (moment: Dayjs): number => moment.hour() * 60 + moment.minute()

export function MinuteSpanField({
  label,
  value,
  onChange,
}: {
  label: string
  value: MinuteSpan
  onChange: (value: MinuteSpan) => void
}) {
  return (
    <TimePicker.RangePicker
      className="minute-span"
      aria-label={label}
      format="HH:mm"
      minuteStep={5}
      order={false}
      allowClear={false}
      needConfirm={false}
      suffixIcon={null}
      value={[momentOf(value.from), momentOf(value.to)]}
      onChange={(moments) => {
        const [from, to] = moments ?? []
        if (from && to) onChange({ from: minuteOf(from), to: minuteOf(to) })
      }}
    />
  )
}
