import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

type Row = { id: string; tokenHash: Buffer; agent: string | null; ip: string | null; createdAt: number; seenAt: number }

/** Open sessions of an account, last seen first; API keys have their own list. */
export const loadSessions = (sight: Sight, accountId: AccountId, now: number): Promise<Row[]> =>
  sight
    .from('session')
    .select(['session.id', 'session.tokenHash', 'session.agent', 'session.ip', 'session.createdAt', 'session.seenAt'])
    .where('session.accountId', '=', accountId)
    .where('session.apiKeyId', 'is', null)
    .where('session.expiresAt', '>', now)
    .where('session.seenAt', '>', now - limits.sessionIdleMs)
    .orderBy('session.seenAt', 'desc')
    .orderBy('session.createdAt', 'desc')
    .execute()

/** Removes sessions of the account, and returns their number. */
export async function removeSessions(sight: WritableSight, accountId: AccountId, ids: readonly string[]) {
  if (ids.length === 0) return 0
  const removed = sight.remove('session').where('session.accountId', '=', accountId).where('session.id', 'in', ids)
  return (await removed.returning('session.id').execute()).length
}
