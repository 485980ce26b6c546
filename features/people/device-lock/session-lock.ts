// A session is locked while its account has a device lock that it has not shown lately.
import { sql } from 'kysely'
import type { SessionLock } from '../access/part-session-lock.ts'
import { lockLimits } from './limits.ts'
import { lockService } from './lock-service.ts'

const isUsed = sql<boolean>`account.public_key is not null`

export default {
  isUsed,
  isDue: (now) => sql<boolean>`${isUsed} and session.lock_shown_at + ${sql.lit(lockLimits.lapseMs)} <= ${now}`,
  connects: [lockService],
} satisfies SessionLock
