// The states of an alarm after ISA-18.2, and the transitions between them. Pure. [DESIGN 9 Confirm and ISA-18.2]
//
//                    raised           cleared                  acknowledged         reset
//   (none)           active, unack    –                        –                    –
//   active, unack    –                cleared (latched) unack  active, acked        –
//   active, acked    –                over (latched: latched)  –                    –
//   cleared, unack   –                –                        over                 –
//   latched, unack   –                –                        latched, acked       over
//   latched, acked   –                –                        –                    over
//   over             –                –                        –                    –
//
// A cleared occurrence never becomes active again: when the condition holds once more, a new occurrence is raised.
// Shelving belongs to the rule and changes no state of an occurrence.
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { AlarmState } from './contract.ts'

/** The page of all alarms; it shows the alarm that its address names. */
export const alarmPage = '/monitor/alarm'

/** The facts that determine the state of an occurrence; instants in epoch ms, null: not yet. */
export type AlarmFacts = {
  isLatched: boolean
  clearedAt: number | null
  acknowledgedAt: number | null
  resetAt: number | null
}

export type AlarmAct = 'cleared' | 'acknowledged' | 'reset'

/** A new occurrence. */
export const raised = (isLatched: boolean): AlarmFacts => ({
  isLatched,
  clearedAt: null,
  acknowledgedAt: null,
  resetAt: null,
})

export const stateOf = ({ isLatched, clearedAt, resetAt }: AlarmFacts): AlarmState => {
  if (clearedAt === null) return 'active'
  return isLatched && resetAt === null ? 'latched' : 'cleared'
}

/** Whether the condition holds, or a reset or acknowledgement is missing. */
export const isOpen = (alarm: AlarmFacts): boolean => stateOf(alarm) !== 'cleared' || alarm.acknowledgedAt === null

/** The occurrence after an act; the same object if its state does not allow the act. */
export function after(alarm: AlarmFacts, act: AlarmAct, at: number): AlarmFacts {
  if (act === 'cleared') return alarm.clearedAt === null ? { ...alarm, clearedAt: at } : alarm
  if (act === 'acknowledged') return alarm.acknowledgedAt === null ? { ...alarm, acknowledgedAt: at } : alarm
  // Resetting an alarm also acknowledges it.
  return stateOf(alarm) === 'latched' ? { ...alarm, resetAt: at, acknowledgedAt: alarm.acknowledgedAt ?? at } : alarm
}

/** [S4] Resolved means acknowledged. */
export const isResolved = ({ acknowledgedAt }: Pick<AlarmFacts, 'acknowledgedAt'>): boolean => acknowledgedAt !== null

/** The median; for an even number the mean of the two middle values; null if there are no values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const dayMs = 24 * 3600_000

/**
 * Checks that the end is not earlier than the start, and that a range from a start to its end, or to now, is at most 30
 * days. [S5]
 */
export function mustSpan(
  { from, to }: { from?: number | null | undefined; to?: number | null | undefined },
  now: number,
): void {
  if (from == null) return
  if (to != null && to < from) throw fail('endBeforeStart', {}, { field: 'to' })
  if ((to ?? now) - from > limits.querySpanDays * dayMs)
    throw fail('spanTooLong', { days: limits.querySpanDays }, { field: 'from' })
}
