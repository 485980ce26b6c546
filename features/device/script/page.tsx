// The scripts of a device. [S2 /manage/eg/equipment/edit/{id}/script] The URL names the edited script.
import './script.css'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { useText } from '../../../ui/words.ts'
import { PartTab } from '../config/part-tab.tsx'
import type { EquipmentInfo } from '../equipment/contract.ts'
import { EquipmentEditor } from '../open/equipment-editor.tsx'
import { editingOf } from './editing.ts'
import { ScriptEditor } from './editor.tsx'
import { ScriptList } from './list.tsx'
import { scriptText } from './text.ts'

export default function ScriptPage() {
  return <EquipmentEditor>{(info) => <ScriptTab info={info} />}</EquipmentEditor>
}

function ScriptTab({ info }: { info: EquipmentInfo }) {
  const t = useText(scriptText)
  return (
    <PartTab
      info={info}
      icon="script"
      gone={t('gone')}
      toList={t('toList')}
      list={(head) => <ScriptList info={info} head={head} />}
      beginning={(config, { edit }) => beginning(config, edit)}
      editor={(begun, open) => <ScriptEditor info={info} {...open} {...begun} />}
    />
  )
}

function beginning({ scripts }: EquipmentConfig, edit: string | undefined) {
  if (!edit) return { first: editingOf(), scriptId: undefined }
  const script = scripts.find(({ id }) => id === Number(edit))
  return script && { first: editingOf(script), scriptId: script.id }
}
