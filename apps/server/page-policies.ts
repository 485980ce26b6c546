// What a page may ask, and whose frames it stands in, where that differs from what all pages are told: the page of a shared
// device in those of the sites that its share names; that of an account with a device lock may ask the lock's service.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lockService } from '../../contract/device-lock.ts'
import { sha256 } from '../../core/sha256.ts'
import type { Platform } from '../../features/frame/serve.ts'
import { sessionUser } from '../../features/frame/spine-services.ts'
import { closedBy } from '../../features/project/share/rules.ts'
import { findShare } from '../../features/project/share/store.ts'
import { sessionHashOf } from './sessions.ts'

type Needs = Pick<Platform, 'db' | 'now' | 'use'>

const header = 'content-security-policy'
const ownFrames = "frame-ancestors 'self'"
const sharePage = /^\/share\/([\w-]{1,100})(?:\/?(?:[?#]|$))/

/** The sites of a share that is on; none while the database is away. */
async function sitesOf({ db, now }: Needs, token: string): Promise<readonly string[]> {
  const tokenHash = sha256(token)
  const share = await findShare(db, tokenHash).catch(() => undefined)
  if (!share || share.orgDisabled) return []
  const { isShared, passwordHash, expiresAt, ancestors } = share
  return closedBy({ isShared, hasPassword: passwordHash !== null, expiresAt }, now()) ? [] : ancestors
}

/** Whoever has a device lock may ask its service, on the user's own machine; nobody else's page asks anything there. */
async function usesLock({ use }: Needs, request: FastifyRequest): Promise<boolean> {
  const hash = sessionHashOf(request)
  // Without a database there is a page all the same.
  const user = hash && (await use(sessionUser)(hash).catch(() => undefined))
  return user?.useLock ?? false
}

function widen(reply: FastifyReply, from: string, to: string): void {
  reply.header(header, String(reply.getHeader(header)).replace(from, to))
}

export function tellPagePolicies(http: FastifyInstance, needs: Needs): void {
  http.addHook('onSend', async (request, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (isPage && (await usesLock(needs, request))) widen(reply, 'connect-src ', `connect-src ${lockService} `)
    const token = sharePage.exec(request.url)?.[1]
    const sites = token === undefined ? [] : await sitesOf(needs, token)
    if (sites.length === 0) return
    widen(reply, ownFrames, [ownFrames, ...sites].join(' '))
    // It knows no list, and would be stricter.
    reply.removeHeader('x-frame-options')
  })
}
