// A date, a time, or both: chosen, confirmed, and written in the format of the controller, in the device's time zone.
import { asNumber, type Value } from '../../core/data-type.ts'
import { formatTime } from '../../ui/format.ts'
import { useText } from '../../ui/words.ts'
import { instantOf } from '../../ui/zone.ts'
import { oneSlot } from '../binds.ts'
import { controlData, controlStyle } from '../control/control.tsx'
import { controlText } from '../control/text.ts'
import { TypedField } from '../control/typed.tsx'
import { useControl } from '../control/use-control.ts'
import { choiceField } from '../fields.ts'
import { widget } from '../widget.ts'

const data = {
  ...controlData,
  timeType: choiceField('datetime', {
    section: 'content',
    label: { en: 'Chooses', 'zh-cn': '选择内容' },
    options: [
      { value: 'datetime', label: { en: 'Date and time', 'zh-cn': '日期时间' } },
      { value: 'date', label: { en: 'Date', 'zh-cn': '日期' } },
      { value: 'time', label: { en: 'Time', 'zh-cn': '时间' } },
    ],
  }),
  format: choiceField('seconds', {
    section: 'values',
    label: { en: 'Is written as', 'zh-cn': '写入格式' },
    options: [
      { value: 'seconds', label: { en: 'Seconds (since 1970, or of the day)', 'zh-cn': '秒（1970 年起或当日）' } },
      { value: 'milliseconds', label: { en: 'Milliseconds', 'zh-cn': '毫秒' } },
      { value: 'text', label: { en: 'Text: 2026-11-21 08:41:07', 'zh-cn': '文本：2026-11-21 08:41:07' } },
    ],
  }),
}
export type Form = { timeType: 'datetime' | 'date' | 'time'; format: 'seconds' | 'milliseconds' | 'text' }

const field = /^(?:(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?|(\d\d:\d\d(?::\d\d)?))$/
const whole = (time: string) => (time.length === 5 ? `${time}:00` : time)
const secondsOf = (time: string) =>
  whole(time)
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)

/** The value to write for the text of a field, `2026-11-21T08:41:07`; undefined if it is not a time. */
export function writtenTime(text: string, { timeType, format }: Form, zone: string): string | undefined {
  const [, date, time, alone] = field.exec(text.trim()) ?? []
  const by = format === 'milliseconds' ? 1000 : 1
  if (timeType === 'time') {
    if (alone === undefined) return undefined
    return format === 'text' ? whole(alone) : String(secondsOf(alone) * by)
  }
  if (date === undefined || (timeType === 'datetime' && time === undefined)) return undefined
  const clock = timeType === 'date' ? '00:00:00' : whole(time ?? '')
  if (format === 'text') return timeType === 'date' ? date : `${date} ${clock}`
  const at = instantOf(`${date}T${clock}`, zone)
  return Number.isFinite(at) ? String((at / 1000) * by) : undefined
}

/** The device's value in the format of the field; empty if it is not a time. */
export function fieldText(value: Value | null, { timeType, format }: Form, zone: string): string {
  if (format === 'text') {
    const text = typeof value === 'string' ? value.trim() : ''
    return field.test(text) ? text.replace(' ', 'T') : ''
  }
  const number = asNumber(value)
  if (number === undefined) return ''
  const ms = format === 'milliseconds' ? number : number * 1000
  if (timeType === 'time') return ms >= 0 && ms < 86_400_000 ? formatTime(ms, 'UTC').slice(11) : ''
  if (Math.abs(ms) > 8.64e14) return ''
  const stamp = formatTime(ms, zone)
  return timeType === 'date' ? stamp.slice(0, 10) : stamp.replace(' ', 'T')
}

/** Texts and times of day have no zone; an instant does. */
export const needsZone = ({ timeType, format }: Form): boolean => timeType !== 'time' && format !== 'text'

const kinds = { datetime: 'datetime-local', date: 'date', time: 'time' } as const

export default widget({
  family: 'usual',
  word: 'TimeSelector',
  name: { en: 'Time selector', 'zh-cn': '时间选择' },
  size: { width: 200, height: 32 },
  style: controlStyle,
  data,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }, ['signal']) },
  mark: 'inside',
  Draw({ style, data: of, mark, mode, inputs, host }) {
    const t = useText(controlText)
    const control = useControl({ inputs, host, mode, hint: of.hint })
    // An instant without its zone would be wrong, so it is neither shown nor written.
    const isZoned = host.zone !== undefined || !needsZone(of)
    const zone = host.zone ?? 'UTC'
    return (
      <TypedField
        control={isZoned ? control : { ...control, isStill: true }}
        shown={isZoned ? fieldText(control.reading.value, of, zone) : ''}
        read={(typed) => {
          const value = writtenTime(typed, of, zone)
          return value === undefined ? { fault: t('moment') } : { value }
        }}
        kind={kinds[of.timeType]}
        {...{ style, label: of.label, mark }}
      />
    )
  },
})
