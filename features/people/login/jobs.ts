import type { Job } from '../../frame/serve.ts'
import { pruneAttempts } from './attempt-store.ts'
import { pruneGuards } from './store.ts'

const dayMs = 24 * 3600_000

export default [
  { name: 'forget old login failures', everyMs: 600_000, run: ({ db, now }) => pruneGuards(db, now() - dayMs) },
  { name: 'forget old ways over other sites', everyMs: 600_000, run: ({ db, now }) => pruneAttempts(db, now()) },
] satisfies Job[]
