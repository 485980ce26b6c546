import { vi } from 'vitest'

/** Waits until the check passes: as long as a loaded machine may need, since only the condition matters. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval: 10 })

/** Polls until there is a result, and returns it. It is limited only by the timeout of the test. */
export const until = <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error('it never came to be')
      return found
    },
    { timeout: 150_000, interval: 20 },
  )
