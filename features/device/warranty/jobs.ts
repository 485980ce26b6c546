import type { Job } from '../../frame/serve.ts'
import { tellWarranties } from './notice.ts'

export default [{ name: 'tell of warranties that end', everyMs: 60_000, run: tellWarranties }] satisfies Job[]
