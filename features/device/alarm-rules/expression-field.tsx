// An input for an expression, with a list that inserts variables by name.
import { useText } from '../../../ui/words.ts'
import { readable } from '../open/config-condition.ts'
import { ExpressionInput, expressionExample } from '../open/config-expression-field.tsx'
import { AlarmField } from './field.tsx'
import { alarmRuleText } from './text.ts'
import type { AlarmPart } from './use-was.ts'
import { useWas } from './use-was.ts'

export function ExpressionField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, equipmentId, faultOf } = part
  const was = useWas(part)
  const titleOf = (id: number) => signals.find((signal) => signal.id === id)?.title
  return (
    <ExpressionInput
      value={editing.expression}
      onChange={(expression) => change({ expression })}
      signals={signals}
      equipmentId={equipmentId}
      field={(input) => (
        <AlarmField
          label={t('expression')}
          required
          was={was('expression', (text) => readable(text, titleOf))}
          note={t('expressionNote', { example: expressionExample(signals, equipmentId) })}
          fault={faultOf('condition.expression')}
        >
          {input}
        </AlarmField>
      )}
    />
  )
}
