// The way over a provider: the browser leaves with a mark and comes back with an answer, which is taken once.
import { type Failure, fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { drawToken } from '../../core/draw-token.ts'
import { networkOf } from '../../core/network-of.ts'
import { sha256 } from '../../core/sha256.ts'
import { confirmNow } from '../login/enter.ts'
import type { PublicCall } from '../serve.ts'
import { ProviderFault } from './bounded-fetch.ts'
import { ProviderRefusal } from './open-id.ts'
import type { Claims } from './rules.ts'
import { recordRefusal } from './sign-in.ts'
import {
  type Attempt,
  type Database,
  insertAttempt,
  loadLinked,
  loadProvider,
  type Provider,
  takeAttempt,
} from './store.ts'

const hourMs = 3600_000

/** What is entered at the provider. One of its own for each: an answer of another provider does not come here. */
export const redirectUriOf = (origin: string, slug: string): string => `${origin}/sso/${slug}/callback`

type Begins = Pick<PublicCall, 'now' | 'openId' | 'origin' | 'setSignOn'> & { db: Database }

/** Counts a sign-in that is begun. Throws tooFrequent. */
export async function boundBegun({ codes, ip }: Pick<PublicCall, 'codes' | 'ip'>): Promise<void> {
  const bound = { max: limits.signOnsPerNetworkHour, perMs: hourMs }
  if (!(await codes.countTry(`sign-ons of ${networkOf(ip)}`, bound))) throw fail('tooFrequent')
}

/** What became of the question to a provider, as the browser is told it. */
function failureOf(error: unknown): Failure {
  if (error instanceof ProviderRefusal) return fail('signOnDenied')
  if (!(error instanceof ProviderFault)) return fail('signOnInvalid')
  const { fault, detail } = error
  const isAway = fault === 'timeout' || fault === 'unreachable' || (fault === 'status' && detail?.startsWith('5'))
  return fail(isAway ? 'signOnUnreachable' : 'signOnInvalid')
}

/** Where the browser goes; it is marked by a cookie. `sessionHash`: of a session that is confirmed. */
export async function begin(
  call: Begins,
  provider: Provider,
  { target, sessionHash }: Pick<Attempt, 'target' | 'sessionHash'>,
): Promise<{ url: string }> {
  const { db, now, openId, origin } = call
  const token = drawToken()
  const { state, nonce, verifier } = openId.draw()
  const redirectUri = redirectUriOf(origin, provider.slug)
  const leaving = { state, nonce, verifier, redirectUri, mustBeAnew: sessionHash !== null }
  const url = await openId.leave(provider, leaving).catch((error: unknown) => {
    throw failureOf(error)
  })
  const attempt: Attempt = {
    stateHash: sha256(state),
    browserHash: sha256(token),
    providerId: provider.id,
    issuer: provider.issuer,
    redirectUri,
    nonce,
    verifier,
    target,
    sessionHash,
    createdAt: now(),
    expiresAt: now() + limits.signOnMs,
  }
  if (!(await insertAttempt(db, attempt, limits.signOnsAtOnce))) throw fail('tooFrequent')
  call.setSignOn(token)
  return { url }
}

/** The sign-in under way that this answer is of, taken. Throws signOnGone. */
export async function takenOf(call: PublicCall, slug: string, query: URLSearchParams) {
  const [state, browserHash] = [query.get('state'), call.signOnHash]
  const attempt =
    state !== null && browserHash !== null
      ? await takeAttempt(call.db, { stateHash: sha256(state), browserHash }, call.now())
      : undefined
  const provider = attempt && (await loadProvider(call.db, attempt.providerId))
  if (!attempt || provider?.slug !== slug || provider.issuer !== attempt.issuer) throw fail('signOnGone')
  call.setSignOn(null)
  if (!provider.enabled) throw fail('signOnUnknown')
  return { attempt, provider }
}

/** What the provider says of whoever came back; a failure has its line in the log. */
export async function claimsOf(call: PublicCall, provider: Provider, attempt: Attempt, query: URLSearchParams) {
  const { nonce, verifier, redirectUri, sessionHash, createdAt } = attempt
  const anewWithinS = sessionHash === null ? null : Math.max(0, Math.ceil((call.now() - createdAt) / 1000))
  try {
    return await call.openId.claims(provider, { query, nonce, verifier, redirectUri, anewWithinS })
  } catch (error) {
    const failure = failureOf(error)
    await recordRefusal(call, provider, failure)
    throw failure
  }
}

/** When somebody has signed in at the provider, if it says so: a session that it remembers confirms nothing. */
export const signedInAt = ({ auth_time: at }: Claims): number =>
  typeof at === 'number' && at > 0 ? Math.floor(at * 1000) : 0

/** The session that this began in is confirmed, if its own person has signed in anew. Throws signOnGone, signOnOther. */
export async function confirmAs(
  call: PublicCall,
  provider: Provider,
  sessionHash: Buffer,
  claims: Claims & { sub: string },
): Promise<void> {
  const user = call.sessionHash?.equals(sessionHash) ? await call.userOf(sessionHash) : undefined
  if (!user) throw fail('signOnGone')
  const known = { providerId: provider.id, issuer: provider.issuer, subject: claims.sub }
  if ((await loadLinked(call.db, known))?.id !== user.accountId) {
    const failure = fail('signOnOther')
    await recordRefusal(call, provider, failure, claims)
    throw failure
  }
  await confirmNow(call, sessionHash)
}
