// Signing in over a provider: the browser leaves with a cookie and returns with an answer, which is accepted once.
import { type Failure, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { sessionUser } from '../../frame/spine-services.ts'
import { attemptOf, beginAttempt } from '../login/part-attempt.ts'
import { confirmNow } from '../login/part-enter.ts'
import { ProviderFault } from './bounded-fetch.ts'
import { openId } from './contract.ts'
import { ProviderRefusal } from './open-id.ts'
import type { Claims } from './rules.ts'
import { recordRefusal } from './sign-in.ts'
import { loadLinked, loadProvider, type Provider } from './store.ts'
import type { SignOnAttempt } from './tables.ts'

/** Redirect URI, separate for each provider, so that an answer of another provider is not accepted. */
export const redirectUriOf = (origin: string, slug: string): string => `${origin}/sso/${slug}/callback`

type Begins = Pick<PublicCall, 'db' | 'now' | 'use' | 'origin' | 'setSignOn'>

/** Maps an error of a provider to the failure that the browser receives. */
function failureOf(error: unknown): Failure {
  if (error instanceof ProviderRefusal) return fail('signOnDenied')
  if (!(error instanceof ProviderFault)) return fail('signOnInvalid')
  const { fault, detail } = error
  const isAway = fault === 'timeout' || fault === 'unreachable' || (fault === 'status' && detail?.startsWith('5'))
  return fail(isAway ? 'signOnUnreachable' : 'signOnInvalid')
}

/** Returns the address at the provider, and marks the browser with a cookie. `sessionHash`: the session to confirm. */
export async function begin(
  call: Begins,
  provider: Provider,
  { target, sessionHash }: Pick<SignOnAttempt, 'target' | 'sessionHash'>,
): Promise<{ url: string }> {
  const { use, origin } = call
  const { state, nonce, verifier } = use(openId).draw()
  const redirectUri = redirectUriOf(origin, provider.slug)
  const leaving = { state, nonce, verifier, redirectUri, mustBeAnew: sessionHash !== null }
  const url = await use(openId)
    .leave(provider, leaving)
    .catch((error: unknown) => {
      throw failureOf(error)
    })
  const begun = { state, ms: limits.signOnMs, most: limits.signOnsAtOnce }
  const { id: providerId, issuer } = provider
  const own = { providerId, issuer, redirectUri, nonce, verifier, target, sessionHash }
  await beginAttempt(call, 'signOnAttempt', begun, own)
  return { url }
}

/** Removes and returns the attempt that an answer belongs to, with its provider. Throws signOnGone, signOnUnknown. */
export async function takenOf(call: PublicCall, slug: string, query: URLSearchParams) {
  const attempt = await attemptOf(call, 'signOnAttempt', query)
  const provider = attempt && (await loadProvider(call.db, attempt.providerId))
  if (!attempt || provider?.slug !== slug || provider.issuer !== attempt.issuer) throw fail('signOnGone')
  call.setSignOn(null)
  if (!provider.enabled) throw fail('signOnUnknown')
  return { attempt, provider }
}

/** The provider's claims about the person who returned from its login page. Logs a failure. */
export async function claimsOf(call: PublicCall, provider: Provider, attempt: SignOnAttempt, query: URLSearchParams) {
  const { nonce, verifier, redirectUri, sessionHash, createdAt } = attempt
  const anewWithinS = sessionHash === null ? null : Math.max(0, Math.ceil((call.now() - createdAt) / 1000))
  try {
    return await call.use(openId).claims(provider, { query, nonce, verifier, redirectUri, anewWithinS })
  } catch (error) {
    const failure = failureOf(error)
    await recordRefusal(call, provider, failure)
    throw failure
  }
}

/** When the person signed in at the provider, if the claims report it; else 0, which confirms nothing. */
export const signedInAt = ({ auth_time: at }: Claims): number =>
  typeof at === 'number' && at > 0 ? Math.floor(at * 1000) : 0

/**
 * Confirms the session in which the attempt started, if its own account signed in anew. Throws signOnGone, signOnOther.
 */
export async function confirmAs(
  call: PublicCall,
  provider: Provider,
  sessionHash: Buffer,
  claims: Claims & { sub: string },
): Promise<void> {
  const user = call.sessionHash?.equals(sessionHash) ? await call.use(sessionUser)(sessionHash) : undefined
  if (!user) throw fail('signOnGone')
  const known = { providerId: provider.id, issuer: provider.issuer, subject: claims.sub }
  if ((await loadLinked(call.db, known))?.id !== user.accountId) {
    const failure = fail('signOnOther')
    await recordRefusal(call, provider, failure, claims)
    throw failure
  }
  await confirmNow(call, sessionHash)
}
