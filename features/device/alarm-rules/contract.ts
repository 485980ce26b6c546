// The alarm rules of a device: when an alarm is raised, what is told, and what it would have been in the past. [S3 Alarm]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { AlarmRule } from '../../../contract/equipment-config.ts'
import { AlarmRuleId, checkedLater, EquipmentId, Instant } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { configAt, savedConfig } from '../config/contract.ts'

/** A rule on its way in: the platform gives it its id. */
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
    // Each rule is checked by itself, so that all that are wrong are named at once.
    save: z.array(checkedLater(AlarmRuleDraft)).max(limits.alarmRulesPerEquipment * 2),
    remove: z.array(AlarmRuleId).max(limits.alarmRulesPerEquipment),
  }),
  output: savedConfig,
})

export const deleteAlarmRule = post('/lfscada/equipment/alarm/delete', {
  may: 'equipment:edit',
  templates: true,
  on: { equipment: 'equipmentId' },
  about: 'Deletes an alarm rule. Alarms that it raised stay in the list; one that stands is cleared.',
  input: z.object({ ...configAt, ruleId: AlarmRuleId }),
  output: savedConfig,
})

/** An alarm that a rule would have raised; `clearedAt` null: it would still stand at the end. */
export const TriedAlarm = z.object({ raisedAt: Instant, clearedAt: Instant.nullable(), value: z.number().nullable() })
export type TriedAlarm = z.output<typeof TriedAlarm>

/** A stored variable over time, as closely as a screen shows it: lows and highs; null where nobody knows. */
export const TriedCurve = z.object({ times: z.array(Instant), values: z.array(z.number().nullable()) })
export type TriedCurve = z.output<typeof TriedCurve>

/** What a rule would have raised in a span of the past. */
export const Tried = z.object({
  raised: z.number(),
  /** While it stood, all together, and the longest; under five minutes: how many. */
  activeMs: z.number(),
  longestMs: z.number(),
  short: z.number(),
  /** The hour (beginning at a full hour of UTC) with most, and how many. */
  worst: z.object({ from: Instant, count: z.number() }).nullable(),
  /** The latest of them, at most `limits.triedAlarms`, oldest first. */
  alarms: z.array(TriedAlarm),
})
export type Tried = z.output<typeof Tried>

export const tryAlarmRule = post('/lfscada/equipment/alarm/try', {
  may: 'history:view',
  on: { equipment: 'equipmentId' },
  heavy: true,
  about:
    'What an alarm rule would have raised in a span of the past, by the evaluator that judges live values, over what history holds of its variables.',
  input: z.object({ equipmentId: EquipmentId, rule: AlarmRuleDraft, from: Instant, to: Instant }),
  output: z.object({
    /** Readings that were judged. */
    readings: z.number(),
    /** Variables of the rule that no history report stores: without them there is nothing to judge. */
    unstored: z.array(z.string()),
    /** How close the stored values lie, median ms: a rule sees between two of them nothing. */
    stepMs: z.number().nullable(),
    /** Of the variable that the rule is about, for its curve. */
    columnId: z.number().nullable(),
    /** That variable in the span, and in the worst hour. */
    curve: TriedCurve,
    worstCurve: TriedCurve.nullable(),
    edited: Tried,
    /** A dead band and a delay with which it chatters less, where it does; and what it would have raised then. */
    suggested: Tried.extend({
      deadBand: z.number().nullable(),
      offDelayS: z.number(),
      /** How much later than as edited an alarm is raised and cleared at most. */
      raisedLaterMs: z.number(),
      clearedLaterMs: z.number(),
    }).nullable(),
  }),
})

/** The longest span that is tried at once. */
export const triedMs = limits.triedDays * 24 * 3600_000
