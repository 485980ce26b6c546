// An alarm in its state at the moment that a page shows. Pure.
import { valueWords } from '../../ui/value-words.ts'
import type { AlarmLine } from '../services.ts'

/** Removes the events after the moment that the page shows. */
export function asOf(line: AlarmLine, moment: number | null): AlarmLine {
  if (moment === null) return line
  const isLater = (at: number | null) => at !== null && at > moment
  const wasOpen = isLater(line.clearedAt)
  const wasWaiting = isLater(line.acknowledgedAt)
  return {
    ...line,
    ...(wasOpen ? { clearedAt: null, state: 'active' as const, isHeard: true } : {}),
    ...(wasWaiting ? { acknowledgedAt: null, acknowledgedName: null } : {}),
  }
}

/** The value that raised the alarm, with its unit. */
export function raisedBy({ value, unit, decimals, texts }: AlarmLine): string {
  const words = valueWords(value, { decimals, unit, texts })
  return unit && value !== null ? `${words} ${unit}` : words
}

/** Newest first; alarms of the same time by descending id. */
export const newestFirst = (a: AlarmLine, b: AlarmLine): number => b.raisedAt - a.raisedAt || b.id - a.id
