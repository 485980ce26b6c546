// A session is locked while its account has a device lock that it has not shown lately.
import type { SessionLock } from '../access/part-session-lock.ts'
import { lockService } from './lock-service.ts'
import { hasLock, isLockDue } from './store.ts'

export default { isUsed: hasLock, isDue: isLockDue, connects: [lockService] } satisfies SessionLock
