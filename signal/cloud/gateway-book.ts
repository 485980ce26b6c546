// Cache of the facts that are needed to check a gateway's messages, read from the database and invalidated on change.
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'

/** The current session and binding of a gateway. `signalIds`: the signals of the equipment that it serves now. */
export type GatewaySession = {
  gatewayId: GatewayId
  sn: string
  orgId: number | null
  equipmentId: EquipmentId | null
  bindingId: number | null
  signalIds: ReadonlySet<number>
  boxId: string | null
  session: string | null
}

export type GatewayBook = {
  get(sn: string): Promise<GatewaySession | undefined>
  /** Invalidates the entry: the next `get` reads the database. */
  forget(sn: string): void
  forgetAll(): void
}

/** Bounded: the least recently used entries are dropped first. */
export function createGatewayBook(
  load: (sn: string) => Promise<GatewaySession | undefined>,
  most = 20_000,
): GatewayBook {
  const known = new Map<string, Promise<GatewaySession | undefined>>()

  const remember = (sn: string, standing: Promise<GatewaySession | undefined>) => {
    known.delete(sn)
    known.set(sn, standing)
    const oldest = known.keys().next()
    if (known.size > most && !oldest.done) known.delete(oldest.value)
  }

  return {
    get(sn) {
      const found = known.get(sn)
      if (found) {
        remember(sn, found)
        return found
      }
      const loading = load(sn)
      remember(sn, loading)
      // Neither a failed load nor an unknown gateway is cached, because the next load may find the gateway.
      const drop = () => {
        if (known.get(sn) === loading) known.delete(sn)
      }
      loading.then((standing) => standing ?? drop(), drop)
      return loading
    },
    forget: (sn) => void known.delete(sn),
    forgetAll: () => known.clear(),
  }
}
