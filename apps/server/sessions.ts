// From a request to its user. The cookie's token is random; the database holds only its hash.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../contract/errors.ts'
import type { User } from '../../features/serve.ts'

const cookie = 'gatehouse'

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Hash of the session cookie, or nothing. */
export function sessionHashOf(request: FastifyRequest): Buffer | null {
  const token = request.cookies[cookie]
  return token ? tokenHash(token) : null
}

/** Puts the session into an `HttpOnly`, same-site cookie; `Secure` where the platform is reached by https. */
export function setSessionCookie(reply: FastifyReply, token: string, secure: boolean): void {
  reply.setCookie(cookie, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 30 * 24 * 3600 })
}

export const clearSessionCookie = (reply: FastifyReply): void => void reply.clearCookie(cookie, { path: '/' })

/** The language a request asks for; Chinese unless it prefers English. [S1] */
export function languageOf(request: FastifyRequest): Language {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh-cn'
}

/**
 * Whether a request that changes something came from our own pages. Browsers always send an Origin with a POST and
 * with a web socket; a client without one is no browser and brings no foreign cookies.
 */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  if (publicUrl !== null) return origin === new URL(publicUrl).origin
  return origin === `${request.protocol}://${request.host}`
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Metrics are for a collector on this machine, or for an administrator who is signed in. */
export async function maySeeMetrics(
  request: FastifyRequest,
  userOf: (sessionHash: Buffer) => Promise<User | undefined>,
): Promise<boolean> {
  const isLocal = loopback.test(request.ip) && request.headers['x-forwarded-for'] === undefined
  if (isLocal) return true
  const hash = sessionHashOf(request)
  const user = hash ? await userOf(hash) : undefined
  return user?.auths.includes('platform:admin') ?? false
}
