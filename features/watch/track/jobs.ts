import type { Job } from '../../frame/serve.ts'
import { fixKeptMs } from './rules.ts'
import { forgetFixes } from './store.ts'

export default [
  {
    name: 'forget old places of gateways',
    everyMs: 3600_000,
    run: ({ db, now }) => forgetFixes(db, now() - fixKeptMs),
  },
] satisfies Job[]
