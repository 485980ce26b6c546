// The form of an alarm rule in its pieces, for rules over other variables than those of a device.
import './alarm-rule.css'

export { type AlarmPart, ConditionFields } from './condition-fields.tsx'
export {
  draftOf,
  type Editing,
  editingFaults,
  editingOf,
  isSame as isSameEditing,
} from './editing.ts'
export { AlarmField } from './field.tsx'
export { MessageField } from './message-field.tsx'
export { AdviceField, DelayFields, LevelField, NameField } from './rule-fields.tsx'
export { StepsField } from './steps-field.tsx'
export { alarmRuleText } from './text.ts'
export { TriedPanel } from './tried-panel.tsx'
export type { AskTried } from './use-tried.ts'
export { conditionWords, knownOf, notifiedWords } from './words.ts'
