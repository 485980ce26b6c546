// The alarm rules of a device: conditions, messages and notification steps. [S3 Alarm]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { AlarmRule } from '../../../contract/equipment-config.ts'
import { AlarmRuleId, checkedLater } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { configAt, savedConfig } from '../config/contract.ts'

/** A rule in a request: the id is optional, because the platform assigns it. */
export const AlarmRuleDraft = AlarmRule.extend({ id: AlarmRuleId.nullish() })
export type AlarmRuleDraft = z.output<typeof AlarmRuleDraft>

export const saveAlarmRule = post('/lfscada/equipment/alarm/save', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Adds an alarm rule (no id) or changes one.',
  input: z.object({ ...configAt, rule: AlarmRuleDraft }),
  output: savedConfig.extend({ ruleId: AlarmRuleId }),
})

export const saveAlarmRules = post('/lfscada/equipment/alarm/batch/save', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  heavy: true,
  bodyBytes: limits.listBodyBytes,
  about: 'Adds, changes and deletes alarm rules in one version. Wrong ones answer 10006 and are listed in data.',
  input: z.object({
    ...configAt,
    // Rules are checked one by one in the handler, so that one answer names every invalid rule.
    save: z.array(checkedLater(AlarmRuleDraft)).max(limits.alarmRulesPerEquipment * 2),
    remove: z.array(AlarmRuleId).max(limits.alarmRulesPerEquipment),
  }),
  output: savedConfig,
})

export const deleteAlarmRule = post('/lfscada/equipment/alarm/delete', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Deletes an alarm rule. Alarms that it raised stay in the list; an active one is cleared.',
  input: z.object({ ...configAt, ruleId: AlarmRuleId }),
  output: savedConfig,
})
