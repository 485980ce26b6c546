// The alarm rules of a device. [S2 /manage/eg/equipment/edit/{id}/alarm] What is edited stands in the address.
import './alarm-rule.css'
import { useState } from 'react'
import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import { Act } from '../../ui/act.tsx'
import { Card } from '../../ui/page-header.tsx'
import { usePlace, withSearch } from '../../ui/place.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { EquipmentEditor } from '../equipment/part-editor.tsx'
import type { Head } from '../equipment-config/part-editing.ts'
import { freeName } from '../equipment-config/part-free-name.ts'
import { useConfig } from '../equipment-config/part-query.ts'
import { editingOf } from './editing.ts'
import { AlarmEditor } from './editor.tsx'
import { AlarmRuleList } from './list.tsx'
import { alarmRuleText } from './text.ts'
import type { Begin } from './use-editing.ts'

export default function AlarmRulePage() {
  return <EquipmentEditor>{(info) => <AlarmTab info={info} />}</EquipmentEditor>
}

function AlarmTab({ info }: { info: EquipmentInfo }) {
  const { path, search, go } = usePlace()
  const query = useConfig(info.id)
  const { data } = query
  if (!data) {
    const { error, refetch } = query
    return <Card>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Card>
  }
  if (!search.edit && !search.add && !search.copy) return <AlarmRuleList info={info} head={data} />
  return <OpenRule key={JSON.stringify(search)} info={info} newest={data} onClose={() => go(withSearch(path, {}))} />
}

type Open = { info: EquipmentInfo; newest: Head; onClose: () => void }

/** What the address asks for, as it was when it was opened: what others save does not take it away. */
function OpenRule({ info, newest, onClose }: Open) {
  const t = useText(alarmRuleText)
  const { search } = usePlace()
  const [begun] = useState(() => beginning(newest.config, search, (name) => t('copyOf', { name })))
  if (begun) return <AlarmEditor info={info} newest={newest} {...begun} onClose={onClose} />
  const act = (
    <Act kind="primary" onClick={onClose}>
      {t('toList')}
    </Act>
  )
  return (
    <Card>
      <EmptyState icon="alarm" act={act}>
        {t('gone')}
      </EmptyState>
    </Card>
  )
}

/** A rule, a copy of one, or a new one. */
function beginning(
  { alarms }: EquipmentConfig,
  { edit, copy }: Readonly<Record<string, string>>,
  copyName: (name: string) => string,
): Pick<Begin, 'first' | 'ruleId'> | undefined {
  if (!edit && !copy) return { first: editingOf(), ruleId: undefined }
  const rule = alarms.find(({ id }) => id === Number(edit ?? copy))
  if (!rule) return undefined
  const found = editingOf(rule)
  if (edit) return { first: found, ruleId: rule.id }
  return { first: { ...found, id: undefined, name: freeName(copyName(rule.name), alarms) }, ruleId: undefined }
}
