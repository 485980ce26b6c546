// The value and limit of an alarm in words, for all lists of alarms.
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import type { AlarmRow } from '../alarm/contract.ts'
import { alarmText } from '../alarm/text.ts'

/** The value that raised an alarm, formatted; texts and states are unchanged. */
export function valueText({ value, decimals }: Pick<AlarmRow, 'value' | 'decimals'>): string {
  if (value === null) return nothingShown
  if (typeof value === 'boolean') return alarmText.t(value ? 'on' : 'off')
  return typeof value === 'number' ? formatNumber(value, decimals ?? undefined) : value
}

/** The value that raised an alarm; in the past tense if its condition has ended, since it is not the current value. */
export function raisedValueText(alarm: Pick<AlarmRow, 'value' | 'decimals' | 'state'>): string {
  const value = valueText(alarm)
  return alarm.state === 'active' || alarm.value === null ? value : alarmText.t('wasValue', { value })
}

/** The limit that was passed; a state as on or off. */
export function limitWords({ limitText, value }: Pick<AlarmRow, 'limitText' | 'value'>): string | null {
  const [, sign, state] = /^([=≠]) (0|1|true|false)$/.exec(limitText ?? '') ?? []
  if (typeof value !== 'boolean' || !sign) return limitText
  return `${sign} ${alarmText.t(state === '1' || state === 'true' ? 'on' : 'off')}`
}
