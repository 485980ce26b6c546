// A way to sign in over another site: the browser leaves with a cookie and returns with an answer, which is accepted
// once.
import { fail } from '../../../contract/errors.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { DB } from '../../../db/schema.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { codes } from '../../platform/verification/contract.ts'
import { type AttemptTable, insertAttempt, type Mark, takeAttempt } from './attempt-store.ts'

export type { Attempt } from './attempt-store.ts'

const hourMs = 3600_000

/** Counts an attempt started from the caller's network. Throws tooFrequent. */
export async function countBegun(
  { use, ip }: Pick<PublicCall, 'use' | 'ip'>,
  what: string,
  max: number,
): Promise<void> {
  if (!(await use(codes).countTry(`${what} of ${networkOf(ip)}`, { max, perMs: hourMs }))) throw fail('tooFrequent')
}

/** Stores the attempt, and marks the browser with a cookie. Throws tooFrequent. */
export async function beginAttempt<T extends AttemptTable>(
  call: Pick<PublicCall, 'db' | 'now' | 'setSignOn'>,
  table: T,
  { state, ms, most }: { state: string; ms: number; most: number },
  own: Omit<DB[T], keyof Mark>,
): Promise<void> {
  const [token, createdAt] = [drawToken(), call.now()]
  const mark: Mark = { stateHash: sha256(state), browserHash: sha256(token), createdAt, expiresAt: createdAt + ms }
  if (!(await insertAttempt(call.db, table, { ...own, ...mark }, most))) throw fail('tooFrequent')
  call.setSignOn(token)
}

/** Removes and returns the attempt that an answer belongs to, for the browser that started it. */
export async function attemptOf<T extends AttemptTable>(
  call: Pick<PublicCall, 'db' | 'now' | 'signOnHash'>,
  table: T,
  query: URLSearchParams,
): Promise<DB[T] | undefined> {
  const [state, browserHash] = [query.get('state'), call.signOnHash]
  if (state === null || browserHash === null) return undefined
  return takeAttempt(call.db, table, { stateHash: sha256(state), browserHash }, call.now())
}
