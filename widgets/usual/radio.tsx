// A few values side by side: the device's current one is lit; another is confirmed and written.
import { useText } from '../../ui/words.ts'
import { oneSlot } from '../binds.ts'
import { ControlBox, controlData, controlStyle } from '../control/control.tsx'
import { isValueOf, optionItems, usable } from '../control/options.ts'
import { controlText } from '../control/text.ts'
import { choose, useControl } from '../control/use-control.ts'
import { choiceField } from '../fields.ts'
import { widget } from '../widget.ts'

const style = {
  ...controlStyle,
  direction: choiceField('row', {
    section: 'content',
    label: { en: 'Layout', 'zh-cn': '排列' },
    options: [
      { value: 'row', label: { en: 'Side by side', 'zh-cn': '横向' } },
      { value: 'column', label: { en: 'Below each other', 'zh-cn': '纵向' } },
    ],
  }),
}

/** The arrow keys only move the focus; Enter or a click writes. */
function moveFocus(from: HTMLElement, step: number) {
  const all = [...(from.parentElement?.querySelectorAll<HTMLElement>('[role="radio"]') ?? [])]
  all[(all.indexOf(from) + step + all.length) % all.length]?.focus()
}
const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

export default widget({
  family: 'usual',
  word: 'Radio',
  name: { en: 'Radio buttons', 'zh-cn': '单选按钮' },
  size: { width: 200, height: 32 },
  style,
  items: optionItems,
  data: controlData,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }, ['signal']) },
  mark: 'inside',
  Draw({ style: look, data, items, mark, mode, inputs, host }) {
    const t = useText(controlText)
    const control = useControl({ inputs, host, mode, hint: data.hint })
    const { reading, edit, isStill } = control
    const options = usable(items)
    const chosen = options.findIndex(({ value }) => isValueOf(reading.value, value))
    return (
      <ControlBox style={look} label={data.label} control={control} mark={mark}>
        <div
          className="control-choices"
          role="radiogroup"
          aria-label={data.label || reading.title || t('field')}
          data-way={look.direction}
        >
          {options.map(({ label, value }, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a choice is written only after confirmation
            <button
              key={value}
              type="button"
              role="radio"
              className="control-choice"
              aria-checked={at === chosen}
              tabIndex={at === Math.max(0, chosen) ? 0 : -1}
              disabled={isStill}
              data-asked={edit === value ? '' : undefined}
              title={label}
              onKeyDown={(event) => {
                const step = steps[event.key]
                if (step === undefined) return
                event.preventDefault()
                moveFocus(event.currentTarget, step)
              }}
              onClick={() => choose(control, value)}
            >
              {label}
            </button>
          ))}
        </div>
      </ControlBox>
    )
  },
})
