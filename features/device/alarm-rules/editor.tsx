// The editor of one alarm rule, with its backtest beside it. The editor has its own URL.
import { Switch } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useZoneOf } from '../../../ui/me.ts'
import { PlainAct } from '../../../ui/plain.tsx'
import { toFirstFault } from '../../../ui/to-first-fault.ts'
import { useText } from '../../../ui/words.ts'
import { configView } from '../../frame/config-views.ts'
import { useGatewayOf } from '../../gateway/open/gateway-sync.tsx'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { ConflictDialog } from '../../platform/open/versioned-conflict.tsx'
import { DeviceBacktest } from '../alarm-backtest/part-device-backtest.tsx'
import { faultText } from '../open/config-fault.ts'
import { loadNewest } from '../open/config-query.ts'
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
  const { editing, saved, signals, version, change, draft, faults, isChanged, busy, save, close, ...stale } =
    useEditing(begin)
  const { isStale, base, mine, reload, later } = stale
  const zone = useZoneOf(info)
  const name = useName()
  const shown = useNamed(signals, 'title', 'group') ?? signals
  const gateway = useGatewayOf(info.sn ? info.id : undefined)
  const values = useLiveValues(
    info.isTemplate ? undefined : info.id,
    [info.sn, gateway?.state, gateway?.gatewayHash].join(' '),
  )
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLElement>(null)
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
          <div className="alarm-two">
            <AdviceField {...part} />
            <SetPointsField {...part} />
          </div>
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
      {/* A template has no history for a backtest. */}
      {!info.isTemplate && <DeviceBacktest info={info} draft={draft} faults={faults} signals={shown} change={change} />}
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
