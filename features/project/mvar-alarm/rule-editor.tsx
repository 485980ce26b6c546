// Edits an alarm rule over an intermediate variable, with a backtest beside it.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Select, Switch } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError, call, formOf, queryOf } from '../../../contract/call.ts'
import { errorText } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { good } from '../../../core/data-type.ts'
import { Act } from '../../../ui/act.tsx'
import { formatTime } from '../../../ui/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { useZone } from '../../../ui/me.ts'
import { usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { toFirstFault } from '../../../ui/to-first-fault.ts'
import { toast } from '../../../ui/toast.tsx'
import { useAway } from '../../../ui/use-away.ts'
import { valueWords } from '../../../ui/value-words.ts'
import { useText } from '../../../ui/words.ts'
import { type AskBacktest, BacktestPanel } from '../../device/open/alarm-backtest-panel.ts'
import {
  AdviceField,
  AlarmField,
  type AlarmPart,
  ConditionFields,
  DelayFields,
  draftOf,
  type Editing,
  editingFaults,
  editingOf,
  isSameEditing,
  LevelField,
  MessageField,
  NameField,
  StepsField,
} from '../../device/open/alarm-rules-form.ts'
import { faultText } from '../../device/open/config-fault.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { type Mvar, queryAllMvars } from '../../watch/mvar/contract.ts'
import { type MvarAlarmRule, saveMvarAlarm, tryMvarAlarm } from './contract.ts'
import { alarmsPath } from './part-places.ts'
import { type Known, Unstored } from './rule-list.tsx'
import { signalOf } from './rules.ts'
import { mvarAlarmText } from './text.ts'
import './mvar-alarm.css'

type Props = { mvar: Mvar; known: Known; rule: MvarAlarmRule | undefined }

/** Limit and rate of change; also state for a variable without decimals. */
const kindsOf = ({ decimals }: Mvar): Editing['kind'][] =>
  decimals === 0 ? ['limit', 'state', 'rate'] : ['limit', 'rate']

export function RuleEditor({ mvar, known, rule }: Props) {
  const t = useText(mvarAlarmText)
  const named = useName()
  const language = useLanguage()
  const { go } = usePlace()
  const first = useMemo(() => ({ ...editingOf(rule), signalId: mvar.id as never }), [rule, mvar.id])
  const [editing, setEditing] = useState<Editing>(first)
  const [host, setHost] = useState<EquipmentId | undefined>(rule?.equipmentId ?? known.devices[0]?.equipmentId)
  const [isTried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<ApiError>()
  const form = useRef<HTMLElement>(null)
  const zone = useZone()
  const { mutateAsync, isPending } = useMutation(formOf(saveMvarAlarm))
  const signals = [{ ...signalOf(mvar), title: named(mvar.title) }]
  const others = known.rules.filter(({ id }) => id !== rule?.id)
  const config = { drivers: [], signals, reports: [], alarms: others, scripts: [] }
  const draft = draftOf(editing)
  const faults = editingFaults(editing, config, mvar.id)
  const isChanged = !rule || host !== rule.equipmentId || !isSameEditing(editing, first)
  const isTouched = rule ? isChanged : !isSameEditing(editing, first)
  const release = useLeaveGuard(isTouched && (editing.name || t('rules')), { query: true })
  const change = (next: Partial<Editing>) => {
    setRefusal(undefined)
    setEditing((now) => ({ ...now, ...next, signalId: mvar.id as never }))
  }
  const list = alarmsPath(mvar.projectId, mvar.id)
  const save = async () => {
    if (!draft || host === undefined) return
    try {
      await mutateAsync({ mvarId: mvar.id, equipmentId: host, rule: draft })
      toast.good(t('saved', { name: draft.name }))
      release()
      go(list, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setRefusal(error)
    }
  }
  const faultOf = (field: string) => {
    const fault = faults.find((each) => each.field === field)
    const isTold = isTried || (fault && fault.error !== 'badParameter' && fault.error !== 'nameExists')
    return fault && isTold ? faultText(fault, language) : undefined
  }
  const calculated = useCalculated(mvar)
  const part: AlarmPart = {
    ...{ editing, saved: rule && first, change, signals, values: undefined, faultOf },
    equipmentId: host ?? 0,
    calculated,
  }
  const ask = useCallback<AskBacktest>(
    (asked, signal) => call(tryMvarAlarm, { mvarId: mvar.id, ...asked }, { signal }),
    [mvar.id],
  )
  return (
    <section className="alarm-editor">
      <section ref={form} className="card alarm-form">
        <header className="alarm-head">
          <PlainAct kind="link" icon="left" onClick={() => go(list)}>
            {t('toRules')}
          </PlainAct>
          <h2>{rule ? named(rule.name) : t('newTitle', { name: named(mvar.title) })}</h2>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
          <label className="alarm-switch">
            {t('enabled')}
            <Switch size="small" checked={editing.enabled} onChange={(enabled) => change({ enabled })} />
          </label>
        </header>
        <div className="alarm-fields">
          <Unstored known={known} />
          <NameField {...part} />
          <HostField {...{ known, rule, host }} onChange={setHost} />
          <h3>{t('conditionTitle')}</h3>
          <ConditionFields {...part} />
          <DelayFields {...part} />
          <LevelField {...part} />
          <MessageField {...part} />
          <AdviceField {...part} />
          {host !== undefined && <StepsField {...part} />}
        </div>
        <footer className="rule-foot">
          <Act
            kind="primary"
            sends
            may="project:edit"
            busy={isPending}
            why={(!isChanged && t('nothingChanged')) || (host === undefined && t('noDevice'))}
            onClick={() => {
              flushSync(() => setTried(true))
              if (faults.length === 0) void save()
              else toFirstFault(form.current, '.alarm-fault')
            }}
          >
            {t('save')}
          </Act>
          <PlainAct onClick={() => go(list)}>{t('cancel')}</PlainAct>
          <Foot count={isTried ? faults.length : 0} refusal={refusal} />
        </footer>
      </section>
      <BacktestPanel {...{ ask, zone, draft, faults, signals, change }} />
    </section>
  )
}

function Foot({ count, refusal }: { count: number; refusal: ApiError | undefined }) {
  const t = useText(mvarAlarmText)
  if (count === 0 && !refusal) return <span className="alarm-note">{t('effect')}</span>
  return (
    <span className="alarm-faults" role="alert">
      <Icon name="alarm" size={14} />
      {count > 0 ? (t as (key: 'fixFirst', of: { count: number }) => string)('fixFirst', { count }) : refusal?.message}
    </span>
  )
}

/** Selects the device of the rule, which determines who can see its alarms. */
function HostField({
  known: { devices },
  rule,
  host,
  onChange,
}: Pick<Props, 'known' | 'rule'> & { host: EquipmentId | undefined; onChange: (host: EquipmentId) => void }) {
  const t = useText(mvarAlarmText)
  const named = useName()
  const own = rule && { equipmentId: rule.equipmentId, name: rule.equipmentName }
  const isOffered = devices.some(({ equipmentId }) => equipmentId === own?.equipmentId)
  const all = own && !isOffered ? [own, ...devices] : devices
  const name = all.find(({ equipmentId }) => equipmentId === host)?.name
  const isMoved = rule !== undefined && host !== rule.equipmentId
  return (
    <AlarmField
      label={t('deviceLabel')}
      required
      note={
        name === undefined
          ? t('noDevice')
          : `${t('deviceNote', { name: named(name) })}${isMoved ? ` ${t('deviceMoved')}` : ''}`
      }
    >
      <Select
        value={host ?? null}
        options={all.map(({ equipmentId, name: label }) => ({ value: equipmentId, label: named(label) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(next) => next && onChange(next)}
      />
    </AlarmField>
  )
}

const againMs = 5000

/** The current value of the variable; none while the platform is unreachable. */
function useCalculated(mvar: Mvar): NonNullable<AlarmPart['calculated']> {
  const t = useText(mvarAlarmText)
  const zone = useZone()
  const language = useLanguage()
  const away = useAway()
  const { data } = useQuery({
    ...queryOf(queryAllMvars, { projectId: mvar.projectId, ids: String(mvar.id) }),
    refetchInterval: againMs,
  })
  const value = away === undefined ? data?.[0] : undefined
  const isGood = value?.code === good
  const now = (
    <p className="alarm-note">
      {value?.time == null ? (
        value && t('neverRead')
      ) : isGood ? (
        <>
          {t('now')} <strong>{valueWords(value.value, { decimals: mvar.decimals })}</strong> {mvar.unit}
          {' · '}
          {formatTime(value.time, zone)}
        </>
      ) : (
        t('notCounted', { reason: errorText(value.code, language) })
      )}
    </p>
  )
  return { kinds: kindsOf(mvar), now, read: () => (isGood ? value : undefined) }
}
