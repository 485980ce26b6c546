import type { Job } from '../../frame/serve.ts'
import { escalate } from '../alarm-notification/escalate.ts'
import { tellLater } from '../alarm-notification/notify.ts'
import { endShelves, forgetOld } from './upkeep-store.ts'

export default [
  { name: 'tell of alarms that nobody acknowledges', everyMs: 1_000, run: escalate },
  { name: 'end shelving of alarms', everyMs: 5_000, run: ({ db, now }) => endShelves(db, now()) },
  { name: 'notify of alarms that were held back', everyMs: 1_000, run: tellLater },
  { name: 'forget old alarms', everyMs: 3600_000, run: ({ db, now }) => forgetOld(db, now()) },
] satisfies Job[]
