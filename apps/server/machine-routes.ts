// What is not a call of a room: the web socket, and what machines ask (metrics, health).
import type { FastifyInstance } from 'fastify'
import { equipmentSocketPath } from '../../contract/sockets.ts'
import { redeemTicket } from '../../features/live/store.ts'
import type { Platform } from '../../features/serve.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'
import { type Socket, serveSocket } from '../../signal/cloud/socket.ts'
import type { Metrics } from './metrics.ts'
import { maySeeMetrics, tokenHash } from './sessions.ts'

type Needs = { platform: Platform; cloud: Cloud; metrics: Metrics }

/** Mounts them. */
export function mountMachineRoutes(scope: FastifyInstance, { platform, cloud, metrics }: Needs): void {
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
  scope.get('/healthz', { schema: { hide: true } }, () => ({ ok: true, broker: cloud.link.isUp() }))
}
