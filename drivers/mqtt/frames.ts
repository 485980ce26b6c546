// Follows the frames of MQTT in a stream of bytes, so that a frame that is too long is noticed before it is collected.
// MQTT 3.1.1 and 5, chapters 2.1.4 and 2.2.3. Pure.

/** Longest message that is received. */
export const maxFrameBytes = 1024 * 1024
/** A length has up to four bytes of seven bits. */
const maxLengthBytes = 4

export class FrameGuard {
  /** Bytes of the current frame that follow. */
  #left = 0
  #isInLength = false
  #length = 0
  #lengthBytes = 0

  /** Whether the stream may continue with these bytes; false for a frame that is too long. */
  accepts(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length; ) {
      if (this.#left > 0) {
        const part = Math.min(this.#left, chunk.length - at)
        this.#left -= part
        at += part
      } else if (!this.#isInLength) {
        this.#isInLength = true
        this.#length = 0
        this.#lengthBytes = 0
        at++
      } else if (!this.#takeLength(chunk[at++]!)) return false
    }
    return true
  }

  #takeLength(byte: number): boolean {
    this.#length += (byte & 127) * 128 ** this.#lengthBytes
    this.#lengthBytes++
    if (byte > 127) return this.#lengthBytes < maxLengthBytes
    this.#isInLength = false
    this.#left = this.#length
    return this.#length <= maxFrameBytes
  }
}
