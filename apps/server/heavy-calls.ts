// Limits calls that read months of history or stream for minutes: each account has only a few at the same time, so that
// a runaway page, or one user's ten exports, leave the database to others. [S8 90003]
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../contract/errors.ts'
import { whenOver } from './over.ts'

type HeavyCalls = {
  isHeavy(path: string): boolean
  /** The account charged for an admitted request, over all its sessions. */
  keyOf(request: FastifyRequest): string
  most: number
  onRefused(): void
}

/**
 * Limits these calls on all routes mounted in this scope afterwards. Returns a function with the number in progress.
 */
export function boundHeavyCalls(scope: FastifyInstance, { isHeavy, keyOf, most, onRefused }: HeavyCalls): () => number {
  const underWay = new Map<string, number>()
  scope.addHook('preValidation', async (request, reply) => {
    if (!isHeavy(request.routeOptions.url ?? '')) return
    const key = keyOf(request)
    const count = underWay.get(key) ?? 0
    if (count >= most) {
      onRefused()
      throw fail('tooFrequent')
    }
    underWay.set(key, count + 1)
    // The call is also released when the connection ends, so that a caller that disconnects during the answer is not
    // counted forever.
    whenOver({ request, reply }, () => {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    })
  })
  return () => [...underWay.values()].reduce((sum, count) => sum + count, 0)
}
