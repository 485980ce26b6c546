// Single-use tokens of sockets: a session keeps only as many as it may use at the same time.
import { limits } from '../contract/limits.ts'
import type { ScopedTable, WritableSight } from './sight.ts'

type TokenTable = Extract<ScopedTable, 'socketToken' | 'messageToken' | 'pageToken'>

/** Removes the tokens of a session that expire first, beyond `limits.socketTokensPerSession`. */
export async function keepNewestTokens(sight: WritableSight, table: TokenTable, sessionHash: Buffer): Promise<void> {
  // All three tables of tokens have the columns that are used here.
  const tokens = table as 'socketToken'
  const newest = sight
    .from(tokens)
    .select('tokenHash')
    .where('sessionHash', '=', sessionHash)
    .orderBy('expiresAt', 'desc')
    .limit(limits.socketTokensPerSession)
  await sight.remove(tokens).where('sessionHash', '=', sessionHash).where('tokenHash', 'not in', newest).execute()
}
