// The web sockets that there are: their addresses, who redeems their tokens, and where they are kept.
import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { equipmentSocketPath, messageSocketPath, projectSocketPath, tunnelSocketPath } from '../../contract/sockets.ts'
import { sha256 } from '../../core/sha256.ts'
import type { DB } from '../../db/schema.ts'
import { redeemTicket } from '../../features/live/store.ts'
import type { MessageHub } from '../../features/message/hub.ts'
import { redeemMessageTicket } from '../../features/message/store.ts'
import { redeemPageTicket } from '../../features/project-live/store.ts'
import { redeemTunnel } from '../../features/tunnel/store.ts'
import { serveSocket } from '../../signal/cloud/socket.ts'
import type { Tunnels } from '../../signal/cloud/tunnels.ts'
import type { WatcherHub } from '../../signal/cloud/watchers.ts'
import type { Door } from './upgrades.ts'

type Needs = { db: Kysely<DB>; hub: WatcherHub; messageHub: MessageHub; tunnels: Tunnels; now: () => number }

export const socketDoors = ({ db, hub, messageHub, tunnels, now }: Needs): Door[] => [
  {
    path: equipmentSocketPath,
    serve: (socket, token) =>
      serveSocket(socket, token, { redeem: (each) => redeemTicket(db, sha256(each), now()), hub, now }),
  },
  {
    path: projectSocketPath,
    serve: (socket, token) =>
      serveSocket(socket, token, {
        redeem: (each) => redeemPageTicket(db, sha256(each), now()),
        hub: { add: hub.addPage, hasRoom: hub.hasRoom },
        now,
      }),
  },
  {
    path: messageSocketPath,
    serve: (socket, token) =>
      serveSocket(socket, token, {
        redeem: (each) => redeemMessageTicket(db, sha256(each), now()),
        hub: messageHub,
        now,
      }),
  },
  {
    path: tunnelSocketPath,
    messageBytes: 2 * limits.tunnelFrameBytes,
    async serve(socket, token) {
      const grant = await redeemTunnel(db, sha256(token), now())
      if (grant) tunnels.serve(grant, socket)
      else socket.close(4401, 'ticket invalid')
    },
  },
]
