// The fields of a rule other than condition and message: name, delays, level, advice.
import { Checkbox, Input, InputNumber, Select } from 'antd'
import { type AlarmLevel, alarmLevels } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { formatSeconds } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { AlarmField } from './field.tsx'
import { alarmRuleText } from './text.ts'
import type { AlarmPart } from './use-was.ts'
import { useWas } from './use-was.ts'

export function NameField(part: AlarmPart) {
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

export function DelayFields(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const words = useText(uiText)
  const { editing, change, signals, faultOf } = part
  const { kind, signalId } = editing
  const language = useLanguage()
  const was = useWas(part)
  const unit = signals.find(({ id }) => id === signalId)?.unit
  const delay = (key: 'onDelayS' | 'offDelayS', label: string) => (
    <AlarmField label={label} was={was(key, (seconds) => formatSeconds(seconds, language))}>
      <InputNumber
        controls={false}
        min={0}
        max={86_400}
        precision={0}
        value={editing[key]}
        suffix={words('secondsUnit')}
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

export function LevelField({ editing, saved, change }: Pick<AlarmPart, 'editing' | 'saved' | 'change'>) {
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
      {wasLevel && <span className="editor-was">{wasLevel}</span>}
      <span title={t('latchedNote')}>
        <Checkbox checked={editing.latched} onChange={({ target }) => change({ latched: target.checked })}>
          {t('latched')}
        </Checkbox>
      </span>
    </div>
  )
}

export function AdviceField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change } = part
  const was = useWas(part)
  return (
    <AlarmField label={t('advice')} was={was('advice', (text) => text)} note={t('adviceNote')}>
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 6 }}
        value={editing.advice}
        maxLength={limits.alarmAdviceLength}
        onChange={(event) => change({ advice: event.target.value })}
      />
    </AlarmField>
  )
}

export function SetPointsField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, signals, faultOf } = part
  const was = useWas(part)
  const title = (id: number) => signals.find((signal) => signal.id === id)?.title ?? `#${id}`
  const written = signals.filter(({ access }) => access !== 'r').map(({ id, title: label }) => ({ value: id, label }))
  return (
    <AlarmField
      label={t('setPoints')}
      was={was('setPointIds', (ids) => joinWords(ids.map(title)))}
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
  )
}
