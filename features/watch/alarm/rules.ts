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
import type { AlarmState } from './contract.ts'

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

/** Terms of EEMUA 191: a peak is counted over ten minutes; a rule with more alarms than this in that time chatters. */
export const peakMs = 10 * 60_000
export const hourMs = 3600_000
export const chatteringCount = 3
/** An alarm that is active for more than a day has no informative value. */
export const standingMs = 24 * hourMs
/** Alarms per hour that one operator can handle: about six, at most twelve. */
export const manageablePerHour = { aim: 6, most: 12 }

/** The median; for an even number the mean of the two middle values; null if there are no values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
