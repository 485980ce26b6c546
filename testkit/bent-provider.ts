// A provider of OpenID Connect with the answers of a test: rubbish, tokens of other people, or nothing.
import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listening } from './open-id-provider.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const newKey = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } }
}
type Key = ReturnType<typeof newKey>

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signed(claims: object, header: object, key: KeyObject): string {
  const text = `${base64(header)}.${base64(claims)}`
  return `${text}.${createSign('sha256').update(text).sign(key).toString('base64url')}`
}

export const json =
  (value: unknown, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }

export type BentProvider = {
  issuer: string
  /** Replaces the answer of a path. */
  bent: Map<string, Answer>
  /** Replaces claims of the next ID tokens; undefined leaves a claim out. */
  claims: Record<string, unknown>
  header: Record<string, unknown>
  /** Signs the next ID tokens with another key, which is published or not. */
  changeKey(isPublished: boolean): void
  /** Returns the query with which the browser returns, as after a sign-in. */
  comeBack(url: string): string
  /** Makes the provider answer correctly again. */
  straighten(): void
  stop(): Promise<void>
}

/** The account is always `somebody`. */
export async function bentProvider(): Promise<BentProvider> {
  let published: Key = newKey('first')
  let signing = published
  const bent = new Map<string, Answer>()
  const nonces = new Map<string, { nonce: string; challenge: string; clientId: string }>()
  const given: Pick<BentProvider, 'claims' | 'header'> = { claims: {}, header: {} }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, issuer)
    const answer = bent.get(pathname) ?? straight[pathname]
    if (answer) answer(request, response)
    else json({}, 404)(request, response)
  })
  const issuer = await listening(server)

  const token: Answer = async (request, response) => {
    let body = ''
    for await (const piece of request) body += String(piece)
    const asked = new URLSearchParams(body)
    const code = nonces.get(asked.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (!code || challenge !== code.challenge) return json({ error: 'invalid_grant' }, 400)(request, response)
    const now = Math.floor(Date.now() / 1000)
    const usual = { iss: issuer, sub: 'somebody', aud: code.clientId, nonce: code.nonce, iat: now, exp: now + 300 }
    const email = { email: 'somebody@works.example', email_verified: true, auth_time: now }
    const header = { alg: 'RS256', kid: signing.kid, ...given.header }
    const idToken = signed({ ...usual, ...email, ...given.claims }, header, signing.privateKey)
    return json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken })(request, response)
  }
  const straight: Record<string, Answer> = {
    '/.well-known/openid-configuration': json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': (request, response) => json({ keys: [published.jwk] })(request, response),
    '/token': (request, response) => void token(request, response),
  }
  return {
    issuer,
    bent,
    get claims() {
      return given.claims
    },
    set claims(claims) {
      given.claims = claims
    },
    get header() {
      return given.header
    },
    set header(header) {
      given.header = header
    },
    changeKey(isPublished) {
      signing = newKey(isPublished ? 'second' : published.kid)
      if (isPublished) published = signing
    },
    comeBack(url) {
      const { searchParams } = new URL(url)
      const code = createHash('sha256').update(url).digest('base64url')
      nonces.set(code, {
        nonce: searchParams.get('nonce')!,
        challenge: searchParams.get('code_challenge')!,
        clientId: searchParams.get('client_id')!,
      })
      return `?${new URLSearchParams({ code, state: searchParams.get('state')! })}`
    },
    straighten() {
      bent.clear()
      given.claims = {}
      given.header = {}
      signing = published
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
