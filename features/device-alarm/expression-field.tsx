// An expression with variables put in by name, and how a person reads it.
import { Input, Select } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { limits } from '../../contract/limits.ts'
import { useText } from '../../ui/words.ts'
import { piecesOf, readable, referenceTo } from '../equipment-config/part-condition.ts'
import { signalOptions } from '../equipment-config/part-signal-options.ts'
import { type AlarmPart, useWas } from './condition-fields.tsx'
import { AlarmField } from './field.tsx'
import { alarmRuleText } from './text.ts'

export function ExpressionField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, equipmentId, faultOf } = part
  const { expression } = editing
  const was = useWas(part)
  const area = useRef<TextAreaRef>(null)
  const titles = new Map(signals.map(({ id, title }) => [id as number, title]))
  const insert = (id: number) => {
    const input = area.current?.resizableTextArea?.textArea
    const [from, to] = [input?.selectionStart ?? expression.length, input?.selectionEnd ?? expression.length]
    const name = referenceTo(equipmentId, id)
    change({ expression: expression.slice(0, from) + name + expression.slice(to) })
    // Once it is drawn, the caret goes on behind what was put in.
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + name.length, from + name.length)
    })
  }
  const example = signals.find(({ dataType }) => dataType !== 'bool' && dataType !== 'string')
  const hasVariables = piecesOf(expression).some(({ signalId }) => signalId !== undefined)
  return (
    <>
      <AlarmField
        label={t('expression')}
        required
        was={was('expression', (text) => readable(text, (id) => titles.get(id)))}
        note={t('expressionNote', { example: `${referenceTo(equipmentId, example?.id ?? 1)} > 5` })}
        fault={faultOf('condition.expression')}
      >
        <Input.TextArea
          ref={area}
          className="alarm-expression"
          autoSize={{ minRows: 2, maxRows: 6 }}
          spellCheck={false}
          value={expression}
          count={{ max: limits.formulaLength, show: expression.length > limits.formulaLength - 100 }}
          onChange={(event) => change({ expression: event.target.value })}
        />
      </AlarmField>
      <Select
        className="alarm-insert"
        aria-label={t('insert')}
        value={null}
        placeholder={t('insert')}
        options={signalOptions(signals)}
        showSearch={{ optionFilterProp: 'search' }}
        onChange={(next: number | null) => next && insert(next)}
      />
      {hasVariables && (
        <p className="alarm-reads">
          <small>{t('inWords')}</small> {readable(expression, (id) => titles.get(id))}
        </p>
      )}
    </>
  )
}
