// How it goes with one driver, counted since the configuration took effect. [S3 Driver]
import type { DriverFault } from '../../../drivers/driver.ts'

export type Health = {
  /** Reads and writes asked of the device, and those that ended in a fault; failed connects count too. */
  requests: number
  errors: number
  /** How long the latest block took from one reading to the next. */
  cycleMs: number | undefined
  /** The last one, however long ago; `at` monotonic ms. */
  fault: { code: number; text: string; at: number } | undefined
}

export const newHealth = (): Health => ({ requests: 0, errors: 0, cycleMs: undefined, fault: undefined })

export function countFault(health: Health, { code, message }: Pick<DriverFault, 'code' | 'message'>, at: number): void {
  health.requests++
  health.errors++
  health.fault = { code, text: message, at }
}

/** `before`: when the same block was read last. */
export function countRead(health: Health, at: number, before: number | undefined): void {
  health.requests++
  if (before !== undefined) health.cycleMs = at - before
}
