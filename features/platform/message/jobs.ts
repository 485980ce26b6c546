import { limits } from '../../../contract/limits.ts'
import type { Job } from '../../frame/serve.ts'
import { removeBeyond, removeOld } from './put-store.ts'
import { pruneTickets } from './store.ts'

const dayMs = 24 * 3600_000

/** Removes some thousand rows at a time, until none is left. */
async function allOf(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) > 0);
}

export default [
  { name: 'forget old message tokens', everyMs: 60_000, run: ({ db, now }) => pruneTickets(db, now()) },
  {
    name: 'remove old messages',
    everyMs: 10 * 60_000,
    async run({ db, now }) {
      await allOf(() => removeOld(db, now() - limits.messageDays * dayMs))
      await allOf(() => removeBeyond(db, limits.messagesPerAccount))
    },
  },
] satisfies Job[]
