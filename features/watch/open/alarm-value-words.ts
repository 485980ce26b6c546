// The value and limit of an alarm in words, for all lists of alarms.
import { valueTextsOf } from '../../../core/value-texts.ts'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { labelOf, labelWords, valueWords } from '../../../ui/value-words.ts'
import type { AlarmRow } from '../alarm/contract.ts'
import { alarmText } from '../alarm/text.ts'

type Valued = Pick<AlarmRow, 'value' | 'decimals' | 'texts'>

/** The value that raised an alarm: its value text, or formatted; texts are unchanged. */
export function valueText({ value, decimals, texts }: Valued): string {
  if (value === null) return nothingShown
  if (typeof value === 'boolean') return valueWords(value, { texts })
  return labelOf(value, texts) ?? (typeof value === 'number' ? formatNumber(value, decimals ?? undefined) : value)
}

/** The value that raised an alarm; in the past tense if its condition has ended, since it is not the current value. */
export function raisedValueText(alarm: Valued & Pick<AlarmRow, 'state'>): string {
  const value = valueText(alarm)
  return alarm.state === 'active' || alarm.value === null ? value : alarmText.t('wasValue', { value })
}

/** The limit that was passed; a state by its value text, else as yes or no. */
export function limitWords({
  limitText,
  value,
  texts,
}: Pick<AlarmRow, 'limitText' | 'value' | 'texts'>): string | null {
  const [, sign, state = ''] = /^([=≠]) (.+)$/.exec(limitText ?? '') ?? []
  if (!sign) return limitText
  if (valueTextsOf(texts).some(({ text }) => text === state)) return `${sign} ${labelWords(state)}`
  if (typeof value !== 'boolean' || !/^(0|1|true|false)$/.test(state)) return limitText
  return `${sign} ${valueWords(state === '1' || state === 'true', { texts })}`
}
