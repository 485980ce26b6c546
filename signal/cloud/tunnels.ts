// The open remote downloads of this node. The caller checks permission; this file ends them: by time, when idle, or
// when their gateway or program disconnects.
import { randomBytes } from 'node:crypto'
import type { EquipmentId, OrgId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { readTunnelFrame, type TunnelEnd, type TunnelOpen, tunnelIdBytes } from '../../contract/tunnel.ts'
import { openRelay, type Relay, type Traffic, type TunnelSocket } from './tunnel-relay.ts'

/** A granted remote download whose program has connected. */
export type TunnelGrant = Omit<TunnelOpen, 'leftMs' | 'equipmentId'> & {
  id: number
  orgId: OrgId
  equipmentId: EquipmentId
  sn: string
  device: string
  /** Hash of the engineer's session, in hex. */
  sessionHash: string
  expiresAt: number
}

export type TunnelsNeeds = {
  send(sn: string, bytes: Uint8Array): Promise<void>
  onOver(id: number, over: { why: TunnelEnd; code: number | null } & Traffic): void
  now(): number
  silentMs?: number
}

type OpenTunnel = { grant: TunnelGrant; isOpen: boolean } & Traffic

export type Tunnels = {
  /** Starts forwarding between the program's socket and the gateway. */
  serve(grant: TunnelGrant, socket: TunnelSocket): void
  /** Accepts a frame of a gateway. */
  take(sn: string, bytes: Uint8Array): void
  /** Ends the tunnels of a gateway that disconnected. */
  gone(sn: string): void
  /** Ends a tunnel. Returns false if the tunnel is not open on this node. */
  end(id: number, why: TunnelEnd): boolean
  extend(id: number, expiresAt: number): boolean
  list(): OpenTunnel[]
  find(id: number): OpenTunnel | undefined
  hasRoom(): boolean
  /** Ends expired and unused tunnels. */
  turn(): void
  stop(): void
}

type Own = { grant: TunnelGrant; relay: Relay; lastBytes: number; usedAt: number }

const openState = 1

export function createTunnels(needs: TunnelsNeeds): Tunnels {
  const { now } = needs
  const byKey = new Map<string, Own>()
  const all = () => [...byKey.values()]
  const byId = (id: number) => all().find(({ grant }) => grant.id === id)
  const view = ({ grant, relay }: Own): OpenTunnel => ({ grant, isOpen: relay.isOpen(), ...relay.traffic() })

  /** Whether bytes have passed since the last check, or a stream is open. */
  function isUsed(own: Own): boolean {
    const { bytesUp, bytesDown } = own.relay.traffic()
    const isMore = bytesUp + bytesDown > own.lastBytes
    own.lastBytes = bytesUp + bytesDown
    return isMore
  }

  return {
    serve(grant, socket) {
      const key = randomBytes(tunnelIdBytes).toString('hex')
      const { equipmentId, bindingId, driverId, host, port, device, sn } = grant
      const own = { grant, lastBytes: 0, usedAt: now() } as Own
      own.relay = openRelay({
        tunnel: key,
        socket,
        order: { equipmentId, bindingId, driverId, host, port },
        device,
        leftMs: () => Math.max(1, own.grant.expiresAt - now()),
        send: (bytes) => needs.send(sn, bytes),
        onOpened() {
          own.usedAt = now()
        },
        onOver(why, code) {
          byKey.delete(key)
          needs.onOver(grant.id, { why, code: code ?? null, ...own.relay.traffic() })
        },
        ...(needs.silentMs === undefined ? {} : { silentMs: needs.silentMs }),
      })
      byKey.set(key, own)
      // The program may have disconnected while its ticket was looked up.
      if (socket.readyState !== openState) own.relay.end('programGone')
    },
    take(sn, bytes) {
      const tunnel = readTunnelFrame(bytes)?.tunnel
      const own = tunnel === undefined ? undefined : byKey.get(tunnel)
      if (own?.grant.sn === sn) own.relay.fromGateway(bytes)
    },
    gone(sn) {
      for (const own of all()) if (own.grant.sn === sn) own.relay.end('gatewayGone')
    },
    end(id, why) {
      const own = byId(id)
      own?.relay.end(why)
      return own !== undefined
    },
    extend(id, expiresAt) {
      const own = byId(id)
      if (!own) return false
      own.grant = { ...own.grant, expiresAt }
      own.relay.extend()
      return true
    },
    list: () => all().map(view),
    find(id) {
      const own = byId(id)
      return own && view(own)
    },
    hasRoom: () => byKey.size < limits.tunnelsAtOnce,
    turn() {
      for (const own of all()) {
        if (isUsed(own)) own.usedAt = now()
        if (own.grant.expiresAt <= now()) own.relay.end('expired')
        else if (now() - own.usedAt > limits.tunnelIdleMs) own.relay.end('idle')
      }
    },
    stop() {
      for (const own of all()) own.relay.end('restarted')
    },
  }
}
