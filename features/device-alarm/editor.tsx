// One alarm rule being edited, and beside it what it would have done in the past. It has an address of its own.
import { Checkbox, Input, InputNumber, Select, Switch } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AlarmLevel, alarmLevels } from '../../contract/equipment-config.ts'
import { limits } from '../../contract/limits.ts'
import { Act } from '../../ui/act.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useLanguage } from '../../ui/language.ts'
import { SeverityMark } from '../../ui/marks.tsx'
import { useZoneOf } from '../../ui/me.ts'
import { PlainAct } from '../../ui/plain.tsx'
import { toFirstFault } from '../../ui/to-first-fault.ts'
import { useText } from '../../ui/words.ts'
import { configView } from '../config-views.ts'
import { faultText } from '../equipment-config/part-fault.ts'
import { loadNewest } from '../equipment-config/part-query.ts'
import { useGatewayOf } from '../gateway/part-sync.tsx'
import { useLiveValues } from '../live/part-value.tsx'
import { useName, useNamed } from '../translation/part-name.ts'
import { ConflictDialog } from '../versioned/part-conflict.tsx'
import { type AlarmPart, ConditionFields, useWas } from './condition-fields.tsx'
import { AlarmField } from './field.tsx'
import { MessageField } from './message-field.tsx'
import { StepsField } from './steps-field.tsx'
import { alarmRuleText } from './text.ts'
import { TriedPanel } from './tried-panel.tsx'
import { type Begin, useEditing } from './use-editing.ts'

export function AlarmEditor(begin: Begin) {
  const t = useText(alarmRuleText)
  const { info } = begin
  const { editing, saved, signals, version, change, draft, faults, isChanged, busy, save, close, ...stale } =
    useEditing(begin)
  const { isStale, base, mine, reload, later } = stale
  const zone = useZoneOf(info)
  const name = useName()
  const shown = useNamed(signals, 'title', 'group') ?? signals
  const gateway = useGatewayOf(info.sn ? info.id : undefined)
  const values = useLiveValues(info.id, [info.sn, gateway?.state, gateway?.gatewayHash].join(' '))
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLElement>(null)
  const language = useLanguage()
  const faultOf = (field: string) => {
    const fault = faults.find((each) => each.field === field)
    // What is being typed is checked at once where a wrong character shall be found, the rest when it shall be saved.
    const isTold = isTried || (fault && fault.error !== 'badParameter' && fault.error !== 'nameExists')
    return fault && isTold ? faultText(fault, language) : undefined
  }
  const part: AlarmPart = { editing, saved, change, signals: shown, equipmentId: info.id, values, faultOf }
  return (
    <section className="alarm-editor">
      <section ref={form} className="card alarm-form">
        <header className="alarm-head">
          <PlainAct kind="link" icon="left" onClick={() => void close()}>
            {t('toList')}
          </PlainAct>
          <h2>{saved ? name(saved.name) : t('newRule')}</h2>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
          <label className="alarm-switch">
            {t('enabled')}
            <Switch size="small" checked={editing.enabled} onChange={(enabled) => change({ enabled })} />
          </label>
        </header>
        <div className="alarm-fields">
          <NameField {...part} />
          <h3>{t('condition')}</h3>
          <ConditionFields {...part} />
          <DelayFields {...part} />
          <LevelField {...part} />
          <MessageField {...part} />
          <HelpFields {...part} />
          <StepsField {...part} />
        </div>
        <footer className="rule-foot">
          <Act
            kind="primary"
            sends
            may="equipment:edit"
            busy={busy}
            why={!isChanged && t('nothingChanged')}
            onClick={() => {
              flushSync(() => setTried(true))
              if (faults.length === 0) void save()
              else toFirstFault(form.current, '.alarm-fault')
            }}
          >
            {t('saveAs', { version: version + 1 })}
          </Act>
          <PlainAct onClick={() => void close()}>{t('discard')}</PlainAct>
          {isTried && faults.length > 0 ? (
            <span className="alarm-faults" role="status">
              <Icon name="alarm" size={14} />
              {t('fixFirst', { count: faults.length })}
            </span>
          ) : (
            <span className="alarm-note">{t('takesEffect')}</span>
          )}
        </footer>
      </section>
      <TriedPanel info={info} draft={draft} faults={faults} signals={shown} change={change} />
      {isStale && (
        <ConflictDialog
          base={base}
          mine={mine}
          view={configView}
          loadNewest={() => loadNewest(info.id)}
          zone={zone}
          onReload={reload}
          notes={{ keep: t('keepNote'), drop: t('dropNote') }}
          onClose={later}
        />
      )}
    </section>
  )
}

function NameField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, faultOf } = part
  const was = useWas(part)
  return (
    <AlarmField label={t('name')} required was={was('name', (name) => name)} fault={faultOf('name')}>
      <Input
        autoComplete="off"
        value={editing.name}
        maxLength={limits.titleLength}
        onChange={(event) => change({ name: event.target.value })}
      />
    </AlarmField>
  )
}

function DelayFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, faultOf } = part
  const { kind, signalId } = editing
  const was = useWas(part)
  const unit = signals.find(({ id }) => id === signalId)?.unit
  const delay = (key: 'onDelayS' | 'offDelayS', label: string) => (
    <AlarmField label={label} was={was(key, (count) => t('seconds', { count }) || '0')}>
      <InputNumber
        controls={false}
        min={0}
        max={86_400}
        precision={0}
        value={editing[key]}
        suffix={t('unitSeconds')}
        onChange={(next) => change({ [key]: next ?? 0 })}
      />
    </AlarmField>
  )
  return (
    <div className="alarm-three">
      {kind === 'limit' && (
        <AlarmField label={t('deadBand')} was={was('deadBand', String)} fault={faultOf('condition.deadBand')}>
          <InputNumber
            controls={false}
            min={0}
            value={editing.deadBand}
            suffix={unit}
            onChange={(next) => change({ deadBand: next ?? 0 })}
          />
        </AlarmField>
      )}
      {delay('onDelayS', t('onDelay'))}
      {delay('offDelayS', t('offDelay'))}
    </div>
  )
}

function LevelField({ editing, saved, change }: AlarmPart) {
  const t = useText(alarmRuleText)
  const was = useWas({ editing, saved })
  const wasLevel = was('level', (level) => t(level))
  return (
    <div className="alarm-level-row">
      <fieldset className="segmented rule-levels">
        <legend className="unseen">{t('level')}</legend>
        {alarmLevels.map((level: AlarmLevel) => (
          <label key={level}>
            <input
              type="radio"
              className="unseen"
              name="alarm-level"
              checked={editing.level === level}
              onChange={() => change({ level })}
            />
            <span>
              <SeverityMark severity={level} word />
            </span>
          </label>
        ))}
      </fieldset>
      {wasLevel && <span className="alarm-was">{wasLevel}</span>}
      <span title={t('latchedNote')}>
        <Checkbox checked={editing.latched} onChange={({ target }) => change({ latched: target.checked })}>
          {t('latched')}
        </Checkbox>
      </span>
    </div>
  )
}

function HelpFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, faultOf } = part
  const was = useWas(part)
  const title = (id: number) => signals.find((signal) => signal.id === id)?.title ?? `#${id}`
  const written = signals.filter(({ access }) => access !== 'r').map(({ id, title: label }) => ({ value: id, label }))
  return (
    <div className="alarm-two">
      <AlarmField label={t('advice')} was={was('advice', (text) => text)} note={t('adviceNote')}>
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 6 }}
          value={editing.advice}
          maxLength={limits.alarmAdviceLength}
          onChange={(event) => change({ advice: event.target.value })}
        />
      </AlarmField>
      <AlarmField
        label={t('setPoints')}
        was={was('setPointIds', (ids) => ids.map(title).join(', '))}
        fault={faultOf('setPointIds')}
      >
        <Select
          mode="multiple"
          maxCount={limits.alarmSetPoints}
          value={[...editing.setPointIds]}
          options={written}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(setPointIds) => change({ setPointIds })}
        />
      </AlarmField>
    </div>
  )
}
