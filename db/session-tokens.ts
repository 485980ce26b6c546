// Tokens of sockets, good once: of a session no more are kept than it may ever use at a time.
import { limits } from '../contract/limits.ts'
import type { ScopedTable, WritableSight } from './sight.ts'

type TokenTable = Extract<ScopedTable, 'socketToken' | 'messageToken' | 'pageToken'>

/** Takes away the tokens of a session that end first, beyond `limits.socketTokensPerSession`. */
export async function keepNewestTokens(sight: WritableSight, table: TokenTable, sessionHash: Buffer): Promise<void> {
  // All of them have these columns.
  const tokens = table as 'socketToken'
  const newest = sight
    .from(tokens)
    .select('tokenHash')
    .where('sessionHash', '=', sessionHash)
    .orderBy('expiresAt', 'desc')
    .limit(limits.socketTokensPerSession)
  await sight.remove(tokens).where('sessionHash', '=', sessionHash).where('tokenHash', 'not in', newest).execute()
}
