// The alarm rules over an intermediate variable, each with its device and the reason if it is not evaluated.
import { useMutation } from '@tanstack/react-query'
import { Switch } from 'antd'
import { mutationOf } from '../../../contract/call.ts'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { levelOrder } from '../../../contract/equipment-config.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinWords, withHeading } from '../../../ui/punctuation.ts'
import { useReason } from '../../../ui/reason.ts'
import { useAway } from '../../../ui/use-away.ts'
import { useText } from '../../../ui/words.ts'
import { alarmRuleText, conditionWords, knownOf, notifiedWords } from '../../device/open/alarm-rules-form.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { Mvar } from '../../watch/mvar/contract.ts'
import { deleteMvarAlarm, type MvarAlarmRule, maxMvarAlarms, type queryMvarAlarms, saveMvarAlarm } from './contract.ts'
import { alarmsPath } from './part-places.ts'
import { signalOf } from './rules.ts'
import { mvarAlarmText } from './text.ts'
import './mvar-alarm.css'

export type Known = OutputOf<typeof queryMvarAlarms>
type Query = { data: Known; error: unknown; refetch: () => unknown }

const idleKeys = { device: 'idleDevice', input: 'idleInput', unstored: 'idleUnstored' } as const

export function RuleList({ mvar, query }: { mvar: Mvar; query: Query }) {
  const t = useText(mvarAlarmText)
  const named = useName()
  const { go } = usePlace()
  const remove = useConfirmed(deleteMvarAlarm)
  const editPath = (rule: MvarAlarmRule) => alarmsPath(mvar.projectId, mvar.id, rule.id)
  const askRemove = ({ id, name: given }: MvarAlarmRule) => {
    const name = named(given)
    const question = { title: t('deleteTitle'), act: t('delete'), target: name, note: t('deleteNote') }
    return remove({ mvarId: mvar.id, ruleId: id }, { ...question, done: t('deleted', { name }) })
  }
  return (
    <section className="mvar-alarms">
      <header>
        <PlainAct kind="link" icon="left" onClick={() => go(alarmsPath(mvar.projectId))}>
          {t('toVariables')}
        </PlainAct>
        <h2>{t('title', { name: named(mvar.title) })}</h2>
      </header>
      <Unstored known={query.data} />
      <ListRoom<MvarAlarmRule>
        isPart
        title={t('rules')}
        may="project:edit"
        add={{
          ...{ label: t('add'), why: useWhyNone(query.data) },
          onClick: () => go(alarmsPath(mvar.projectId, mvar.id, 'new')),
        }}
        empty={{ icon: 'alarm', about: t('about') }}
        columns={useColumns(mvar, editPath)}
        query={{ ...query, data: query.data.rules }}
        acts={(rule) => [
          { label: t('change'), onClick: () => go(editPath(rule)) },
          { label: t('delete'), sends: true, onClick: () => void askRemove(rule) },
        ]}
      />
    </section>
  )
}

export function Unstored({ known: { unstored } }: { known: Known }) {
  const t = useText(mvarAlarmText)
  if (unstored.length === 0) return null
  return (
    <p className="mvar-alarm-unstored" role="status">
      {t('unstored', { names: joinWords(unstored) })}
    </p>
  )
}

/** The reason why no rule can be added. */
function useWhyNone({ rules, devices, unstored }: Known) {
  const t = useText(mvarAlarmText)
  const reason = useReason()
  return (
    (rules.length >= maxMvarAlarms && reason('mvarAlarmCapacity', { limit: maxMvarAlarms })) ||
    (unstored.length > 0 && t('idleUnstored')) ||
    (devices.length === 0 && t('noDevice'))
  )
}

function useColumns(mvar: Mvar, editPath: (rule: MvarAlarmRule) => string): Column<MvarAlarmRule>[] {
  const t = useText(mvarAlarmText)
  const ruleText = useText(alarmRuleText)
  const named = useName()
  const may = useMay()
  const away = useAway()
  const { mutate, isPending } = useMutation(mutationOf(saveMvarAlarm))
  const known = knownOf([{ ...signalOf(mvar), title: named(mvar.title) }])
  const words = ({ condition }: MvarAlarmRule) => conditionWords(ruleText, condition, known)
  const enable = ({ equipmentId, equipmentName: _, idle: __, ...rule }: MvarAlarmRule, enabled: boolean) =>
    mutate({ mvarId: mvar.id, equipmentId, rule: { ...rule, enabled } })
  return [
    {
      ...{ key: 'name', title: t('name'), sort: true, phone: 'title' },
      text: ({ name }) => `${named(name)} ${name}`,
      cell: (rule) => (
        <>
          <Go to={editPath(rule)} className="row-name">
            {named(rule.name)}
          </Go>
          {rule.idle !== null && <small className="mvar-alarm-idle">{t(idleKeys[rule.idle])}</small>}
        </>
      ),
    },
    {
      ...{ key: 'level', title: t('level'), sort: true },
      text: ({ level }) => levelOrder[level],
      cell: ({ level }) => <SeverityMark severity={level} word />,
    },
    { key: 'condition', title: t('condition'), cell: words, text: words },
    { key: 'device', title: t('device'), cell: ({ equipmentName }) => named(equipmentName) },
    { key: 'methods', title: t('toldBy'), phone: 'hide', cell: (rule) => notifiedWords(ruleText, rule) },
    {
      ...{ key: 'enabled', title: t('enabled'), phone: 'end' },
      text: ({ enabled }) => (enabled === false ? 1 : 0),
      cell: (rule) => (
        <span title={away}>
          <Switch
            size="small"
            aria-label={withHeading(t('enabled'), named(rule.name))}
            checked={rule.enabled !== false}
            disabled={isPending || away !== undefined || !may('project:edit')}
            onChange={(isOn) => enable(rule, isOn)}
          />
        </span>
      ),
    },
  ]
}
