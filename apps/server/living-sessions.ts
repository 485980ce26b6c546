// Whom a request counts against. A cookie is the caller's to choose, so only a session that was found alive counts by
// itself; everyone else counts by their address.
import type { FastifyRequest } from 'fastify'
import type { User } from '../../features/serve.ts'
import { sessionHashOf } from './sessions.ts'

type UserOf = (sessionHash: Buffer) => Promise<User | undefined>

/** Bounded: whoever is forgotten counts by their address once, and is known again. */
export function livingSessions(userOf: UserOf, most = 20_000) {
  const living = new Set<string>()

  function note(key: string, isAlive: boolean): void {
    living.delete(key)
    if (!isAlive) return
    living.add(key)
    const oldest = living.values().next()
    if (living.size > most && !oldest.done) living.delete(oldest.value)
  }

  return {
    async userOf(hash: Buffer): Promise<User | undefined> {
      const user = await userOf(hash)
      note(hash.toString('base64'), user !== undefined)
      return user
    },
    keyOf(request: FastifyRequest): string {
      const key = sessionHashOf(request)?.toString('base64')
      return key !== undefined && living.has(key) ? key : request.ip
    },
  }
}
