// The condition of a report: a variable against a threshold, or an expression with variables inserted by name.
import { InputNumber, Select } from 'antd'
import { comparisons, type Signal } from '../../../contract/equipment-config.ts'
import { EditorField } from '../../../ui/editor-card.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { stateWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import { ExpressionInput, expressionExample } from '../open/config-expression-field.tsx'
import type { ReportPart, Threshold } from './editing.ts'
import { isConditionOptional } from './rules.ts'
import { reportText } from './text.ts'
import { symbolText } from './words.ts'

export function ConditionField(part: ReportPart) {
  const t = useText(reportText)
  const { editing, onChange } = part
  return (
    <fieldset className="report-condition">
      <legend className="form-label">{t('condition')}</legend>
      <Segmented
        label={t('condition')}
        value={editing.ruledBy}
        options={(['threshold', 'expression'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(ruledBy) => onChange({ ruledBy })}
      />
      {editing.ruledBy === 'threshold' ? <ThresholdFields {...part} /> : <ExpressionField {...part} />}
    </fieldset>
  )
}

function ThresholdFields({ editing, onChange, signals, faultOf }: ReportPart) {
  const t = useText(reportText)
  const { threshold } = editing
  const { signalId, symbol, value } = threshold
  // Whether the trigger alone is sufficient, so that the user can clear the condition.
  const isOptional = isConditionOptional(editing)
  const isSwitch = (id: number | undefined) => signals.find((signal) => signal.id === id)?.dataType === 'bool'
  const signal = signals.find(({ id }) => id === signalId)
  const set = (change: Partial<Threshold>) => onChange({ threshold: { ...threshold, ...change } })
  const choose = (next: Signal['id']) =>
    // A switch is compared with on or off: a threshold for a number does not apply to a switch, nor the reverse.
    set(isSwitch(next) === isSwitch(signalId) ? { signalId: next } : { signalId: next, ...begin(isSwitch(next)) })
  return (
    <>
      <EditorField label={t('signal')} required={!isOptional}>
        <Select
          value={signalId ?? null}
          allowClear={isOptional && signalId !== undefined}
          placeholder={isOptional ? t('noCondition') : undefined}
          options={signalOptions(signals, ({ dataType }) => dataType !== 'string', signalId)}
          showSearch={{ optionFilterProp: 'search' }}
          onChange={(next) => (next ? choose(next) : set({ signalId: undefined, value: undefined }))}
        />
      </EditorField>
      <div className="report-pair">
        <EditorField label={t('symbol')}>
          <Select
            value={symbol}
            options={comparisons
              .filter((each) => !isSwitch(signalId) || each === '==' || each === '!=')
              .map((each) => ({ value: each, label: symbolText[each] }))}
            onChange={(next) => set({ symbol: next })}
          />
        </EditorField>
        <EditorField label={t('value')} required={!isOptional || signalId !== undefined}>
          {isSwitch(signalId) ? (
            <Select
              value={value === 0 ? 0 : 1}
              options={[
                { value: 1, label: stateWords(t, 1, signal) },
                { value: 0, label: stateWords(t, 0, signal) },
              ]}
              onChange={(next) => set({ value: next })}
            />
          ) : (
            <InputNumber
              controls={false}
              value={value ?? null}
              suffix={signal?.unit}
              onChange={(next) => set({ value: next ?? undefined })}
            />
          )}
        </EditorField>
      </div>
      <Told fault={faultOf('condition')} />
    </>
  )
}

const begin = (isSwitch: boolean): Pick<Threshold, 'symbol' | 'value'> =>
  isSwitch ? { symbol: '==', value: 1 } : { symbol: '>', value: undefined }

function Told({ fault }: { fault: string | undefined }) {
  return fault ? (
    <p className="editor-fault" role="alert">
      {fault}
    </p>
  ) : null
}

function ExpressionField({ editing, onChange, signals, equipmentId, faultOf }: ReportPart) {
  const t = useText(reportText)
  return (
    <ExpressionInput
      value={editing.expression}
      onChange={(next) => onChange({ expression: next })}
      signals={signals}
      equipmentId={equipmentId}
      field={(input) => (
        <EditorField
          label={t('expression')}
          required={!isConditionOptional(editing)}
          note={t('expressionNote', { example: expressionExample(signals, equipmentId) })}
          fault={faultOf('condition')}
        >
          {input}
        </EditorField>
      )}
    />
  )
}
