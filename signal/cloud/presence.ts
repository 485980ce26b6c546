// Presence of gateways: a lease in the database, renewed by any message of the current session; a will or an expired
// lease ends it, so that gateways of a killed broker go offline too. [DESIGN 9 Presence]
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { GatewayState } from '../../contract/sockets.ts'
import type { LinkLog } from './link.ts'

/** A gateway whose state changed, with the equipment it serves. */
export type PresenceChange = {
  sn: string
  equipmentId: EquipmentId | null
  state: GatewayState
  vpn: boolean
  at: number
}

export type PresenceStore = {
  /** Extends the lease of every (sn, session) that is still the current session; returns those that were away. */
  renew(seen: readonly { sn: string; session: string }[], leaseUntil: number, at: number): Promise<PresenceChange[]>
  /** Sets the gateway offline (or sleeping) if the session is current; otherwise returns nothing. */
  leave(sn: string, session: string, state: 'offline' | 'sleeping', at: number): Promise<PresenceChange | undefined>
  /** Sets every gateway with an expired lease offline. */
  expire(at: number): Promise<PresenceChange[]>
}

/** How long a gateway counts as present after its last message. */
export const leaseMs = limits.gatewayKeepAliveS * limits.presenceLeaseFactor * 1000

const tickMs = 5_000

type Presence = {
  seen(sn: string, session: string): void
  left(sn: string, session: string, sleeping: boolean): Promise<void>
  start(): void
  /** Renews and expires leases immediately. */
  turn(): Promise<void>
  stop(): Promise<void>
}

export function createPresence(needs: {
  store: PresenceStore
  onChange(change: PresenceChange): void
  now(): number
  log: LinkLog
}): Presence {
  const seen = new Map<string, string>()
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> = Promise.resolve()
  let startedAt = 0

  async function tick(): Promise<void> {
    const now = needs.now()
    const batch = [...seen].map(([sn, session]) => ({ sn, session }))
    seen.clear()
    try {
      const back = batch.length > 0 ? await needs.store.renew(batch, now + leaseMs, now) : []
      for (const change of back) needs.onChange(change)
      // After a pause of this process no lease is ended until every gateway has had time to send again.
      if (now - startedAt < leaseMs) return
      for (const change of await needs.store.expire(now)) needs.onChange(change)
    } catch (error) {
      for (const { sn, session } of batch) if (!seen.has(sn)) seen.set(sn, session)
      startedAt = needs.now()
      needs.log.warn({ error: String(error) }, 'presence could not be stored, trying again')
    }
  }

  const turn = () => {
    ticking = ticking.then(tick)
    return ticking
  }

  return {
    turn,
    seen: (sn, session) => void seen.set(sn, session),
    async left(sn, session, sleeping) {
      seen.delete(sn)
      const change = await needs.store.leave(sn, session, sleeping ? 'sleeping' : 'offline', needs.now())
      if (change) needs.onChange(change)
    },
    start() {
      startedAt = needs.now()
      timer = setInterval(() => void turn(), tickMs)
    },
    async stop() {
      clearInterval(timer)
      await ticking
    },
  }
}
