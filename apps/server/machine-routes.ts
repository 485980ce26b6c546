// What is not a call of a room: what machines ask (metrics, health).
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../features/serve.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'
import type { Metrics } from './metrics.ts'
import { maySeeMetrics } from './sessions.ts'

type Needs = { platform: Platform; cloud: Cloud; metrics: Metrics }

/** Mounts them. */
export function mountMachineRoutes(scope: FastifyInstance, { platform, cloud, metrics }: Needs): void {
  scope.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!(await maySeeMetrics(request, platform.userOf))) return reply.code(403).send('forbidden')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  scope.get('/healthz', { schema: { hide: true } }, () => ({ ok: true, broker: cloud.link.isUp() }))
}
