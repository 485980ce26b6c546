// A field for typing a value: validated, confirmed, written.
import { asNumber, type Value } from '../../core/data-type.ts'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import { oneSlot } from '../binds.ts'
import { controlData, controlStyle } from '../control/control.tsx'
import { controlText } from '../control/text.ts'
import { TypedField } from '../control/typed.tsx'
import { useControl } from '../control/use-control.ts'
import { choiceField, numberField, wordsField } from '../fields.ts'
import { widget } from '../widget.ts'

const onNumber = { section: 'values', when: { field: 'valueType', is: ['number'] } } as const

const data = {
  ...controlData,
  unit: wordsField('', { section: 'values', label: { en: 'Unit', 'zh-cn': '单位' } }),
  valueType: choiceField('number', {
    section: 'values',
    label: { en: 'Is typed', 'zh-cn': '输入类型' },
    options: [
      { value: 'number', label: { en: 'A number', 'zh-cn': '数字' } },
      { value: 'text', label: { en: 'A text', 'zh-cn': '文本' } },
    ],
  }),
  /** These limits apply in addition to those of the variable; if both are 0, there are none. */
  minVal: numberField(0, { ...onNumber, min: -1e15, max: 1e15, label: { en: 'At least', 'zh-cn': '最小值' } }),
  maxVal: numberField(0, { ...onNumber, min: -1e15, max: 1e15, label: { en: 'At most', 'zh-cn': '最大值' } }),
  /** −1: the number is not rounded. */
  decimals: numberField(-1, { ...onNumber, min: -1, max: 8, label: { en: 'Decimals', 'zh-cn': '小数位数' } }),
}

type Rule = { valueType: 'number' | 'text'; minVal: number; maxVal: number }
type Fault = 'number' | 'between' | 'atLeast' | 'atMost'

/** The limits that an author has set. If minimum and maximum contradict each other, a limit of 0 counts as not set. */
export function limitsOf({ minVal: min, maxVal: max }: Pick<Rule, 'minVal' | 'maxVal'>): {
  min?: number
  max?: number
} {
  if (min === 0 && max === 0) return {}
  if (min <= max) return { min, max }
  if (max === 0) return { min }
  return min === 0 ? { max } : { min: max, max: min }
}

/**
 * Converts full-width digits. A comma stays and is rejected, because `1,000` means a thousand in some countries and one
 * in others.
 */
export const numberTyped = (typed: string): string => typed.normalize('NFKC').trim()

/** The fault of a typed text; undefined if it may be written. */
export function faultOf(typed: string, rule: Rule): Fault | undefined {
  if (rule.valueType === 'text') return undefined
  const number = asNumber(numberTyped(typed))
  if (number === undefined) return 'number'
  const { min, max } = limitsOf(rule)
  const isLow = min !== undefined && number < min
  if (!isLow && (max === undefined || number <= max)) return undefined
  if (min === undefined) return 'atMost'
  return max === undefined ? 'atLeast' : 'between'
}

/** The device's value in editable form; empty if there is none. */
export function typedOf(
  value: Value | null,
  { valueType, decimals }: Pick<Rule, 'valueType'> & { decimals: number },
): string {
  if (value === null) return ''
  if (valueType === 'text') return String(value).slice(0, 200)
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (asNumber(value) === undefined) return String(value).slice(0, 200)
  return valueWords(value, { dataType: 'float32', decimals: decimals < 0 ? null : decimals }).replaceAll(',', '')
}

export default widget({
  family: 'usual',
  word: 'Input',
  name: { en: 'Input field', 'zh-cn': '输入框' },
  size: { width: 160, height: 32 },
  style: controlStyle,
  data,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }, ['signal']) },
  mark: 'inside',
  Draw({ style, data: of, mark, mode, inputs, host }) {
    const t = useText(controlText)
    const control = useControl({ inputs, host, mode, hint: of.hint })
    const { value, title } = control.reading
    return (
      <TypedField
        control={control}
        shown={mode === 'edit' && title && value === null ? title : typedOf(value, of)}
        read={(typed) => {
          const fault = faultOf(typed, of)
          if (fault) return { fault: t(fault, limitsOf(of) as { min: number; max: number }) }
          return { value: of.valueType === 'text' ? typed : numberTyped(typed) }
        }}
        {...{ style, label: of.label, unit: of.unit, mark }}
      />
    )
  },
})
