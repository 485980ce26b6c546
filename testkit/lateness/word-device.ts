// The memory of a simulated device: 16-bit words by address.

export class WordMemory {
  readonly #words = new Map<number, number>()

  put(address: number, value: number): void {
    this.#words.set(address, value)
  }

  /** Words from an address on, high byte first; those never stored are 0. */
  bytes(start: number, count: number): Buffer {
    const bytes = Buffer.alloc(count * 2)
    for (let index = 0; index < count; index++) bytes.writeUInt16BE(this.#words.get(start + index) ?? 0, index * 2)
    return bytes
  }
}
