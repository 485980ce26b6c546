import type { Job } from '../../frame/serve.ts'
import { announceExpiringKeys } from './expiry.ts'

export default [{ name: 'announce API keys that expire', everyMs: 60_000, run: announceExpiringKeys }] satisfies Job[]
