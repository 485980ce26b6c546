import type { Job } from '../serve.ts'
import { pruneGuards } from './store.ts'

const dayMs = 24 * 3600_000

export default [
  { name: 'forget old login failures', everyMs: 600_000, run: ({ db, now }) => pruneGuards(db, now() - dayMs) },
] satisfies Job[]
