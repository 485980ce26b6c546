// Whether the devices of inputs are online, and whether they may still send older readings.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'

/** Changes arrive at any time; the stored presence is read periodically, and may be older than they are. */
export class InputPresence {
  readonly #now: () => number
  /** Devices with a gateway that is online, and since when. */
  #online = new Map<number, number>()
  /** Devices that may still send older readings, with the time until then. */
  readonly #unsettled = new Map<number, number>()
  /** Changes since the last reading of the stored presence began: it may have been read before them. */
  readonly #changes = new Map<number, boolean>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Whether the gateway of a device is online and its older readings have arrived: the last reading is then the current
   * value.
   */
  isSettled(equipmentId: number): boolean {
    return this.#online.has(equipmentId) && !this.#unsettled.has(equipmentId)
  }

  /** The gateway of a device connected or disconnected; `isUsed`: the device has inputs. */
  change(equipmentId: EquipmentId, isOnline: boolean, isUsed: boolean): void {
    this.#changes.set(equipmentId, isOnline)
    if (!isUsed) return
    if (!isOnline) {
      this.#online.delete(equipmentId)
      return
    }
    if (!this.#online.has(equipmentId)) this.#unsettle(equipmentId, this.#now())
    this.#online.set(equipmentId, this.#now())
  }

  /** A message of the device is part of a backlog; `receivedAt`: epoch ms. */
  backlog(equipmentId: EquipmentId, receivedAt: number): void {
    this.#unsettle(equipmentId, receivedAt)
  }

  /** The stored presence is about to be read. */
  beginReading(): void {
    this.#changes.clear()
  }

  /** Replaces the state by the stored presence, and applies the changes that arrived while it was read. */
  endReading(stored: ReadonlyMap<number, number>): void {
    const before = this.#online
    this.#online = new Map(stored)
    for (const [equipmentId, isOnline] of this.#changes)
      if (isOnline) this.#online.set(equipmentId, before.get(equipmentId) ?? this.#now())
      else this.#online.delete(equipmentId)
    for (const [equipmentId, since] of this.#online)
      if (!before.has(equipmentId) && since + limits.backlogSettleMs > this.#now()) this.#unsettle(equipmentId, since)
  }

  /** The devices whose older readings have arrived by `at`; each is returned once. */
  settledBy(at: number): number[] {
    const settled = [...this.#unsettled].filter(([, until]) => until <= at).map(([equipmentId]) => equipmentId)
    for (const equipmentId of settled) this.#unsettled.delete(equipmentId)
    return settled
  }

  #unsettle(equipmentId: number, since: number): void {
    this.#unsettled.set(equipmentId, since + limits.backlogSettleMs)
  }
}
