// What raised an alarm, in words, wherever alarms are listed.
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import type { AlarmRow } from '../alarm/contract.ts'
import { alarmText } from '../alarm/text.ts'

/** The value that raised an alarm, as it is shown; texts and states stay as they are. */
export function valueText({ value, decimals }: Pick<AlarmRow, 'value' | 'decimals'>): string {
  if (value === null) return nothingShown
  if (typeof value === 'boolean') return alarmText.t(value ? 'on' : 'off')
  return typeof value === 'number' ? formatNumber(value, decimals ?? undefined) : value
}

/** What was passed, as it is shown: a state in the words of its value. */
export function limitWords({ limitText, value }: Pick<AlarmRow, 'limitText' | 'value'>): string | null {
  const [, sign, state] = /^([=≠]) (0|1|true|false)$/.exec(limitText ?? '') ?? []
  if (typeof value !== 'boolean' || !sign) return limitText
  return `${sign} ${alarmText.t(state === '1' || state === 'true' ? 'on' : 'off')}`
}
