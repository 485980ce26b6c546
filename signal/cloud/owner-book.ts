// Finds the owner of a record: the binding that it names, and the columns of the device bound then. Cached from the
// database, invalidated when the gateway or its device changes. [DESIGN 9 Whose record is it]
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'

/** A period in which a gateway served a device; it may have ended. */
export type Owner = {
  bindingId: number
  gatewayId: GatewayId
  orgId: number
  equipmentId: EquipmentId
  /** Start and end of the period, epoch ms; null: it has not ended. */
  since: number
  until: number | null
  /**
   * Columns of the device, including removed ones, with the variable whose own value they store; 0: a summary, or the
   * variable was deleted.
   */
  columns: ReadonlyMap<number, number>
}

export type OwnerBook = {
  /** The cached entry, without a query. */
  known(bindingId: number): Owner | undefined
  /** Reads the entry. One of another gateway is not cached: its changes would not invalidate it. */
  load(gateway: { sn: string; gatewayId: GatewayId }, bindingId: number): Promise<Owner | undefined>
  /** Whether the entry is old enough to be read again. */
  isStale(bindingId: number): boolean
  forget(sn: string): void
}

/** A gateway that names unknown columns costs one query a second. */
const freshMs = 1000

/** Bounded: the owners read longest ago are dropped first. */
export function createOwnerBook(
  load: (bindingId: number) => Promise<Owner | undefined>,
  now: () => number,
  most = 20_000,
): OwnerBook {
  const entries = new Map<number, { sn: string; owner: Owner; loadedAt: number }>()
  // Number of invalidations: an entry read during one may be outdated.
  let forgotten = 0

  return {
    known: (bindingId) => entries.get(bindingId)?.owner,
    async load({ sn, gatewayId }, bindingId) {
      const before = forgotten
      const loadedAt = now()
      const owner = await load(bindingId)
      if (owner && owner.gatewayId !== gatewayId) return owner
      entries.delete(bindingId)
      if (!owner || forgotten !== before) return owner
      entries.set(bindingId, { sn, owner, loadedAt })
      const oldest = entries.keys().next()
      if (entries.size > most && !oldest.done) entries.delete(oldest.value)
      return owner
    },
    isStale: (bindingId) => now() - (entries.get(bindingId)?.loadedAt ?? Number.NEGATIVE_INFINITY) >= freshMs,
    forget(sn) {
      forgotten += 1
      for (const [bindingId, entry] of entries) if (entry.sn === sn) entries.delete(bindingId)
    },
  }
}
