import type { Visits } from '../../features/frame/serve.ts'

/** Two ways to come without an account as one: whom neither knows is nobody. */
export const eitherOf = (one: Visits, other: Visits): Visits => ({
  of: async (hash) => (await one.of(hash)) ?? other.of(hash),
  unseen: async (watching) => other.unseen(await one.unseen(watching)),
  unseenPages: async (watching) => other.unseenPages(await one.unseenPages(watching)),
})
