import { limits } from '../../../contract/limits.ts'
import type { Job } from '../../frame/serve.ts'
import { removeWaiting } from './store.ts'

export default [
  {
    name: 'remove registered accounts that nobody enabled',
    everyMs: 3_600_000,
    run: async ({ db, now }) => {
      await removeWaiting(db, now() - limits.registrationWaitDays * 86_400_000)
    },
  },
] satisfies Job[]
