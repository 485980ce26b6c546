// Calls that read months of history, or stream for minutes: of one account only a few are under way at once, so that a
// page gone wild, or one user's ten exports, leave the database to the others. [S8 90003]
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../../contract/errors.ts'
import { whenOver } from './over.ts'

export type HeavyCalls = {
  isHeavy(path: string): boolean
  /** Whom a request counts against, once it was admitted: an account, however many sessions it opens. */
  keyOf(request: FastifyRequest): string
  most: number
  onRefused(): void
}

/** Bounds them on every call mounted in this scope afterwards. Answers how many are under way. */
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
    // Over, not finished: a caller that hangs up in the middle of its answer must not stay counted.
    whenOver({ request, reply }, () => {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    })
  })
  return () => [...underWay.values()].reduce((sum, count) => sum + count, 0)
}
