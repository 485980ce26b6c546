// Whose a record is: the binding it names, and the columns of the device that was bound then. Kept from the database,
// forgotten when something about the gateway or its device changes. [DESIGN 9 Whose record is it]
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'

/** A period in which a gateway served a device; it may have ended. */
export type Owner = {
  bindingId: number
  gatewayId: GatewayId
  orgId: number
  equipmentId: EquipmentId
  /** When the period began, and when it ended, epoch ms; null: it has not. */
  since: number
  until: number | null
  /** Columns of the device, removed ones too, with the variable whose own value they store; 0: a summary, or it is gone. */
  columns: ReadonlyMap<number, number>
}

export type OwnerBook = {
  /** What is known without asking the database. */
  known(bindingId: number): Owner | undefined
  /** What another gateway asks for in vain is not kept: its changes would not be heard. */
  load(gateway: { sn: string; gatewayId: GatewayId }, bindingId: number): Promise<Owner | undefined>
  /** Whether it was read long enough ago for the database to be worth a second look. */
  isStale(bindingId: number): boolean
  forget(sn: string): void
}

/** A gateway that names columns nobody knows costs one look a second. */
const freshMs = 1000

/** Bounded: the owners read longest ago go first. */
export function createOwnerBook(
  load: (bindingId: number) => Promise<Owner | undefined>,
  now: () => number,
  most = 20_000,
): OwnerBook {
  const entries = new Map<number, { sn: string; owner: Owner; loadedAt: number }>()
  // A change while the database is being read: what is read then may be from before it.
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
