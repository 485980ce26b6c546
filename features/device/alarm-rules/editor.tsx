// The editor of one alarm rule, with its backtest beside it. The editor has its own URL.
import { EditorCard, useTried } from '../../../ui/editor-card.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useText } from '../../../ui/words.ts'
import { useGatewayOf } from '../../gateway/open/gateway-sync.tsx'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { DeviceBacktest } from '../alarm-backtest/part-device-backtest.tsx'
import { PartConflict } from '../config/part-conflict.tsx'
import { faultText } from '../open/config-fault.ts'
import { useLiveValues } from '../open/live-value.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { MessageField } from './message-field.tsx'
import { AdviceField, DelayFields, LevelField, NameField, SetPointsField } from './rule-fields.tsx'
import { StepsField } from './steps-field.tsx'
import { alarmRuleText } from './text.ts'
import { type Begin, useEditing } from './use-editing.ts'
import type { AlarmPart } from './use-was.ts'

export function AlarmEditor(begin: Begin) {
  const t = useText(alarmRuleText)
  const { info } = begin
  const edited = useEditing(begin)
  const { editing, saved, signals, version, change, draft, faults, isChanged, busy, save, close } = edited
  const name = useName()
  const shown = useNamed(signals, 'title', 'group') ?? signals
  const gateway = useGatewayOf(info.sn ? info.id : undefined)
  const values = useLiveValues(
    info.isTemplate ? undefined : info.id,
    [info.sn, gateway?.state, gateway?.gatewayHash].join(' '),
  )
  const { isTried, form, send } = useTried(faults.length)
  const language = useLanguage()
  const faultOf = (field: string) => {
    const fault = faults.find((each) => each.field === field)
    // Wrong input is reported while typing; empty fields and duplicate names only on saving.
    const isTold = isTried || (fault && fault.error !== 'badParameter' && fault.error !== 'nameExists')
    return fault && isTold ? faultText(fault, language) : undefined
  }
  const part: AlarmPart = { editing, saved, change, signals: shown, equipmentId: info.id, values, faultOf }
  return (
    <section className={info.isTemplate ? 'alarm-editor alarm-editor-alone' : 'alarm-editor'}>
      <EditorCard
        form={form}
        back={t('toList')}
        title={saved ? name(saved.name) : t('newRule')}
        enabled={{ label: t('enabled'), value: editing.enabled, onChange: (enabled) => change({ enabled }) }}
        save={{
          ...{ label: t('saveAs', { version: version + 1 }), may: 'equipment:edit', busy },
          why: !isChanged && t('nothingChanged'),
          onClick: () => send(save),
        }}
        cancel={{ label: t('discard'), onClick: () => void close() }}
        faults={isTried && faults.length > 0 && t('fixFirst', { count: faults.length })}
        note={t('takesEffect')}
      >
        <NameField {...part} />
        <h3>{t('condition')}</h3>
        <ConditionFields {...part} />
        <DelayFields {...part} />
        <LevelField {...part} />
        <MessageField {...part} />
        <div className="alarm-two">
          <AdviceField {...part} />
          <SetPointsField {...part} />
        </div>
        <StepsField {...part} />
      </EditorCard>
      {/* A template has no history for a backtest. */}
      {!info.isTemplate && <DeviceBacktest info={info} draft={draft} faults={faults} signals={shown} change={change} />}
      <PartConflict info={info} of={edited} notes={{ keep: t('keepNote'), drop: t('dropNote') }} />
    </section>
  )
}
