import { vi } from 'vitest'

/** Waits until the check holds: as long as a loaded machine may need, since only the condition matters. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 })
