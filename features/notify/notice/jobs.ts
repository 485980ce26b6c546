import type { Job } from '../../frame/serve.ts'
import { tellNotices } from './tell.ts'

export default [{ name: 'tell announcements', everyMs: 2_000, run: tellNotices }] satisfies Job[]
