// What the platform must know of a gateway to check its messages, kept from the database and forgotten on change.
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'

/** The standing of a gateway. `signalIds` are the signals of the equipment it serves now. */
export type Standing = {
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
  get(sn: string): Promise<Standing | undefined>
  /** The next `get` reads the database. */
  forget(sn: string): void
  forgetAll(): void
}

/** Bounded: the standings longest unused go first. */
export function createGatewayBook(load: (sn: string) => Promise<Standing | undefined>, most = 20_000): GatewayBook {
  const known = new Map<string, Promise<Standing | undefined>>()

  const remember = (sn: string, standing: Promise<Standing | undefined>) => {
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
      // Neither a failed load nor an unknown gateway is kept: both may be known a moment later.
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
