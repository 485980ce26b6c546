// The web sockets of the platform: their addresses, the checks of their tokens, and their hubs.
import type { Kysely } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { equipmentSocketPath, messageSocketPath, projectSocketPath, tunnelSocketPath } from '../../contract/sockets.ts'
import { sha256 } from '../../core/sha256.ts'
import type { DB } from '../../db/schema.ts'
import { redeemTicket } from '../../features/device/live/store.ts'
import type { Visits } from '../../features/frame/serve.ts'
import { redeemTunnel } from '../../features/gateway/tunnel/store.ts'
import type { Users } from '../../features/people/access/users.ts'
import type { MessageHub } from '../../features/platform/message/hub.ts'
import { redeemMessageTicket } from '../../features/platform/message/store.ts'
import { changedPages, redeemPageTicket } from '../../features/project/live/store.ts'
import { serveSocket } from '../../signal/cloud/socket.ts'
import type { Tunnels } from '../../signal/cloud/tunnels.ts'
import type { WatcherHub } from '../../signal/cloud/watchers.ts'
import type { Door } from './upgrades.ts'

type Needs = {
  db: Kysely<DB>
  hub: WatcherHub
  messageHub: MessageHub
  tunnels: Tunnels
  users: Users
  visits: Visits
  now: () => number
}

/** Returns the ticket unless its right has ended since it was issued; checks it as open sockets are checked. */
async function standing<T>(ticket: T | undefined, ended: (tickets: readonly T[]) => Promise<readonly T[]>) {
  return ticket && (await ended([ticket])).length === 0 ? ticket : undefined
}

export const socketDoors = ({ db, hub, messageHub, tunnels, users, visits, now }: Needs): Door[] => [
  {
    path: equipmentSocketPath,
    serve: (socket, token) =>
      serveSocket(socket, token, {
        redeem: async (each) =>
          standing(await redeemTicket(db, sha256(each), now()), async (some) =>
            visits.unseen(await users.unseen(some)),
          ),
        hub,
        now,
      }),
  },
  {
    path: projectSocketPath,
    serve: (socket, token) =>
      serveSocket(socket, token, {
        redeem: async (each) =>
          standing(await redeemPageTicket(db, sha256(each), now()), async (some) => [
            ...(await visits.unseenPages(await users.unseenPages(some))),
            ...(await changedPages(db, some)),
          ]),
        hub: {
          add: (page) => hub.addPage(page),
          hasRoom: (sessionHash) => hub.hasRoom(sessionHash),
          version: () => hub.version(),
        },
        now,
      }),
  },
  {
    path: messageSocketPath,
    serve: (socket, token) =>
      serveSocket(socket, token, {
        redeem: async (each) => standing(await redeemMessageTicket(db, sha256(each), now()), users.gone),
        hub: messageHub,
        now,
      }),
  },
  {
    path: tunnelSocketPath,
    messageBytes: 2 * limits.tunnelFrameBytes,
    async serve(socket, token) {
      const grant = await standing(await redeemTunnel(db, sha256(token), now()), users.untunnelled)
      if (grant) tunnels.serve(grant, socket)
      else socket.close(4401, 'ticket invalid')
    },
  },
]
