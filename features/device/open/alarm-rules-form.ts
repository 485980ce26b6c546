// The parts of the alarm rule form, for rules over variables that belong to no device.
export type { AlarmPart } from '../alarm-rules/use-was.ts'

import '../alarm-rules/alarm-rule.css'

export { ConditionFields } from '../alarm-rules/condition-fields.tsx'
export {
  draftOf,
  type Editing,
  editingFaults,
  editingOf,
  isSame as isSameEditing,
} from '../alarm-rules/editing.ts'
export { AlarmField } from '../alarm-rules/field.tsx'
export { MessageField } from '../alarm-rules/message-field.tsx'
export { AdviceField, DelayFields, LevelField, NameField } from '../alarm-rules/rule-fields.tsx'
export { StepsField } from '../alarm-rules/steps-field.tsx'
export { alarmRuleText } from '../alarm-rules/text.ts'
export { conditionWords, knownOf, notifiedWords } from '../alarm-rules/words.ts'
