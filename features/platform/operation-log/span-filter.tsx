import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { limits } from '../../../contract/limits.ts'
import { useText } from '../../../ui/words.ts'
import { dayMs, instantOf, localText } from '../../../ui/zone.ts'
import { operationLogText } from './text.ts'

/** A filter for a time span. `from` and `to` are epoch ms, as in the address; shown in `zone`. */
export function SpanFilter({
  from,
  to,
  zone,
  onSpan,
}: {
  from: string
  to: string
  zone: string
  onSpan: (span: { from: string; to: string }) => void
}) {
  const t = useText(operationLogText)
  // The picker works in the browser's zone only: its values are the wall clock of `zone`.
  const wall = (at: number) => dayjs(localText(at, zone))
  const instant = (shown: dayjs.Dayjs) => instantOf(shown.format('YYYY-MM-DDTHH:mm'), zone)
  const now = wall(Date.now())
  return (
    <DatePicker.RangePicker
      className="log-span"
      aria-label={t('span')}
      showTime={{ format: 'HH:mm' }}
      format="YYYY-MM-DD HH:mm"
      allowEmpty={[true, true]}
      placeholder={[t('from'), t('to')]}
      value={[from ? wall(Number(from)) : null, to ? wall(Number(to)) : null]}
      presets={[
        { label: t('day'), value: [now.subtract(1, 'day'), now] },
        { label: t('week'), value: [now.subtract(7, 'day'), now] },
        // A fixed number of hours instead of a calendar month: 30 days that include one of 25 hours are longer than the
        // platform accepts.
        { label: t('month'), value: [wall(Date.now() - limits.querySpanDays * dayMs), now] },
      ]}
      onChange={(span) =>
        onSpan({ from: span?.[0] ? String(instant(span[0])) : '', to: span?.[1] ? String(instant(span[1])) : '' })
      }
    />
  )
}
