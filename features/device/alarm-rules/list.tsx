// The alarm rules of a device: level, condition in words, delays, recipients, and a switch for each.
import { Checkbox, Switch } from 'antd'
import { useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { type AlarmRule, type EquipmentConfig, levelOrder } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { download } from '../../../ui/download.ts'
import { formatNumber } from '../../../ui/format.ts'
import { useList } from '../../../ui/list.ts'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { useReason } from '../../../ui/reason.ts'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useAway } from '../../../ui/use-away.ts'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import type { Head } from '../config/part-editing.ts'
import { VersionsAct } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { saveAlarmRules } from './contract.ts'
import { toCsv } from './csv.ts'
import { ImportDialog } from './import-dialog.tsx'
import { alarmRuleText } from './text.ts'
import { conditionWords, contentWords, knownOf, notifiedWords } from './words.ts'

type Props = { info: EquipmentInfo; head: Head }
type Picks = { chosen: ReadonlySet<number>; setChosen: (chosen: ReadonlySet<number>) => void }

export function AlarmRuleList({ info, head }: Props) {
  const t = useText(alarmRuleText)
  const list = useList({}, limits.alarmRulesPerEquipment)
  const refresh = useRefresh()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isImporting, setImporting] = useState(false)
  const { alarms } = head.config
  const changes = useChanges({ info, head })
  const picked = alarms.filter(({ id }) => chosen.has(id))
  const add = <AddActs rules={alarms} onImport={() => setImporting(true)} />
  return (
    <>
      <DataTable<AlarmRule>
        label={t('rules')}
        columns={useColumns(head.config, { chosen, setChosen }, changes)}
        query={{ data: alarms, error: undefined, refetch: refresh }}
        list={list}
        keyOf={({ id }) => id}
        {...(alarms.length > 0 ? { search: t('search') } : {})}
        filter={
          alarms.length > 0 &&
          (picked.length > 0 ? (
            <PickedActs picked={picked} changes={changes} onDone={() => setChosen(new Set())} />
          ) : (
            <>
              {add}
              <span className="alarm-quota">
                <ChooseAll rules={alarms} setChosen={setChosen} />
                {t('used', { count: alarms.length, limit: limits.alarmRulesPerEquipment })}
                <PlainAct
                  kind="link"
                  icon="download"
                  onClick={() => download(`${info.name} ${t('rules')}.csv`, toCsv(head.config))}
                >
                  {t('export')}
                </PlainAct>
                <VersionsAct info={info} newest={head.version} />
              </span>
            </>
          ))
        }
        acts={(rule) => <RuleActs rule={rule} remove={changes.remove} />}
        empty={
          <EmptyState icon="alarm" may="equipment:edit" act={<div className="alarm-adds">{add}</div>}>
            {t('about')}
          </EmptyState>
        }
      />
      {isImporting && <ImportDialog info={info} head={head} onClose={() => setImporting(false)} />}
    </>
  )
}

function AddActs({ rules, onImport }: { rules: readonly AlarmRule[]; onImport: () => void }) {
  const t = useText(alarmRuleText)
  const reason = useReason()
  const { path, go } = usePlace()
  const limit = limits.alarmRulesPerEquipment
  const why = rules.length >= limit && reason('alarmRuleCapacity', { limit })
  return (
    <>
      <Act
        // One primary button per screen: while there are rules, the button that synchronises them is primary.
        kind={rules.length === 0 ? 'primary' : 'plain'}
        icon="plus"
        may="equipment:edit"
        why={why}
        onClick={() => go(withSearch(path, { add: 'rule' }))}
      >
        {t('add')}
      </Act>
      <Act icon="upload" may="equipment:edit" onClick={onImport}>
        {t('import')}
      </Act>
    </>
  )
}

function ChooseAll({ rules, setChosen }: { rules: readonly AlarmRule[]; setChosen: Picks['setChosen'] }) {
  const t = useText(alarmRuleText)
  return (
    <PlainAct kind="link" onClick={() => setChosen(new Set(rules.map(({ id }) => id)))}>
      {t('chooseAll')}
    </PlainAct>
  )
}

type Changes = ReturnType<typeof useChanges>

/**
 * Saves changes of many rules in one version. After a conflict, shows the version of the other user and overwrites
 * nothing.
 */
function useChanges({ info, head }: Props) {
  const t = useText(alarmRuleText)
  const refresh = useRefresh()
  const shown = useName()
  const [busy, setBusy] = useState(false)
  const send = async (save: readonly AlarmRule[], remove: readonly AlarmRule[], done: string) => {
    setBusy(true)
    try {
      const rules = { save: [...save], remove: remove.map(({ id }) => id) }
      await call(saveAlarmRules, { equipmentId: info.id, version: head.version, ...rules })
      toast.good(`${done} ${info.sn ? t('sent') : ''}`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.bad(error)
    } finally {
      await refresh()
      setBusy(false)
    }
  }
  return {
    busy,
    enable: (rules: readonly AlarmRule[], isOn: boolean) =>
      send(
        rules.map((rule) => ({ ...rule, enabled: isOn })),
        [],
        (t as Counted)(isOn ? 'switchedOn' : 'switchedOff', { count: rules.length }),
      ),
    /** Returns true after the rules are deleted. */
    remove: async (rules: readonly AlarmRule[]): Promise<boolean> => {
      const [first] = rules
      if (!first) return false
      const isOne = rules.length === 1
      const target = isOne ? shown(first.name) : (t as Counted)('rows', { count: rules.length })
      const title = t(isOne ? 'deleteTitle' : 'deleteManyTitle')
      if (!(await confirm({ title, act: t('delete'), target, note: t('deleteNote'), danger: true }))) return false
      const done = isOne
        ? t('deleted', { name: shown(first.name) })
        : (t as Counted)('deletedMany', { count: rules.length })
      await send([], rules, done)
      return true
    },
  }
}
type Counted = (key: 'switchedOn' | 'switchedOff' | 'rows' | 'deletedMany' | 'chosen', of: { count: number }) => string

function PickedActs({
  picked,
  changes,
  onDone,
}: {
  picked: readonly AlarmRule[]
  changes: Changes
  onDone: () => void
}) {
  const t = useText(alarmRuleText)
  const act = (isOn: boolean) => void changes.enable(picked, isOn).then(onDone)
  return (
    <>
      <strong role="status">{(t as Counted)('chosen', { count: picked.length })}</strong>
      <Act sends may="equipment:edit" busy={changes.busy} onClick={() => act(true)}>
        {t('switchOn')}
      </Act>
      <Act sends may="equipment:edit" busy={changes.busy} onClick={() => act(false)}>
        {t('switchOff')}
      </Act>
      <Act
        sends
        may="equipment:edit"
        busy={changes.busy}
        onClick={() => void changes.remove(picked).then((isGone) => isGone && onDone())}
      >
        {t('delete')}
      </Act>
      <PlainAct kind="link" onClick={onDone}>
        {t('cancel')}
      </PlainAct>
    </>
  )
}

function useColumns({ signals }: EquipmentConfig, { chosen, setChosen }: Picks, changes: Changes): Column<AlarmRule>[] {
  const t = useText(alarmRuleText)
  const shown = useName()
  const may = useMay()
  const away = useAway()
  const { path } = usePlace()
  const known = knownOf(useNamed(signals, 'title') ?? signals)
  const words = ({ condition }: AlarmRule) => conditionWords(t, condition, known)
  const delays = ({ onDelayS = 0, offDelayS = 0 }: AlarmRule) =>
    [
      ...(onDelayS > 0 ? [t('onWords', { count: formatNumber(onDelayS) })] : []),
      ...(offDelayS > 0 ? [t('offWords', { count: formatNumber(offDelayS) })] : []),
    ].join(' · ') || '—'
  const toggle = (id: number, isIn: boolean) =>
    setChosen(new Set(isIn ? [...chosen, id] : [...chosen].filter((each) => each !== id)))
  return [
    {
      key: 'pick',
      title: '',
      width: 36,
      phone: 'hide',
      text: () => '',
      cell: ({ id, name }) => (
        <Checkbox
          aria-label={t('choose', { name: shown(name) })}
          checked={chosen.has(id)}
          onChange={({ target }) => toggle(id, target.checked)}
        />
      ),
    },
    {
      key: 'name',
      title: t('name'),
      sort: true,
      phone: 'title',
      text: ({ name, content = '', advice = '' }) => `${shown(name)} ${name} ${contentWords(content, known)} ${advice}`,
      cell: ({ id, name, enabled }) => (
        <Go to={withSearch(path, { edit: id })} className={enabled === false ? 'row-name alarm-off' : 'row-name'}>
          {shown(name)}
        </Go>
      ),
    },
    {
      key: 'level',
      title: t('level'),
      sort: true,
      text: ({ level }) => levelOrder[level],
      cell: ({ level }) => <SeverityMark severity={level} word />,
    },
    { key: 'condition', title: t('condition'), cell: words, text: words },
    {
      key: 'delays',
      title: t('delays'),
      cell: (rule) => <span className="alarm-rule-line">{delays(rule)}</span>,
      text: delays,
      phone: 'hide',
    },
    {
      key: 'methods',
      title: t('toldBy'),
      phone: 'hide',
      cell: (rule) => notifiedWords(t, rule),
      text: (rule) => notifiedWords(t, rule),
    },
    {
      key: 'enabled',
      title: t('enabled'),
      sort: true,
      phone: 'end',
      text: ({ enabled }) => (enabled === false ? 1 : 0),
      cell: (rule) => (
        <span title={away}>
          <Switch
            size="small"
            aria-label={withHeading(t('enabled'), shown(rule.name))}
            checked={rule.enabled !== false}
            disabled={changes.busy || away !== undefined || !may('equipment:edit')}
            onChange={(isOn) => void changes.enable([rule], isOn)}
          />
        </span>
      ),
    },
  ]
}

function RuleActs({ rule, remove }: { rule: AlarmRule; remove: Changes['remove'] }) {
  const t = useText(alarmRuleText)
  const { path, go } = usePlace()
  return (
    <>
      <Act kind="link" may="equipment:edit" onClick={() => go(withSearch(path, { copy: rule.id }))}>
        {t('copy')}
      </Act>
      <Act kind="link" sends may="equipment:edit" onClick={() => void remove([rule])}>
        {t('delete')}
      </Act>
    </>
  )
}
