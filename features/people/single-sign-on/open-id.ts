// The platform as a client of OpenID Connect: code flow with PKCE, state, nonce, and `iss`. Secrets of providers are
// opened only here.
import * as openId from 'openid-client'
import { limits } from '../../../contract/limits.ts'
import { isLoopbackHttp } from '../../../core/bounded-fetch.ts'
import { boundedFetch, ProviderFault } from './bounded-fetch.ts'
import type { OpenId, ProviderSettings } from './contract.ts'

/** The provider refused; `code` is the error code of OAuth. */
export class ProviderRefusal extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'ProviderRefusal'
    this.code = code
  }
}

type Kept = { metadata: Promise<openId.ServerMetadata>; until: number }

const clientErrors: Record<string, 'notJson' | 'otherIssuer' | 'incomplete' | 'status' | 'timeout'> = {
  OAUTH_RESPONSE_IS_NOT_JSON: 'notJson',
  OAUTH_PARSE_ERROR: 'notJson',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'otherIssuer',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'status',
  OAUTH_INVALID_RESPONSE: 'incomplete',
  OAUTH_MISSING_SERVER_METADATA: 'incomplete',
  OAUTH_INVALID_SERVER_METADATA: 'incomplete',
  OAUTH_TIMEOUT: 'timeout',
}

const causeOf = (error: unknown): unknown => (error as { cause?: unknown }).cause

/** The ProviderFault among the causes of a library error, if there is one. */
function faultIn(error: unknown): ProviderFault | undefined {
  for (let each = error; each instanceof Error; each = causeOf(each)) if (each instanceof ProviderFault) return each
  return undefined
}

function discoveryFault(error: unknown): ProviderFault {
  const known = faultIn(error)
  if (known) return known
  const { code } = error as { code?: string }
  const cause = causeOf(error)
  const fault = clientErrors[code ?? ''] ?? 'notJson'
  if (fault === 'status') return new ProviderFault(fault, cause instanceof Response ? String(cause.status) : null)
  const said = (cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer
  return new ProviderFault(fault, fault === 'otherIssuer' && typeof said === 'string' ? said.slice(0, 200) : null)
}

const textIn = (metadata: openId.ServerMetadata, key: string): string => {
  const value = (metadata as Record<string, unknown>)[key]
  if (typeof value !== 'string' || !URL.canParse(value)) throw new ProviderFault('incomplete', key)
  return value
}

async function discover(issuer: string): Promise<openId.ServerMetadata> {
  const url = new URL(issuer)
  const isPlain = isLoopbackHttp(url)
  const found = await openId
    .discovery(url, 'unused', undefined, undefined, {
      [openId.customFetch]: boundedFetch(isPlain) as openId.CustomFetch,
      execute: isPlain ? [openId.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      throw discoveryFault(error)
    })
  const { supportsPKCE: _, ...metadata } = found.serverMetadata() as openId.ServerMetadata & { supportsPKCE: unknown }
  // Compared exactly: a library that ignores a trailing slash would confuse two issuers.
  if (metadata.issuer !== issuer) throw new ProviderFault('otherIssuer', metadata.issuer.slice(0, 200))
  for (const key of ['authorization_endpoint', 'token_endpoint', 'jwks_uri']) textIn(metadata, key)
  const types = metadata.response_types_supported
  if (Array.isArray(types) && !types.includes('code')) throw new ProviderFault('noCode')
  return metadata as openId.ServerMetadata
}

async function mustHaveKeys(metadata: openId.ServerMetadata): Promise<void> {
  const address = textIn(metadata, 'jwks_uri')
  const response = await boundedFetch(isLoopbackHttp(new URL(metadata.issuer)))(address, {})
  if (response.status !== 200) throw new ProviderFault('noKeys', String(response.status))
  const set = (await response.json().catch(() => null)) as { keys?: unknown } | null
  if (!Array.isArray(set?.keys) || set.keys.length === 0) throw new ProviderFault('noKeys', null)
}

export function createOpenId({ unseal, now }: { unseal(sealed: Buffer): string; now(): number }): OpenId {
  const kept = new Map<string, Kept>()

  /** Cached for one minute, so that many sign-ins cause one request. */
  function metadataOf(issuer: string): Promise<openId.ServerMetadata> {
    const known = kept.get(issuer)
    if (known && known.until > now()) return known.metadata
    const metadata = discover(issuer)
    kept.set(issuer, { metadata, until: now() + limits.signOnMetadataMs })
    metadata.catch(() => kept.delete(issuer))
    return metadata
  }

  /** Created for each sign-in, so that keys are fetched anew and a rotated key is accepted. */
  async function configuration({ issuer, clientId, secretSealed }: ProviderSettings): Promise<openId.Configuration> {
    const metadata = await metadataOf(issuer)
    const methods = metadata.token_endpoint_auth_methods_supported
    const secret = unseal(secretSealed)
    const isBasic = !Array.isArray(methods) || methods.includes('client_secret_basic')
    const auth = isBasic ? openId.ClientSecretBasic(secret) : openId.ClientSecretPost(secret)
    const config = new openId.Configuration(metadata, clientId, undefined, auth)
    const isPlain = isLoopbackHttp(new URL(issuer))
    config[openId.customFetch] = boundedFetch(isPlain) as openId.CustomFetch
    if (isPlain) openId.allowInsecureRequests(config)
    // Verifies the signature of an ID token, in addition to the TLS connection.
    openId.enableNonRepudiationChecks(config)
    return config
  }

  return {
    draw: () => ({
      state: openId.randomState(),
      nonce: openId.randomNonce(),
      verifier: openId.randomPKCECodeVerifier(),
    }),

    async leave(provider, { state, nonce, verifier, redirectUri, mustBeAnew }) {
      const url = openId.buildAuthorizationUrl(await configuration(provider), {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        nonce,
        code_challenge: await openId.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(mustBeAnew ? { prompt: 'login', max_age: '0' } : {}),
      })
      return url.href
    },

    async claims(provider, { query, nonce, verifier, redirectUri, anewWithinS }) {
      const refused = query.get('error')
      const config = await configuration(provider)
      const back = new URL(redirectUri)
      back.search = query.toString()
      try {
        const tokens = await openId.authorizationCodeGrant(config, back, {
          expectedState: query.get('state') ?? '',
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          // The tolerance of the clock is added to this time.
          ...(anewWithinS === null ? {} : { maxAge: anewWithinS }),
        })
        const said = tokens.claims()!
        const hasMore = config.serverMetadata().userinfo_endpoint !== undefined
        const more = hasMore ? await openId.fetchUserInfo(config, tokens.access_token, said.sub) : {}
        return { ...more, ...said }
      } catch (error) {
        if (refused !== null && error instanceof openId.AuthorizationResponseError)
          throw new ProviderRefusal(error.error)
        throw faultIn(error) ?? error
      }
    },

    async test(issuer) {
      const metadata = await discover(issuer)
      await mustHaveKeys(metadata)
    },
  }
}
