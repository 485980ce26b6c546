// The backtest of an alarm rule over the stored history of its device. [S3 Alarm]
import { z } from 'zod'
import { post } from '../../../contract/endpoint.ts'
import { EquipmentId, Instant } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { AlarmRuleDraft } from '../alarm-rules/contract.ts'

/** An alarm that a rule would have raised; `clearedAt` is null if it was still active at the end. */
export const BacktestAlarm = z.object({
  raisedAt: Instant,
  clearedAt: Instant.nullable(),
  value: z.number().nullable(),
})
export type BacktestAlarm = z.output<typeof BacktestAlarm>

/** A stored variable over time, reduced to the lows and highs that a screen can show; null where no data is known. */
export const BacktestCurve = z.object({ times: z.array(Instant), values: z.array(z.number().nullable()) })
export type BacktestCurve = z.output<typeof BacktestCurve>

/** The alarms that a rule would have raised in a past time range. */
export const Backtest = z.object({
  raised: z.number(),
  /** Total and longest active time in ms; `short` counts alarms under five minutes. */
  activeMs: z.number(),
  longestMs: z.number(),
  short: z.number(),
  /** The UTC hour with the most alarms, and their number. */
  worst: z.object({ from: Instant, count: z.number() }).nullable(),
  /** The latest alarms, at most `limits.triedAlarms`, oldest first. */
  alarms: z.array(BacktestAlarm),
})
export type Backtest = z.output<typeof Backtest>

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
    curve: BacktestCurve,
    worstCurve: BacktestCurve.nullable(),
    edited: Backtest,
    /**
     * A dead band and an off-delay with which the rule chatters less, and the alarms it would have raised; null if none
     * helps.
     */
    suggested: Backtest.extend({
      deadBand: z.number().nullable(),
      offDelayS: z.number(),
      /** Maximum delay of raising and clearing against the edited rule. */
      raisedLaterMs: z.number(),
      clearedLaterMs: z.number(),
    }).nullable(),
  }),
})

/** Maximum time range of a backtest. */
export const maxBacktestMs = limits.triedDays * 24 * 3600_000
