import type { Job } from '../../frame/serve.ts'
import { pruneTickets } from './store.ts'

export default [
  { name: 'forget old socket tokens', everyMs: 60_000, run: ({ db, now }) => pruneTickets(db, now()) },
] satisfies Job[]
