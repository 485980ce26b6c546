// A bound signal as text: `Level: 4.82 m`. Stale and bad values are marked. Values are written into the node directly.
import { errorText } from '../../contract/errors.ts'
import { valueTextOf } from '../../core/value-texts.ts'
import { useDrawn } from '../../signal/web/use-binding.ts'
import type { CellReading } from '../../signal/web/values.ts'
import { drawAttribute, drawText } from '../../ui/draw.ts'
import { formatAge, nothingShown } from '../../ui/format.ts'
import { language } from '../../ui/language.ts'
import { uiText } from '../../ui/text.ts'
import { valueWords } from '../../ui/value-words.ts'
import { textStyle, textStyleProps } from '../text-style.ts'
import { type DrawProps, flagProp, numberProp, textProp, widget } from '../widget.ts'
import './data-text.css'

const props = {
  prefix: textProp('', { en: 'Before', 'zh-cn': '前缀' }),
  suffix: textProp('', { en: 'After', 'zh-cn': '后缀' }),
  unit: textProp('', { en: 'Unit', 'zh-cn': '单位' }),
  /** −1: decimals of the value. */
  decimals: numberProp(-1, { en: 'Decimals', 'zh-cn': '小数位数' }, -1, 8),
  thousands: flagProp(true, { en: 'Thousands separator', 'zh-cn': '千位分隔' }),
  trueText: textProp('', { en: 'Text when on', 'zh-cn': '为真时文字' }),
  falseText: textProp('', { en: 'Text when off', 'zh-cn': '为假时文字' }),
  ...textStyleProps,
}

type Shown = { [K in keyof typeof props]: (typeof props)[K]['initial'] }

/** A number is never cut, even in a small box: half a number is a wrong one. A text from a PLC may be very long. */
const mostCharacters = 200

/** The value with prefix, suffix and unit. */
function textOf({ value }: CellReading, shown: Shown, texts: string | null): string {
  const { prefix, suffix, unit, decimals, thousands, trueText, falseText } = shown
  const own = value === true ? trueText : value === false ? falseText : ''
  const named = own || valueTextOf(value, texts) || undefined
  const words = named ?? valueWords(value, { dataType: 'float32', decimals: decimals < 0 ? null : decimals })
  const text = thousands || named || typeof value === 'string' ? words : words.replaceAll(',', '')
  const short = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  return prefix + short + (unit && value !== null ? ` ${unit}` : '') + suffix
}

/** Without a binding it is a plain text; without a text either it shows that something is missing. */
const unbound = ({ prefix, suffix }: Shown) => prefix + suffix || nothingShown

function DataText({ props: shown, cell, texts, freshness, now }: DrawProps<Shown>) {
  const source = cell('value')
  const node = useDrawn<HTMLDivElement>(
    source,
    (at, reading) => {
      const state = freshness('value', reading)
      drawAttribute(at, 'data-state', state)
      drawAttribute(at, 'title', state === 'bad' ? `${errorText(reading.code, language())} (${reading.code})` : null)
      drawText(at.firstElementChild, source ? textOf(reading, shown, texts?.('value') ?? null) : unbound(shown))
      drawText(at.lastElementChild, markOf(state, reading.time === null ? 0 : now() - reading.time))
    },
    { ticking: true },
  )
  return (
    <div ref={node} className="data-text" style={textStyle(shown)}>
      <span>{source ? textOf(source.read(), shown, texts?.('value') ?? null) : unbound(shown)}</span>
      <small />
    </div>
  )
}

function markOf(state: ReturnType<DrawProps<Shown>['freshness']>, ageMs: number): string {
  if (state === 'bad') return uiText.t('bad')
  return state === 'stale' ? uiText.t('stale', { age: formatAge(ageMs, language()) }) : ''
}

export default widget({
  type: 'DataText',
  family: 'usual',
  name: { en: 'Data text', 'zh-cn': '数据文本' },
  binds: [{ name: 'value', label: { en: 'Value', 'zh-cn': '数值' } }],
  props,
  Draw: DataText,
})
