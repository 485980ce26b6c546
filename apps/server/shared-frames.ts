// The page of a shared device may stand in frames of the sites that its share names; every other page in our own alone.
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../features/serve.ts'
import { closedBy } from '../../features/share/rules.ts'
import { findShare } from '../../features/share/store.ts'

const own = "frame-ancestors 'self'"
const page = /^\/share\/([\w-]{1,100})(?:\/?(?:[?#]|$))/

type Needs = Pick<Platform, 'db' | 'now'>

/** The sites of a share that is on; none while the database is away. */
async function sitesOf({ db, now }: Needs, token: string): Promise<readonly string[]> {
  const tokenHash = createHash('sha256').update(token).digest()
  const share = await findShare(db, tokenHash).catch(() => undefined)
  if (!share || share.orgDisabled) return []
  const { isShared, passwordHash, expiresAt, ancestors } = share
  return closedBy({ isShared, hasPassword: passwordHash !== null, expiresAt }, now()) ? [] : ancestors
}

export function openSharedFrames(http: FastifyInstance, needs: Needs): void {
  http.addHook('onSend', async (request, reply) => {
    const token = page.exec(request.url)?.[1]
    const sites = token === undefined ? [] : await sitesOf(needs, token)
    if (sites.length === 0) return
    const policy = String(reply.getHeader('content-security-policy'))
    reply.header('content-security-policy', policy.replace(own, [own, ...sites].join(' ')))
    // It knows no list, and would be stricter.
    reply.removeHeader('x-frame-options')
  })
}
