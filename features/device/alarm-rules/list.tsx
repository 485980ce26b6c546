// The alarm rules of a device: level, condition in words, delays, recipients, and a switch for each.
import { useState } from 'react'
import type { AlarmRule } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { Act } from '../../../ui/act.tsx'
import { download } from '../../../ui/download.ts'
import { useList } from '../../../ui/list.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { joinWords } from '../../../ui/punctuation.ts'
import { useReason } from '../../../ui/reason.ts'
import { arrange } from '../../../ui/table-rows.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import type { Head } from '../config/part-editing.ts'
import { VersionsAct } from '../config/part-versions.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { useRefresh } from '../open/config-query.ts'
import { useColumns, usePickColumn } from './columns.tsx'
import { toCsv } from './csv.ts'
import { ImportDialog } from './import-dialog.tsx'
import { type Picks, pickedOf } from './picks.ts'
import { alarmRuleText } from './text.ts'
import { type Changes, type Counted, useChanges } from './use-changes.ts'

type Props = { info: EquipmentInfo; head: Head }

export function AlarmRuleList({ info, head }: Props) {
  const t = useText(alarmRuleText)
  const reason = useReason()
  const { path, go } = usePlace()
  const limit = limits.alarmRulesPerEquipment
  const list = useList({}, limit)
  const refresh = useRefresh()
  const [picks, setPicks] = useState<Picks>(new Set())
  const [isImporting, setImporting] = useState(false)
  const { alarms } = head.config
  const changes = useChanges({ info, head })
  const columns = useColumns(head.config, changes)
  const shown = arrange(alarms, columns, list)
  const pick = usePickColumn(shown, { picks, onPicks: setPicks })
  const { picked, hidden } = pickedOf(alarms, shown, picks)
  return (
    <>
      <ListRoom<AlarmRule>
        isPart
        title={t('rules')}
        may="equipment:edit"
        add={{
          label: t('add'),
          why: alarms.length >= limit && reason('alarmRuleCapacity', { limit }),
          isSecondary: true,
          onClick: () => go(withSearch(path, { add: 'rule' })),
          more: (
            <Act icon="upload" may="equipment:edit" onClick={() => setImporting(true)}>
              {t('import')}
            </Act>
          ),
        }}
        selection={
          picked.length > 0 && (
            <PickedActs picked={picked} hidden={hidden} changes={changes} onDone={() => setPicks(new Set())} />
          )
        }
        barEnd={
          <>
            {t('used', { count: alarms.length, limit })}
            <PlainAct
              kind="link"
              icon="download"
              onClick={() => download(`${info.name} ${t('rules')}.csv`, toCsv(head.config))}
            >
              {t('export')}
            </PlainAct>
            <VersionsAct info={info} newest={head.version} />
          </>
        }
        empty={{ icon: 'alarm', about: t('about') }}
        columns={[pick, ...columns]}
        query={{ data: alarms, error: undefined, refetch: refresh }}
        list={list}
        search={t('search')}
        acts={(rule) => [
          { label: t('copy'), onClick: () => go(withSearch(path, { copy: rule.id })) },
          { label: t('delete'), sends: true, onClick: () => void changes.remove([rule]) },
        ]}
      />
      {isImporting && <ImportDialog info={info} head={head} onClose={() => setImporting(false)} />}
    </>
  )
}

function PickedActs({
  picked,
  hidden,
  changes,
  onDone,
}: {
  picked: readonly AlarmRule[]
  /** Number of selected rules that the filter hides. */
  hidden: number
  changes: Changes
  onDone: () => void
}) {
  const t = useText(alarmRuleText)
  const act = (isOn: boolean) => void changes.enableMany(picked, isOn).then((isDone) => isDone && onDone())
  const count = (t as Counted)('chosen', { count: picked.length })
  return (
    <>
      <strong role="status">{hidden > 0 ? joinWords([count, t('hiddenPicks', { count: hidden })]) : count}</strong>
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
