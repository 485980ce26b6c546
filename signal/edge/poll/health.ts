// The health of one driver: counters since the configuration took effect. [S3 Driver]
import type { DriverFault } from '../../../drivers/driver.ts'

export type Health = {
  /** Reads and writes sent to the device, and those that failed; failed connection attempts count as both. */
  requests: number
  errors: number
  /** Time between the last two readings of the block that was read last. */
  cycleMs: number | undefined
  /** The last fault, however old; `at` is monotonic ms. */
  fault: { code: number; text: string; at: number } | undefined
}

export const newHealth = (): Health => ({ requests: 0, errors: 0, cycleMs: undefined, fault: undefined })

/** Counts a failed request. */
export function countFault(health: Health, { code, message }: Pick<DriverFault, 'code' | 'message'>, at: number): void {
  health.requests++
  health.errors++
  health.fault = { code, text: message, at }
}

/** Counts a successful read. `before`: when the same block was read the previous time. */
export function countRead(health: Health, at: number, before: number | undefined): void {
  health.requests++
  if (before !== undefined) health.cycleMs = at - before
}
