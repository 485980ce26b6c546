// Limits requests pipelined on one connection without waiting for answers. Browsers do not pipeline; a caller that
// does, and reads nothing, would make the platform work for answers that pile up.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { fail } from '../../contract/errors.ts'
import { whenOver } from './over.ts'

/** Refuses a request while its connection has more than `most` in progress. */
export function boundPipelines(http: FastifyInstance, most: number, onRefused: () => void): void {
  const underWay = new WeakMap<Socket, number>()
  http.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const count = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, count)
    whenOver({ request, reply }, () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1))
    if (count <= most) return
    onRefused()
    throw fail('tooFrequent')
  })
}
