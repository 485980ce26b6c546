import type { Job } from '../serve.ts'
import { pruneAttempts } from './store.ts'

export default [
  { name: 'forget old ways over WeChat', everyMs: 600_000, run: ({ db, now }) => pruneAttempts(db, now()) },
] satisfies Job[]
