import { vi } from 'vitest'

/** Waits until the check holds: as long as a loaded machine may need, since only the condition matters. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 10 })

/** Looks until there is something, and answers it. The test's own limit ends what never comes to be. */
export const until = <T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> =>
  vi.waitFor(
    async () => {
      const found = await look()
      if (found === undefined) throw new Error('it never came to be')
      return found
    },
    { timeout: 60_000, interval: 20 },
  )
