// Routes for machines: metrics and health.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/pool.ts'
import type { Platform } from '../../features/frame/serve.ts'
import { sessionUser } from '../../features/frame/spine-services.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'
import type { Historian } from '../../signal/history/historian.ts'
import type { Metrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'
import { maySeeMetrics } from './sessions.ts'

type Needs = { platform: Platform; database: Database; historian: Historian; cloud: Cloud; metrics: Metrics }

/** Mounts the routes of the machine interface. */
export function mountMachineRoutes(scope: FastifyInstance, needs: Needs): void {
  const { platform, database, historian, cloud, metrics } = needs
  scope.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!(await maySeeMetrics(request, platform.use(sessionUser)))) return reply.code(403).send('forbidden')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
  scope.get('/livez', { schema: { hide: true } }, () => ({ ok: true }))
  const readiness = createReadiness({
    askDatabase: () => database.pool.query('select 1'),
    isBrokerUp: () => cloud.link.isUp(),
    isHistorianUp: () => historian.isUp(),
  })
  const tellReadiness = async (_request: FastifyRequest, reply: FastifyReply) => {
    const told = await readiness()
    return reply.code(told.ok ? 200 : 503).send(told)
  }
  for (const path of ['/readyz', '/healthz']) scope.get(path, { schema: { hide: true } }, tellReadiness)
}
