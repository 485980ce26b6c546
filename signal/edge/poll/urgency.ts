// The order in which a connection reads what is due by its period, and the pause of a device that does not answer. Pure.
import { backOff, type Pace } from '../schedule.ts'

type Periodic = { readonly periodMs: number }

// Longest pause of one of several silent devices, whose timeouts delay the others on the line.
const longestSilenceMs = 10_000

/**
 * The item to read next: among ready items the one whose period ends first, so that a rarely read item delays a
 * frequently read one by at most the running request. If none is ready, the one that becomes ready first. `readyAt`
 * returns the time from which an item may be read; all times are ms of one clock.
 */
export function nextOf<T extends Periodic>(
  items: Iterable<T>,
  readyAt: (item: T) => number,
  now: number,
): T | undefined {
  let due: T | undefined
  let first: T | undefined
  for (const item of items) {
    if (!first || readyAt(item) < readyAt(first)) first = item
    const isDue = readyAt(item) <= now
    if (isDue && (!due || readyAt(item) + item.periodMs < readyAt(due) + due.periodMs)) due = item
  }
  return due ?? first
}

/** The ready items, the one whose period ends first at the front. */
export function mostUrgentFirst<T extends Periodic>(
  items: readonly T[],
  readyAt: (item: T) => number,
  now: number,
): T[] {
  const turnEnd = (item: T) => readyAt(item) + item.periodMs
  return items.filter((item) => readyAt(item) <= now).sort((a, b) => turnEnd(a) - turnEnd(b))
}

/** `silences`: requests in a row without an answer. `silentUnits`: silent devices on the connection, with this one. */
type Silence = { silences: number; silentUnits: number; timeoutMs: number }

/** The pause of a silent device in ms: the more devices are silent, the longer, because each timeout delays the others. */
export function silencePauseMs(
  { silences, silentUnits, timeoutMs }: Silence,
  pace: Pace,
  random: () => number,
): number {
  const forOthersMs = Math.min(longestSilenceMs, (silentUnits - 1) * timeoutMs * 4)
  return backOff(silences, pace.backOffMs, Math.max(pace.backOffMaxMs, forOthersMs), random)
}
