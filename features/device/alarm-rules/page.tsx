// The alarm rules of a device. [S2 /manage/eg/equipment/edit/{id}/alarm] The URL names the edited rule.
import './alarm-rule.css'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { useText } from '../../../ui/words.ts'
import { freeName } from '../config/part-free-name.ts'
import { PartTab } from '../config/part-tab.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { editingOf } from './editing.ts'
import { AlarmEditor } from './editor.tsx'
import { AlarmRuleList } from './list.tsx'
import { alarmRuleText } from './text.ts'
import type { Begin } from './use-editing.ts'

export default function AlarmRulePage() {
  return <EquipmentEditor>{(info) => <AlarmTab info={info} />}</EquipmentEditor>
}

function AlarmTab({ info }: { info: EquipmentInfo }) {
  const t = useText(alarmRuleText)
  return (
    <PartTab
      info={info}
      icon="alarm"
      gone={t('gone')}
      toList={t('toList')}
      list={(head) => <AlarmRuleList info={info} head={head} />}
      beginning={(config, search) => beginning(config, search, (name) => t('copyOf', { name }))}
      editor={(begun, open) => <AlarmEditor info={info} {...open} {...begun} />}
    />
  )
}

/** The initial editing state: a rule, a copy of a rule, or a new rule. */
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
