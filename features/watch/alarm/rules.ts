// The states of an alarm after ISA-18.2, and what moves it from one to another. Pure. [DESIGN 9 Confirm and ISA-18.2]
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
// A cleared occurrence never becomes active again: when the condition holds once more, that is another one. Shelving is of
// the rule, not of the occurrence: it changes nobody's state.
import type { AlarmState } from './contract.ts'

/** What decides the state of an occurrence; instants in epoch ms, null: it has not happened. */
export type Standing = {
  isLatched: boolean
  clearedAt: number | null
  acknowledgedAt: number | null
  resetAt: number | null
}

export type AlarmAct = 'cleared' | 'acknowledged' | 'reset'

/** A new occurrence. */
export const raised = (isLatched: boolean): Standing => ({
  isLatched,
  clearedAt: null,
  acknowledgedAt: null,
  resetAt: null,
})

export const stateOf = ({ isLatched, clearedAt, resetAt }: Standing): AlarmState => {
  if (clearedAt === null) return 'active'
  return isLatched && resetAt === null ? 'latched' : 'cleared'
}

/** It stands, or it waits for somebody. */
export const isOpen = (alarm: Standing): boolean => stateOf(alarm) !== 'cleared' || alarm.acknowledgedAt === null

/** After an act at an instant; the same object where the act is none of this state. */
export function after(alarm: Standing, act: AlarmAct, at: number): Standing {
  if (act === 'cleared') return alarm.clearedAt === null ? { ...alarm, clearedAt: at } : alarm
  if (act === 'acknowledged') return alarm.acknowledgedAt === null ? { ...alarm, acknowledgedAt: at } : alarm
  // Who resets it has seen it.
  return stateOf(alarm) === 'latched' ? { ...alarm, resetAt: at, acknowledgedAt: alarm.acknowledgedAt ?? at } : alarm
}

/** [S4] Somebody confirmed it. */
export const isResolved = ({ acknowledgedAt }: Pick<Standing, 'acknowledgedAt'>): boolean => acknowledgedAt !== null

/** After EEMUA 191: a peak is of ten minutes; a rule that raises more than this within them chatters. */
export const peakMs = 10 * 60_000
export const hourMs = 3600_000
export const chatteringCount = 3
/** An alarm that stands longer than a day tells nobody anything. */
export const standingMs = 24 * hourMs
/** An operator follows about six in an hour, and no more than twelve. */
export const manageablePerHour = { aim: 6, most: 12 }

/** The middle one, of an even number the mean of the two; null without any. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
