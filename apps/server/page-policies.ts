// Pages with their own content security policy: the page of a shared device may be framed by the sites that its share
// names; the page of an account that requires a lock may call the lock's service.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../core/sha256.ts'
import type { Platform } from '../../features/frame/serve.ts'
import { sessionUser } from '../../features/frame/spine-services.ts'
import { lockConnects } from '../../features/people/access/lock-store.ts'
import { closedBy } from '../../features/project/share/rules.ts'
import { findShare } from '../../features/project/share/store.ts'
import { sessionHashOf } from './sessions.ts'

type Needs = Pick<Platform, 'db' | 'now' | 'use'>

const header = 'content-security-policy'
const ownFrames = "frame-ancestors 'self'"
const sharePage = /^\/share\/([\w-]{1,100})(?:\/?(?:[?#]|$))/

/** The sites of an active share; none while the database is unavailable. */
async function sitesOf({ db, now }: Needs, token: string): Promise<readonly string[]> {
  const tokenHash = sha256(token)
  const share = await findShare(db, tokenHash).catch(() => undefined)
  if (!share || share.orgDisabled) return []
  const { isShared, passwordHash, expiresAt, ancestors } = share
  return closedBy({ isShared, hasPassword: passwordHash !== null, expiresAt }, now()) ? [] : ancestors
}

/** True if the account requires a device lock, whose service runs on the user's own machine. */
async function usesLock({ use }: Needs, request: FastifyRequest): Promise<boolean> {
  const hash = sessionHashOf(request)
  // The page is served even without a database.
  const user = hash && (await use(sessionUser)(hash).catch(() => undefined))
  return user?.useLock ?? false
}

function widen(reply: FastifyReply, from: string, to: string): void {
  reply.header(header, String(reply.getHeader(header)).replace(from, to))
}

export function tellPagePolicies(http: FastifyInstance, needs: Needs): void {
  http.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (isPage && (await usesLock(needs, request)))
      widen(reply, 'connect-src ', `connect-src ${lockConnects.join(' ')} `)
    const token = sharePage.exec(request.url)?.[1]
    const sites = token === undefined ? [] : await sitesOf(needs, token)
    if (sites.length === 0) return
    widen(reply, ownFrames, [ownFrames, ...sites].join(' '))
    // X-Frame-Options cannot list sites, and would forbid all of them.
    reply.removeHeader('x-frame-options')
  })
}
