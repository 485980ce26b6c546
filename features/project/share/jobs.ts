import type { Job } from '../../frame/serve.ts'
import { announceEndingShares } from './expiry.ts'

export default [
  { name: 'announce shares of projects that end', everyMs: 60_000, run: announceEndingShares },
] satisfies Job[]
