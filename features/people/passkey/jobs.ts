import type { Job } from '../../frame/serve.ts'
import { pruneChallenges } from './store.ts'

export default [
  { name: 'forget old challenges of passkeys', everyMs: 600_000, run: ({ db, now }) => pruneChallenges(db, now()) },
] satisfies Job[]
