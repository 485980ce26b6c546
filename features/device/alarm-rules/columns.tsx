// The columns of the list of alarm rules.
import { Checkbox, Switch } from 'antd'
import { type AlarmRule, type EquipmentConfig, levelOrder } from '../../../contract/equipment-config.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { HeadPick } from '../../../ui/head-pick.tsx'
import { SeverityMark } from '../../../ui/marks.tsx'
import { useMay } from '../../../ui/me.ts'
import { Go, usePlace, withSearch } from '../../../ui/place.tsx'
import { withHeading } from '../../../ui/punctuation.ts'
import { useAway } from '../../../ui/use-away.ts'
import { useText } from '../../../ui/words.ts'
import { useName, useNamed } from '../../platform/open/translation-name.ts'
import { type Picks, withPicks } from './picks.ts'
import { alarmRuleText } from './text.ts'
import type { Changes } from './use-changes.ts'
import { conditionWords, contentWords, delayWords, knownOf, notifiedWords } from './words.ts'

type Selection = { picks: Picks; onPicks: (picks: Picks) => void }

/** The first column: selects a rule, in the head the rules that match the filter. */
export function usePickColumn(shown: readonly AlarmRule[], selection: Selection): Column<AlarmRule> {
  const t = useText(alarmRuleText)
  const { picks, onPicks } = selection
  return {
    key: 'pick',
    title: '',
    head: (
      <HeadPick
        label={t('chooseAll')}
        chosen={shown.filter(({ id }) => picks.has(id)).length}
        count={shown.length}
        onAll={(isOn) => onPicks(withPicks(picks, shown, isOn))}
      />
    ),
    width: 36,
    phone: 'hide',
    text: () => '',
    cell: (rule) => <Pick rule={rule} selection={selection} />,
  }
}

export function useColumns({ signals }: EquipmentConfig, changes: Changes): Column<AlarmRule>[] {
  const t = useText(alarmRuleText)
  const shown = useName()
  const known = knownOf(useNamed(signals, 'title') ?? signals)
  const words = ({ condition }: AlarmRule) => conditionWords(t, condition, known)
  const delays = (rule: AlarmRule) => delayWords(t, rule)
  const methods = (rule: AlarmRule) => notifiedWords(t, rule)
  return [
    {
      key: 'name',
      title: t('name'),
      sort: true,
      phone: 'title',
      text: ({ name, content = '', advice = '' }) => `${shown(name)} ${name} ${contentWords(content, known)} ${advice}`,
      cell: (rule) => <EditLink rule={rule} />,
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
    { key: 'methods', title: t('toldBy'), phone: 'hide', cell: methods, text: methods },
    {
      key: 'enabled',
      title: t('enabled'),
      sort: true,
      phone: 'end',
      text: ({ enabled }) => (enabled === false ? 1 : 0),
      cell: (rule) => <EnabledSwitch rule={rule} changes={changes} />,
    },
  ]
}

function Pick({ rule, selection: { picks, onPicks } }: { rule: AlarmRule; selection: Selection }) {
  const t = useText(alarmRuleText)
  const shown = useName()
  return (
    <Checkbox
      aria-label={t('choose', { name: shown(rule.name) })}
      checked={picks.has(rule.id)}
      onChange={({ target }) => onPicks(withPicks(picks, [rule], target.checked))}
    />
  )
}

function EditLink({ rule: { id, name, enabled } }: { rule: AlarmRule }) {
  const shown = useName()
  const { path } = usePlace()
  return (
    <Go to={withSearch(path, { edit: id })} className={enabled === false ? 'row-name alarm-off' : 'row-name'}>
      {shown(name)}
    </Go>
  )
}

function EnabledSwitch({ rule, changes }: { rule: AlarmRule; changes: Changes }) {
  const t = useText(alarmRuleText)
  const shown = useName()
  const may = useMay()
  const away = useAway()
  return (
    <span title={away}>
      <Switch
        size="small"
        aria-label={withHeading(t('enabled'), shown(rule.name))}
        checked={rule.enabled !== false}
        disabled={changes.busy || away !== undefined || !may('equipment:edit')}
        onChange={(isOn) => void changes.enable([rule], isOn)}
      />
    </span>
  )
}
