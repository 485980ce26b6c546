// When to read again: pure arithmetic of periods, back-off and retries. All in ms of the monotonic clock.

/** Pauses that tests shorten; `plantPace` is for real plants. */
export type Pace = {
  /** First and longest pause before a connection is opened again. */
  backOffMs: number
  backOffMaxMs: number
  /** Pause before a point is read again whose address or function the device refused. */
  refusedRetryMs: number
}
export const plantPace: Pace = { backOffMs: 500, backOffMaxMs: 4000, refusedRetryMs: 4000 }

/**
 * The next moment of a fixed schedule after `now`: a late read does not shift the schedule, missed reads are skipped.
 */
export function nextDue(dueAt: number, periodMs: number, now: number): number {
  const missed = Math.floor((now - dueAt) / periodMs)
  return dueAt + Math.max(1, missed + 1) * periodMs
}

/**
 * Pause after `failures` in a row: none, then doubling; jitter keeps the boxes of a plant from reconnecting together.
 */
export function backOff(failures: number, firstMs: number, maxMs: number, random: () => number): number {
  if (failures <= 1) return 0
  const full = Math.min(maxMs, firstMs * 2 ** (failures - 2))
  return full * (0.5 + random() / 2)
}

// Codes of contract/errors that the device would return again on an immediate retry.
const refusals: readonly number[] = [1715, 1718, 1720]
const passing: readonly number[] = [1711, 1712, 1714, 1719, 1722, 1724, 1725, 1727]
const silences: readonly number[] = [1714, 1727]

/** Worth an immediate retry: busy, garbled, no answer, too short, connection lost. */
export const isPassing = (code: number): boolean => passing.includes(code)

/** The device did not answer, neither directly nor to the Modbus gateway in front of it. */
export const isSilence = (code: number): boolean => silences.includes(code)

/** The device refuses the addresses themselves: a single one makes the whole block fail. [S8] */
export const isAddressRefusal = (code: number): boolean => code === 1715 || code === 1718

/** When a failed block is read again: rarely after a refusal, else by its period, doubled up to the longest pause. */
export function retryAt(
  failed: { code: number; failures: number; dueAt: number; periodMs: number },
  now: number,
  pace: Pace,
): number {
  const next = nextDue(failed.dueAt, failed.periodMs, now)
  if (refusals.includes(failed.code)) return Math.max(next, now + pace.refusedRetryMs)
  const longer = Math.min(pace.backOffMaxMs, failed.periodMs * 2 ** Math.min(20, failed.failures - 1))
  return Math.max(next, failed.failures > 1 ? now + longer : next)
}
