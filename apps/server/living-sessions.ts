// The key by which requests are limited. Callers choose their cookies, so only a valid session counts by its account,
// over all its sessions; every other request counts by its address.
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../../core/network-of.ts'
import type { User } from '../../features/frame/serve.ts'
import { sessionHashOf } from './sessions.ts'

type UserOf = (sessionHash: Buffer) => Promise<User | undefined>

/**
 * Cache of valid sessions, limited in size: a session that was dropped counts by its address once, and is then added
 * again.
 */
export function livingSessions(userOf: UserOf, most = 20_000) {
  const living = new Map<string, string>()

  function note(key: string, user: User | undefined): void {
    living.delete(key)
    if (!user) return
    living.set(key, `account ${user.accountId}`)
    const oldest = living.keys().next()
    if (living.size > most && !oldest.done) living.delete(oldest.value)
  }

  return {
    async userOf(hash: Buffer): Promise<User | undefined> {
      const user = await userOf(hash)
      note(hash.toString('base64'), user)
      return user
    },
    keyOf(request: FastifyRequest): string {
      const key = sessionHashOf(request)?.toString('base64')
      return (key && living.get(key)) ?? networkOf(request.ip)
    },
  }
}
