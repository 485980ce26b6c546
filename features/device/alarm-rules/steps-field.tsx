// The notification of a rule: all viewers of the device first, other recipients later if the alarm is unacknowledged.
import { useQuery } from '@tanstack/react-query'
import type { AlarmPart } from './use-was.ts'
import { useWas } from './use-was.ts'
import './steps-field.css'
import { Checkbox, InputNumber, Select } from 'antd'
import { useId } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { type AlarmMethod, type AlarmStep, alarmMethods } from '../../../contract/equipment-config.ts'
import type { AccountId, RoleId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { MinuteSpanField } from '../../../ui/minute-span.tsx'
import { IconAct, PlainAct } from '../../../ui/plain.tsx'
import { joinParts, joinWords } from '../../../ui/punctuation.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { useText } from '../../../ui/words.ts'
import { queryReceivers, type Receivers } from '../../notify/delivery/contract.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { unreachedBy, whoOf } from './step-rules.ts'
import { alarmRuleText } from './text.ts'
import { stepWords } from './words.ts'

/** Defaults of a new step, later than the existing ones. */
const stepAfter = (steps: readonly AlarmStep[]): AlarmStep => ({
  afterMin: Math.min(1440, (steps.at(-1)?.afterMin ?? 0) + (steps.length === 0 ? 5 : 10)),
  accountIds: [],
  roleIds: undefined,
  methods: ['push'],
  hours: undefined,
})

const usualHours = { from: 7 * 60, to: 22 * 60 }

export function StepsField(part: AlarmPart) {
  const t = useText(alarmRuleText)
  const { editing, change, equipmentId, faultOf } = part
  const { methods, steps } = editing
  const titleId = useId()
  const was = useWas(part)
  const { data: receivers } = useQuery({ ...queryOf(queryReceivers, { equipmentId }), staleTime: 30_000 })
  const set = (at: number, next: Partial<AlarmStep>) =>
    change({ steps: steps.map((step, index) => (index === at ? { ...step, ...next } : step)) })
  const fault = faultOf('steps')
  const before = [
    was('methods', (old) => joinWords(old.map((method) => t(method)))),
    was('steps', (old) => joinParts(old.map((step) => stepWords(t, step)))),
  ].filter((each) => each !== undefined)
  return (
    <section className={fault ? 'editor-field editor-wrong' : 'editor-field'} aria-labelledby={titleId}>
      <header className="alarm-told-head">
        <h3 id={titleId}>{t('whoIsTold')}</h3>
        <PlainAct
          kind="link"
          icon="plus"
          disabled={steps.length >= limits.alarmSteps}
          onClick={() => change({ steps: [...steps, stepAfter(steps)] })}
        >
          {t('addStep')}
        </PlainAct>
      </header>
      <ol className="alarm-told">
        <li>
          <span>{t('atOnce')}</span>
          <span>{t('everybody')}</span>
          <Methods value={methods} receivers={receivers} onChange={(next) => change({ methods: next })} />
        </li>
        {steps.map((step, index) => (
          <Step
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name but its place
            key={index}
            step={step}
            number={index + 1}
            receivers={receivers}
            onChange={(next) => set(index, next)}
            onRemove={() => change({ steps: steps.filter((_, at) => at !== index) })}
          />
        ))}
      </ol>
      {before.length > 0 && <p className="editor-was">{before.join(' · ')}</p>}
      {fault ? (
        <p className="editor-fault" role="alert">
          {fault}
        </p>
      ) : (
        steps.length > 0 && <p className="alarm-note">{t('stepsNote')}</p>
      )}
    </section>
  )
}

type StepProps = {
  step: AlarmStep
  number: number
  receivers: Receivers | undefined
  onChange: (next: Partial<AlarmStep>) => void
  onRemove: () => void
}

function Step({ step, number, receivers, onChange, onRemove }: StepProps) {
  const t = useText(alarmRuleText)
  const named = useName()
  const { hours, methods } = step
  const unreached = receivers ? unreachedBy(step, receivers) : []
  return (
    <li aria-label={t('stepOf', { number })}>
      <InputNumber
        aria-label={t('stepWhen')}
        controls={false}
        min={0}
        max={1440}
        precision={0}
        value={step.afterMin}
        suffix={t('afterUnit')}
        onChange={(afterMin) => onChange({ afterMin: afterMin ?? 0 })}
      />
      <Who step={step} receivers={receivers} onChange={onChange} />
      <Methods value={methods} receivers={receivers} onChange={(next) => onChange({ methods: next })} />
      <span className="alarm-told-hours">
        <Segmented
          label={t('stepHours')}
          value={hours ? 'between' : 'always'}
          options={[
            { value: 'always', label: t('always') },
            { value: 'between', label: t('between') },
          ]}
          onChange={(value) => onChange({ hours: value === 'always' ? undefined : usualHours })}
        />
        {hours && (
          <MinuteSpanField
            label={`${t('hoursFrom')} – ${t('hoursTo')}`}
            value={hours}
            onChange={(next) => onChange({ hours: next })}
          />
        )}
        <IconAct icon="trash" label={t('removeStep', { number })} onClick={onRemove} />
      </span>
      {unreached.map(({ method, names }) => (
        <p key={method} className="alarm-note">
          {t('unreachable', { names: joinWords(names.map(named)), method: t(method) })}
        </p>
      ))}
    </li>
  )
}

/** A combined select of people and roles; deleted ones are shown as such and can be removed. */
function Who({ step, receivers, onChange }: Pick<StepProps, 'step' | 'receivers' | 'onChange'>) {
  const t = useText(alarmRuleText)
  const named = useName()
  const { accountIds = [], roleIds = [] } = step
  const gone = (known: readonly { id: number }[], ids: readonly number[], key: string) =>
    ids.flatMap((id) =>
      known.some((each) => each.id === id) ? [] : [{ value: `${key}${id}`, label: `#${id} (${t('gonePerson')})` }],
    )
  const people = receivers?.accounts ?? []
  const roles = receivers?.roles ?? []
  const count = (roleId: RoleId) => people.filter((each) => each.roleId === roleId).length
  const options = [
    {
      label: t('roles'),
      options: [
        ...roles.map(({ id, name }) => ({ value: `r${id}`, label: `${named(name)} ${count(id)}` })),
        ...(receivers ? gone(roles, roleIds, 'r') : []),
      ],
    },
    {
      label: t('accounts'),
      options: [
        ...people.map(({ id, name }) => ({ value: `a${id}`, label: named(name) })),
        ...(receivers ? gone(people, accountIds, 'a') : []),
      ],
    },
  ]
  return (
    <Select
      mode="multiple"
      aria-label={t('stepWho')}
      placeholder={t('stepWho')}
      loading={!receivers}
      value={receivers ? [...roleIds.map((id) => `r${id}`), ...accountIds.map((id) => `a${id}`)] : []}
      options={options.filter((group) => group.options.length > 0)}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(chosen: string[]) => {
        const who = whoOf(chosen)
        const isTooMany = who.accountIds.length > limits.alarmStepAccounts || who.roleIds.length > limits.alarmStepRoles
        if (!isTooMany) onChange({ accountIds: who.accountIds as AccountId[], roleIds: who.roleIds as RoleId[] })
      }}
    />
  )
}

type MethodsProps = {
  value: readonly AlarmMethod[]
  receivers: Receivers | undefined
  onChange: (methods: AlarmMethod[]) => void
}

/** Offers the channels that the platform can send through, and those that the rule already names. */
function Methods({ value, receivers, onChange }: MethodsProps) {
  const t = useText(alarmRuleText)
  const channels: readonly AlarmMethod[] = receivers?.channels ?? []
  const isOff = (method: AlarmMethod) => method !== 'push' && receivers !== undefined && !channels.includes(method)
  return (
    <Checkbox.Group<AlarmMethod>
      aria-label={t('stepHow')}
      className="alarm-told-how"
      value={[...value]}
      options={alarmMethods
        .filter((method) => !isOff(method) || value.includes(method))
        .map((method) => ({
          value: method,
          label: isOff(method) ? t('methodOff', { name: t(method) }) : t(method),
        }))}
      onChange={(chosen) => onChange(alarmMethods.filter((method) => chosen.includes(method)))}
    />
  )
}
