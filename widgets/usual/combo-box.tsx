// A field for typing with a list of values; an option may be typed by its name.
import { useId } from 'react'
import { oneSlot } from '../binds.ts'
import { controlData, controlStyle } from '../control/control.tsx'
import { isValueOf, type Option, optionItems, usable } from '../control/options.ts'
import { TypedField } from '../control/typed.tsx'
import { useControl } from '../control/use-control.ts'
import { widget } from '../widget.ts'

/** The value to write for a typed text: the value of the option with this name, or else the text itself. */
export const writtenFor = (typed: string, options: readonly Option[]): string =>
  options.find(({ label }) => label === typed.trim())?.value ?? typed.trim()

export default widget({
  family: 'usual',
  word: 'ComboBox',
  name: { en: 'Combo box', 'zh-cn': '组合框' },
  size: { width: 160, height: 32 },
  style: controlStyle,
  items: optionItems,
  data: controlData,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }, ['signal']) },
  mark: 'inside',
  Draw({ style, data, items, mark, mode, inputs, host }) {
    const list = useId()
    const control = useControl({ inputs, host, mode, hint: data.hint })
    const { value } = control.reading
    const options = usable(items)
    const named = options.find((option) => isValueOf(value, option.value))?.label
    const shown = named ?? (value === null ? '' : String(value).slice(0, 200))
    return (
      <TypedField
        control={control}
        shown={shown}
        read={(typed) => ({ value: writtenFor(typed, options) })}
        {...{ style, label: data.label, list, mark }}
      >
        <datalist id={list}>
          {options.map((option) => (
            <option key={option.value} value={option.label} />
          ))}
        </datalist>
      </TypedField>
    )
  },
})
