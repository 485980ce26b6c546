// The state of the script editor.
import { call } from '../../../contract/call.ts'
import type { EquipmentConfig, Script } from '../../../contract/equipment-config.ts'
import { useText } from '../../../ui/words.ts'
import { type BeginEditing, usePartEditing, withDraftIn } from '../config/part-editing.ts'
import { saveScript } from './contract.ts'
import { draftOf, type Editing, editingFaults, editingOf, isSame, mergedEditing } from './editing.ts'
import { scriptText } from './text.ts'

export type Begin = BeginEditing<Editing> & {
  /** Id of the changed script; undefined for a new script. */
  scriptId: Script['id'] | undefined
}

const savedIn = ({ scripts }: EquipmentConfig, scriptId: Script['id'] | undefined): Editing | undefined => {
  const script = scripts.find(({ id }) => id === scriptId)
  return script && editingOf(script)
}

export function useEditing({ scriptId, ...begin }: Begin) {
  const t = useText(scriptText)
  return usePartEditing(begin, scriptId, {
    savedIn: (config) => savedIn(config, scriptId),
    draftOf,
    faultsOf: editingFaults,
    isSame,
    merged: mergedEditing,
    withDraft: ({ scripts, ...config }, draft) => ({ ...config, scripts: withDraftIn(scripts, draft) }),
    save: (at, script) => call(saveScript, { ...at, script }),
    words: {
      what: t('scripts'),
      saved: (name) => t('saved', { name }),
      sent: t('sent'),
      discardTitle: t('discardTitle'),
      discardNote: t('discardNote'),
      leave: t('leave'),
    },
  })
}
