// The fields of an alarm's condition: its kind, and the inputs which that kind needs.
import { InputNumber, Select } from 'antd'
import type { Signal } from '../../../contract/equipment-config.ts'
import { isNumberType } from '../../../core/scaling.ts'
import { valueTextsOf } from '../../../core/value-texts.ts'
import { formatSeconds } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { uiText } from '../../../ui/text.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { amountWords, stateWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import { type Editing, kinds } from './editing.ts'
import { ExpressionField } from './expression-field.tsx'
import { FenceFields } from './fence-fields.tsx'
import { AlarmField } from './field.tsx'
import { NowBar } from './now-bar.tsx'
import { alarmRuleText } from './text.ts'
import { type AlarmPart, useWas } from './use-was.ts'

export function ConditionFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const isNarrow = useNarrow()
  const { editing, change } = part
  const { kind } = editing
  const shown = part.calculated?.kinds ?? kinds
  // More than four kinds, or a narrow screen: short labels, so that all kinds fit in one row.
  const names = isNarrow || shown.length > 4 ? 'Short' : 'Kind'
  return (
    <>
      <div className="alarm-kinds">
        <Segmented
          label={t('condition')}
          value={kind}
          options={shown.map((value) => ({ value, label: t(`${value}${names}`) }))}
          onChange={(next) => change({ kind: next })}
          wide
        />
      </div>
      {kind === 'limit' && <LimitFields {...part} />}
      {kind === 'state' && <StateFields {...part} />}
      {kind === 'rate' && <RateFields {...part} />}
      {kind === 'fence' && <FenceFields {...part} />}
      {kind === 'expression' && <ExpressionField {...part} />}
      {(kind === 'offline' || kind === 'powerOff') && <p className="alarm-note">{t(`${kind}Note`)}</p>}
    </>
  )
}

const signalOf = ({ signals, editing }: AlarmPart) => signals.find(({ id }) => id === editing.signalId)

function VariableField({ passes, ...part }: AlarmPart & { passes: (signal: Signal) => boolean }) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, faultOf } = part
  const was = useWas(part)
  const title = (id: number) => signals.find((signal) => signal.id === id)?.title ?? `#${id}`
  if (part.calculated)
    return (
      <AlarmField label={t('variable')} isGroup>
        <p className="alarm-given">{title(editing.signalId ?? 0)}</p>
      </AlarmField>
    )
  return (
    <AlarmField label={t('variable')} required was={was('signalId', title)} fault={faultOf('condition.signalId')}>
      <Select
        value={editing.signalId ?? null}
        options={signalOptions(signals, passes, editing.signalId)}
        showSearch={{ optionFilterProp: 'search' }}
        onChange={(next) => next && change({ signalId: next })}
      />
    </AlarmField>
  )
}

function LimitFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, faultOf } = part
  const was = useWas(part)
  const signal = signalOf(part)
  const amount = (value: number) => amountWords(value, signal)
  return (
    <>
      <div className="alarm-three alarm-subject">
        <VariableField {...part} passes={({ dataType }) => isNumberType(dataType)} />
        <AlarmField label={t('is')} was={was('side', (side) => t(side))}>
          <Select
            value={editing.side}
            options={(['above', 'below'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(side) => change({ side })}
          />
        </AlarmField>
        <AlarmField label={t('limit')} required was={was('limit', amount)} fault={faultOf('condition.limit')}>
          <InputNumber
            controls={false}
            value={editing.limit ?? null}
            suffix={signal?.unit}
            onChange={(limit) => change({ limit: limit ?? undefined })}
          />
        </AlarmField>
      </div>
      {part.calculated?.now ??
        (signal && <NowBar signal={signal} values={part.values} limit={editing.limit} level={editing.level} />)}
    </>
  )
}

function StateFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, faultOf } = part
  const was = useWas(part)
  const signal = signalOf(part)
  const texts = valueTextsOf(signal?.texts)
  const isSwitch = signal?.dataType === 'bool'
  const states = isSwitch ? [1, 0] : texts.map(({ value }) => value)
  const hasStates = ({ dataType, texts: own }: Signal) =>
    dataType === 'bool' || (isNumberType(dataType) && (!/^(float|double)/.test(dataType) || own !== undefined))
  const words = (value: number) => stateWords(t, value, signal)
  return (
    <>
      <div className="alarm-three alarm-subject">
        <VariableField
          {...part}
          passes={hasStates}
          // Another variable may have other states, so the state is set anew.
          change={(next) =>
            change({ ...next, ...(signals.find(({ id }) => id === next.signalId) && firstState(part, next)) })
          }
        />
        <AlarmField label={t('is')} was={was('equality', (equality) => t(equality))}>
          <Select
            value={editing.equality}
            options={(['equal', 'unequal'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(equality) => change({ equality })}
          />
        </AlarmField>
        <AlarmField label={t('value')} required was={was('value', words)} fault={faultOf('condition.value')}>
          {states.length > 0 ? (
            <Select
              value={editing.value ?? null}
              options={states.map((value) => ({ value, label: words(value) }))}
              onChange={(value) => change({ value: value ?? undefined })}
            />
          ) : (
            <InputNumber
              controls={false}
              value={editing.value ?? null}
              onChange={(value) => change({ value: value ?? undefined })}
            />
          )}
        </AlarmField>
      </div>
      {part.calculated?.now ?? (signal && <NowBar signal={signal} values={part.values} />)}
    </>
  )
}

/**
 * The first state of a newly chosen variable. A switch keeps on or off; other variables keep the value only if their
 * value texts are the same.
 */
function firstState({ signals, editing }: AlarmPart, { signalId }: Partial<Editing>): Partial<Editing> {
  const [next, before] = [signalId, editing.signalId].map((of) => signals.find(({ id }) => id === of))
  if (next?.dataType === 'bool') return { value: editing.value === 0 ? 0 : 1 }
  const isKept = before?.texts === next?.texts && before?.dataType !== 'bool'
  return isKept ? {} : { value: valueTextsOf(next?.texts)[0]?.value }
}

function RateFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const words = useText(uiText)
  const language = useLanguage()
  const { editing, change, faultOf } = part
  const was = useWas(part)
  const signal = signalOf(part)
  return (
    <>
      <div className="alarm-two alarm-subject">
        <VariableField {...part} passes={({ dataType }) => isNumberType(dataType)} />
        <AlarmField label={t('is')} was={was('direction', (direction) => t(direction))}>
          <Select
            value={editing.direction}
            options={(['rising', 'falling'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(direction) => change({ direction })}
          />
        </AlarmField>
        <AlarmField
          label={t('change')}
          required
          was={was('change', (value) => amountWords(value, signal))}
          fault={faultOf('condition.change')}
        >
          <InputNumber
            controls={false}
            min={0}
            value={editing.change ?? null}
            suffix={signal?.unit}
            onChange={(next) => change({ change: next ?? undefined })}
          />
        </AlarmField>
        <AlarmField label={t('overS')} was={was('overS', (seconds) => formatSeconds(seconds, language))}>
          <InputNumber
            controls={false}
            min={1}
            max={3600}
            precision={0}
            value={editing.overS}
            suffix={words('secondsUnit')}
            onChange={(overS) => overS && change({ overS })}
          />
        </AlarmField>
      </div>
      {part.calculated?.now ?? (signal && <NowBar signal={signal} values={part.values} />)}
    </>
  )
}
