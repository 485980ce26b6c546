// A list of values: the chosen one is confirmed and written.
import { withHeading } from '../../ui/punctuation.ts'
import { useText } from '../../ui/words.ts'
import { oneSlot } from '../binds.ts'
import { ControlBox, controlData, controlStyle } from '../control/control.tsx'
import { isValueOf, optionItems, usable } from '../control/options.ts'
import { controlText } from '../control/text.ts'
import { choose, useControl } from '../control/use-control.ts'
import { widget } from '../widget.ts'

export default widget({
  family: 'usual',
  word: 'Select',
  name: { en: 'Drop-down', 'zh-cn': '下拉框' },
  size: { width: 160, height: 32 },
  style: controlStyle,
  items: optionItems,
  data: controlData,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }, ['signal']) },
  mark: 'inside',
  Draw({ style, data, items, mark, mode, inputs, host }) {
    const t = useText(controlText)
    const control = useControl({ inputs, host, mode, hint: data.hint })
    const { reading, edit, isStill } = control
    const options = usable(items)
    const shown = edit ?? options.find(({ value }) => isValueOf(reading.value, value))?.value ?? ''
    const other = reading.value === null ? t('none') : withHeading(t('unknown'), String(reading.value).slice(0, 40))
    return (
      <ControlBox style={style} label={data.label} control={control} mark={mark}>
        <select
          className="control-input"
          aria-label={data.label || reading.title || t('field')}
          value={shown}
          disabled={isStill}
          onChange={({ target }) => choose(control, target.value)}
        >
          {shown === '' && <option value="">{other}</option>}
          {options.map(({ label, value }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </ControlBox>
    )
  },
})
