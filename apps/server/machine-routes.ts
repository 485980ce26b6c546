// What is not a call of a room: the web socket, and what machines ask (metrics, health).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import type { Database } from '../../db/pool.ts'
import { redeemTicket } from '../../features/live/store.ts'
import type { Platform } from '../../features/serve.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'
import { type Socket, serveSocket } from '../../signal/cloud/socket.ts'
import type { Historian } from '../../signal/history/history.ts'
import type { Metrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'
import { maySeeMetrics, tokenHash } from './sessions.ts'

type Needs = { platform: Platform; database: Database; historian: Historian; cloud: Cloud; metrics: Metrics }

/** Mounts them. */
export function mountMachineRoutes(scope: FastifyInstance, needs: Needs): void {
  const { platform, database, historian, cloud, metrics } = needs
  const redeem = (token: string) => redeemTicket(platform.db, tokenHash(token), platform.now())
  scope.get<{ Params: { token: string } }>(
    `${equipmentSocketPath}:token`,
    { websocket: true, schema: { hide: true } },
    (socket, request) =>
      void serveSocket(socket as unknown as Socket, request.params.token, {
        redeem,
        hub: cloud.hub,
        now: platform.now,
      }).catch(() => socket.close(1011)),
  )
  scope.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!(await maySeeMetrics(request, platform.userOf))) return reply.code(403).send('forbidden')
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
