import type { Job } from '../../frame/serve.ts'
import { prune } from './store.ts'

const dayMs = 24 * 3600_000

export default [
  { name: 'forget old codes', everyMs: 600_000, run: ({ db, now }) => prune(db, now(), now() - dayMs) },
] satisfies readonly Job[]
