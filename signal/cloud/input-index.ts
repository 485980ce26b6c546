// Which calculations use a variable: by device, then by variable.

/** A variable that a calculation uses. */
type Input = { equipmentId: number; signalId: number }

export class InputIndex<T> {
  readonly #byDevice = new Map<number, Map<number, Set<T>>>()

  /** The number of devices with inputs. */
  get devices(): number {
    return this.#byDevice.size
  }

  /** Whether a calculation uses a variable of the device. */
  has(equipmentId: number): boolean {
    return this.#byDevice.has(equipmentId)
  }

  /** The calculations of a device by variable; undefined if there are none. */
  of(equipmentId: number): ReadonlyMap<number, ReadonlySet<T>> | undefined {
    return this.#byDevice.get(equipmentId)
  }

  add(inputs: readonly Input[], user: T): void {
    for (const { equipmentId, signalId } of inputs) {
      const ofDevice = this.#byDevice.get(equipmentId) ?? new Map<number, Set<T>>()
      this.#byDevice.set(equipmentId, ofDevice.set(signalId, (ofDevice.get(signalId) ?? new Set()).add(user)))
    }
  }

  remove(inputs: readonly Input[], user: T): void {
    for (const { equipmentId, signalId } of inputs) {
      const ofDevice = this.#byDevice.get(equipmentId)
      const ofSignal = ofDevice?.get(signalId)
      ofSignal?.delete(user)
      if (ofSignal?.size === 0) ofDevice?.delete(signalId)
      if (ofDevice?.size === 0) this.#byDevice.delete(equipmentId)
    }
  }
}
