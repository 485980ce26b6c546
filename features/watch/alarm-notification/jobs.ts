import type { Job } from '../../frame/serve.ts'
import { escalate } from './escalate.ts'
import { notifyLater } from './notify.ts'

export default [
  { name: 'escalate unacknowledged alarms', everyMs: 1_000, run: escalate },
  { name: 'notify of alarms that were held back', everyMs: 1_000, run: notifyLater },
] satisfies Job[]
