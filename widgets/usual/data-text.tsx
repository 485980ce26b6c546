// A bound value as text: `Level: 4.82 m`. The reference for other widgets: fields, a slot, the static drawing, and the
// parts that values change.
import { nothingShown } from '../../ui/format.ts'
import { labelOf, valueWords } from '../../ui/value-words.ts'
import { oneSlot } from '../binds.ts'
import { flagField, numberField, type ValuesOf, wordsField } from '../fields.ts'
import { textCss, textStyle } from '../text-style.ts'
import { type Mode, type Reading, widget } from '../widget.ts'
import './data-text.css'

const data = {
  prefix: wordsField('', { section: 'content', label: { en: 'Before', 'zh-cn': '前缀' } }),
  suffix: wordsField('', { section: 'content', label: { en: 'After', 'zh-cn': '后缀' } }),
  unit: wordsField('', { section: 'values', label: { en: 'Unit', 'zh-cn': '单位' } }),
  /** −1: the number of decimals of the variable. */
  decimals: numberField(-1, { section: 'values', min: -1, max: 8, label: { en: 'Decimals', 'zh-cn': '小数位数' } }),
  thousands: flagField(true, { section: 'values', label: { en: 'Thousands separator', 'zh-cn': '千位分隔' } }),
  trueText: wordsField('', { section: 'values', label: { en: 'Text when on', 'zh-cn': '为真时文字' } }),
  falseText: wordsField('', { section: 'values', label: { en: 'Text when off', 'zh-cn': '为假时文字' } }),
}

/**
 * A number is never cut, even in a small box, because half a number is a wrong one. A text from a PLC may be very long.
 */
const maxCharacters = 200

/** In the designer a binding without a value is shown by its name. */
const isNamed = ({ value, standIn, title }: Reading, mode: Mode): boolean =>
  mode === 'edit' && title !== '' && (value ?? standIn) === null

/** The value with prefix, suffix and unit. Without a binding: the plain text, or a sign that it is missing. */
function textOf(reading: Reading, of: ValuesOf<typeof data>, mode: Mode): string {
  const { isBound, value: read, standIn, texts, title } = reading
  const { prefix, suffix, unit, decimals, thousands, trueText, falseText } = of
  const value = read ?? standIn
  if (isNamed(reading, mode)) return prefix + title + suffix
  if (!isBound) return prefix + suffix || nothingShown
  const own = value === true ? trueText : value === false ? falseText : ''
  const named = own || labelOf(value, texts) || undefined
  const words = named ?? valueWords(value, { dataType: 'float32', decimals: decimals < 0 ? null : decimals })
  const text = thousands || named || typeof value === 'string' ? words : words.replaceAll(',', '')
  const short = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
  return prefix + short + (unit && value !== null ? ` ${unit}` : '') + suffix
}

export default widget({
  family: 'usual',
  word: 'DataText',
  name: { en: 'Data text', 'zh-cn': '数据文本' },
  style: textStyle,
  data,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }) },
  mark: 'inside',
  Draw: ({ style, mark }) => (
    <div className="data-text" data-align={style.align} style={textCss(style)}>
      <span data-part="value" />
      {mark}
    </div>
  ),
  show({ data: of, read, mode }) {
    const reading = read('value')
    return { text: { value: textOf(reading, of, mode) }, state: { named: isNamed(reading, mode) ? '' : null } }
  },
})
