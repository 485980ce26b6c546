// The choices of a field: each has a label and the value that it writes. Pure.
import { asNumber, type Value } from '../../core/data-type.ts'
import { textField, wordsField } from '../fields.ts'

export const optionItems = {
  label: wordsField('', { label: { en: 'Text', 'zh-cn': '文字' } }),
  value: textField('', { label: { en: 'Value', 'zh-cn': '值' } }),
}
export type Option = { label: string; value: string }

/** Whether a device's value equals an option: `1` also matches 1.0 and true. */
export function isValueOf(value: Value | null, option: string): boolean {
  if (value === null || option === '') return false
  if (typeof value === 'boolean') return option === (value ? '1' : '0') || option.toLowerCase() === String(value)
  const [have, want] = [asNumber(value), asNumber(option)]
  return have !== undefined && want !== undefined ? have === want : String(value) === option
}

/** The options that can be chosen: those with a value, each value once. */
export const usable = (options: readonly Option[]): Option[] =>
  options
    .filter(({ value }, at) => value !== '' && options.findIndex((each) => each.value === value) === at)
    .map(({ label, value }) => ({ label: label || value, value }))
