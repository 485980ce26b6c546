// Alarm rules over intermediate variables of projects, with the fields of device rules. [S3 Alarm] Decision 34.
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { AlarmRule } from '../../../contract/equipment-config.ts'
import { AlarmRuleId, EquipmentId, Instant, MvarId } from '../../../contract/fields.ts'
import { tryAlarmRule } from '../../device/alarm-backtest/contract.ts'
import { AlarmRuleDraft } from '../../device/alarm-rules/contract.ts'

/** Maximum number of rules per intermediate variable. */
export const maxMvarAlarms = 20

/**
 * Why a rule is not evaluated: its device is not in the project; the formula uses a variable that was removed, cannot
 * be read or is on a device outside the project; or no history report stores an input.
 */
export const idleReasons = ['device', 'input', 'unstored'] as const

export const MvarAlarmRule = AlarmRule.extend({
  equipmentId: EquipmentId,
  equipmentName: z.string(),
  /** Why the rule is not evaluated; null: it is evaluated, or disabled. */
  idle: z.enum(idleReasons).nullable(),
})
export type MvarAlarmRule = z.output<typeof MvarAlarmRule>

export const queryMvarAlarms = post('/lfscada/project/mvar/alarm/query', {
  may: 'project:view',
  on: { mvar: 'mvarId' },
  about:
    'The alarm rules over an intermediate variable that belong to visible devices, in the order in which they were added.',
  input: z.object({ mvarId: MvarId }),
  output: z.object({
    rules: z.array(MvarAlarmRule),
    /** Devices of the project where the caller may place a rule, that of the first input first. */
    devices: z.array(z.object({ equipmentId: EquipmentId, name: z.string() })),
    /** Inputs that no history report stores; rules cannot be saved while there are any. Visible ones by name. */
    unstored: z.array(z.string()),
  }),
})

export const saveMvarAlarm = post('/lfscada/project/mvar/alarm/save', {
  may: 'project:edit',
  on: { mvar: 'mvarId', equipment: 'equipmentId' },
  about:
    'Adds an alarm rule (no id) over an intermediate variable, or changes one. Its condition names the variable by its id as signalId: a limit, a state or a rate of change. It stands at a device of the project: who sees that device sees its alarms.',
  input: z.object({ mvarId: MvarId, equipmentId: EquipmentId, rule: AlarmRuleDraft }),
  output: z.object({ ruleId: AlarmRuleId }),
})

export const deleteMvarAlarm = post('/lfscada/project/mvar/alarm/delete', {
  may: 'project:edit',
  on: { mvar: 'mvarId' },
  about:
    'Deletes an alarm rule over an intermediate variable. Alarms that it raised stay in the list; an active one is cleared.',
  input: z.object({ mvarId: MvarId, ruleId: AlarmRuleId }),
  output: done,
})

export const tryMvarAlarm = post('/lfscada/project/mvar/alarm/try', {
  may: 'history:view',
  on: { mvar: 'mvarId' },
  heavy: true,
  about:
    'Backtests an alarm rule over an intermediate variable: returns the alarms that it would have raised on values calculated from stored readings, by the same logic as live.',
  input: z.object({ mvarId: MvarId, rule: AlarmRuleDraft, from: Instant, to: Instant }),
  output: tryAlarmRule.output,
})
