// The alarm rules of a device: conditions, messages, notification steps, and the backtest over stored history. [S3
// Alarm]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { AlarmRule } from '../../../contract/equipment-config.ts'
import { AlarmRuleId, checkedLater, EquipmentId, Instant } from '../../../contract/fields.ts'
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

/** An alarm that a rule would have raised; `clearedAt` is null if it was still active at the end. */
export const TriedAlarm = z.object({ raisedAt: Instant, clearedAt: Instant.nullable(), value: z.number().nullable() })
export type TriedAlarm = z.output<typeof TriedAlarm>

/** A stored variable over time, reduced to the lows and highs that a screen can show; null where no data is known. */
export const TriedCurve = z.object({ times: z.array(Instant), values: z.array(z.number().nullable()) })
export type TriedCurve = z.output<typeof TriedCurve>

/** The alarms that a rule would have raised in a past time range. */
export const Tried = z.object({
  raised: z.number(),
  /** Total and longest active time in ms; `short` counts alarms under five minutes. */
  activeMs: z.number(),
  longestMs: z.number(),
  short: z.number(),
  /** The UTC hour with the most alarms, and their number. */
  worst: z.object({ from: Instant, count: z.number() }).nullable(),
  /** The latest alarms, at most `limits.triedAlarms`, oldest first. */
  alarms: z.array(TriedAlarm),
})
export type Tried = z.output<typeof Tried>

export const tryAlarmRule = post('/lfscada/equipment/alarm/try', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about:
    'Backtests an alarm rule: returns the alarms that it would have raised on the stored history of its variables, by the same logic as live.',
  input: z.object({ equipmentId: EquipmentId, rule: AlarmRuleDraft, from: Instant, to: Instant }),
  output: z.object({
    /** Number of readings that were evaluated. */
    readings: z.number(),
    /** Variables of the rule that no history report stores; without them nothing can be evaluated. */
    unstored: z.array(z.string()),
    /** Median distance of the stored values, ms: changes between two of them are not seen. */
    stepMs: z.number().nullable(),
    /** The history column of the rule's variable. */
    columnId: z.number().nullable(),
    /** Curves of that variable in the whole range and in the worst hour. */
    curve: TriedCurve,
    worstCurve: TriedCurve.nullable(),
    edited: Tried,
    /**
     * A dead band and an off-delay with which the rule chatters less, and the alarms it would have raised; null if none
     * helps.
     */
    suggested: Tried.extend({
      deadBand: z.number().nullable(),
      offDelayS: z.number(),
      /** Maximum delay of raising and clearing against the edited rule. */
      raisedLaterMs: z.number(),
      clearedLaterMs: z.number(),
    }).nullable(),
  }),
})

/** Maximum time range of a backtest. */
export const triedMs = limits.triedDays * 24 * 3600_000
