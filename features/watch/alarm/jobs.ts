import type { Job } from '../../frame/serve.ts'
import { endShelves, forgetOld } from './upkeep-store.ts'

export default [
  { name: 'end shelving of alarms', everyMs: 5_000, run: ({ db, now }) => endShelves(db, now()) },
  { name: 'forget old alarms', everyMs: 3600_000, run: ({ db, now }) => forgetOld(db, now()) },
] satisfies Job[]
