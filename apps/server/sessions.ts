// Maps a request to its session. The cookie's token is random; the database has only its hash.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { sha256 } from '../../core/sha256.ts'
import type { User } from '../../features/frame/serve.ts'
import { visitHeader } from '../../features/project/share/rules.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The browser reaches us by https; set from `ownSite` before any other hook. */
    isSecure: boolean
  }
}

/** Browsers accept `__Host-` cookies only from this very host, by https, for all paths: no other host can set one. */
const nameOf = (name: string, secure: boolean) => (secure ? `__Host-${name}` : name)
export const sessionCookie = (secure: boolean): string => nameOf('gatehouse', secure)
const deviceCookie = (secure: boolean) => nameOf('gatehouse-device', secure)

const recoveryCookie = (secure: boolean) => nameOf('gatehouse-recovery', secure)

const signOnCookie = (secure: boolean) => nameOf('gatehouse-sign-on', secure)

const dayS = 24 * 3600

const hashOf = (token: string | undefined) => (token ? sha256(token) : null)

const bearer = /^bearer +/i

/** A program authenticates with an API key. A page of another site cannot make a browser send this header. */
export const isByKey = ({ headers }: FastifyRequest): boolean => bearer.test(headers.authorization ?? '')

/** A visitor of a share authenticates with this header. A page of another site cannot make a browser send it. */
export const visitHashOf = ({ headers }: FastifyRequest): Buffer | null => {
  const token = headers[visitHeader]
  return typeof token === 'string' && token !== '' ? sha256(token) : null
}

/** Hash of the API key, else of the session cookie; null without either. */
export const sessionHashOf = (request: FastifyRequest): Buffer | null =>
  isByKey(request)
    ? hashOf(request.headers.authorization?.replace(bearer, '').trim())
    : hashOf(request.cookies[sessionCookie(request.isSecure)])

/** Hash of the cookie that marks a browser from which an account has signed in before; null without the cookie. */
export const deviceHashOf = (request: FastifyRequest): Buffer | null =>
  hashOf(request.cookies[deviceCookie(request.isSecure)])

/** Hash of the cookie of a password recovery; null without the cookie. */
export const recoveryHashOf = (request: FastifyRequest): Buffer | null =>
  hashOf(request.cookies[recoveryCookie(request.isSecure)])

/** Hash of the cookie of a single sign-on in progress; null without the cookie. */
export const signOnHashOf = (request: FastifyRequest): Buffer | null =>
  hashOf(request.cookies[signOnCookie(request.isSecure)])

/** Sets a cookie: `HttpOnly`, same-site; `Secure` if the platform is reached by https. */
const put = (reply: FastifyReply, name: string, token: string, days: number) =>
  void reply.setCookie(name, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: reply.request.isSecure,
    maxAge: days * dayS,
  })

export const setSessionCookie = (reply: FastifyReply, token: string): void =>
  put(reply, sessionCookie(reply.request.isSecure), token, 30)

export const setDeviceCookie = (reply: FastifyReply, token: string): void =>
  put(reply, deviceCookie(reply.request.isSecure), token, 180)

/**
 * Sets a cookie for a process that was started in this browser. Links from other sites do not send it; a null token
 * removes it.
 */
function putStrict(reply: FastifyReply, name: string, token: string | null, ms: number): void {
  const secure = reply.request.isSecure
  if (token === null) return void reply.clearCookie(name, { path: '/', secure })
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: ms / 1000 })
}

export const setRecoveryCookie = (reply: FastifyReply, token: string | null): void =>
  putStrict(reply, recoveryCookie(reply.request.isSecure), token, limits.recoveryMs)

export const setSignOnCookie = (reply: FastifyReply, token: string | null): void =>
  putStrict(reply, signOnCookie(reply.request.isSecure), token, limits.signOnMs)

export const clearSessionCookie = (reply: FastifyReply): void =>
  void reply.clearCookie(sessionCookie(reply.request.isSecure), { path: '/', secure: reply.request.isSecure })

/** The language of a request: Chinese unless the request prefers English. [S1] */
export function languageOf(request: FastifyRequest): Language {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh-cn'
}

const loopback = /^(127\.|::1$|::ffff:127\.)/

/** Headers by which proxies report the client. */
const forwarding =
  /^(?:forwarded|via|x-forwarded-.*|x-original-.*|(?:x-)?(?:real|client|cluster-client|true-client)-ip|true-client-ip|cf-connecting-ip)$/

/** Metrics are for a collector on this machine, or for a signed-in administrator. */
export async function maySeeMetrics(
  request: FastifyRequest,
  userOf: (sessionHash: Buffer) => Promise<User | undefined>,
): Promise<boolean> {
  const isLocal = loopback.test(request.ip) && !Object.keys(request.headers).some((name) => forwarding.test(name))
  if (isLocal) return true
  const hash = sessionHashOf(request)
  const user = hash ? await userOf(hash) : undefined
  return user?.auths.includes('platform:admin') ?? false
}
