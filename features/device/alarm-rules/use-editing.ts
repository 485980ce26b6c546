// State of the alarm rule editor.
import { call } from '../../../contract/call.ts'
import type { AlarmRule, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { useText } from '../../../ui/words.ts'
import { type BeginEditing, usePartEditing, withDraftIn } from '../config/part-editing.ts'
import { saveAlarmRule } from './contract.ts'
import { draftOf, type Editing, editingFaults, editingOf, isSame, mergedEditing } from './editing.ts'
import { alarmRuleText } from './text.ts'

export type Begin = BeginEditing<Editing> & {
  /** Id of the changed rule; undefined for a new rule. */
  ruleId: AlarmRule['id'] | undefined
}

const savedIn = ({ alarms }: EquipmentConfig, ruleId: AlarmRule['id'] | undefined): Editing | undefined => {
  const rule = alarms.find(({ id }) => id === ruleId)
  return rule && editingOf(rule)
}

export function useEditing({ ruleId, ...begin }: Begin) {
  const t = useText(alarmRuleText)
  return usePartEditing(begin, ruleId, {
    savedIn: (config) => savedIn(config, ruleId),
    draftOf,
    faultsOf: editingFaults,
    isSame,
    merged: mergedEditing,
    withDraft: ({ alarms, ...config }, draft) => ({ ...config, alarms: draft ? withDraftIn(alarms, draft) : alarms }),
    save: (at, rule) => call(saveAlarmRule, { ...at, rule }),
    words: {
      what: t('rules'),
      saved: (name) => t('saved', { name }),
      sent: t('sent'),
      discardTitle: t('discardTitle'),
      discardNote: t('discardNote'),
      leave: t('leave'),
    },
  })
}
