// Stops reading from gateways while more waits than the platform can commit: messages then wait in TCP and in outboxes,
// instead of being read, dropped and sent again. Nothing is read before the platform can store it.

/** Reading stops above `holdBytes` and continues below `releaseBytes`. */
export const intakeLimits = {
  holdBytes: 1024 * 1024,
  releaseBytes: 512 * 1024,
  /** Interval of checks while reading is stopped. */
  checkMs: 10,
  /**
   * After this time without a commit the database is assumed to hang, and reading continues for live values and command
   * results.
   */
  stalledMs: 5000,
  /** Connections that read again per turn of the event loop, before the load is checked again. */
  releasedAtOnce: 8,
}

type IntakeNeeds = {
  /** Bytes of messages that were read and wait for their commit. Called for each chunk of a socket. */
  waitingBytes(): number
  /** Returns the time of a monotonic clock in ms. */
  now(): number
}

export class Intake {
  readonly #needs: IntakeNeeds
  readonly #readers: (() => void)[] = []
  #state: 'closed' | 'flowing' | 'held' | 'stalled' = 'closed'
  #lowest = 0
  #progressAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(needs: IntakeNeeds) {
    this.#needs = needs
  }

  /** Starts reading: from now on the platform can store data. */
  open(): void {
    if (this.#state !== 'closed') return
    this.#state = 'flowing'
    this.#release()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#state = 'flowing'
    for (const read of this.#readers.splice(0)) read()
  }

  /** Whether a socket has to wait before its next read. */
  isHeld(): boolean {
    if (this.#state === 'flowing' && this.#needs.waitingBytes() > intakeLimits.holdBytes) this.#hold()
    return this.#state === 'held' || this.#state === 'closed'
  }

  /** Calls back once when reading continues, in the order of the calls. */
  whenFree(read: () => void): void {
    this.#readers.push(read)
  }

  #hold(): void {
    this.#state = 'held'
    this.#lowest = this.#needs.waitingBytes()
    this.#progressAt = this.#needs.now()
    this.#checkLater()
  }

  #checkLater(): void {
    this.#timer = setTimeout(() => this.#check(), intakeLimits.checkMs)
    this.#timer.unref()
  }

  #check(): void {
    const waiting = this.#needs.waitingBytes()
    if (waiting <= intakeLimits.releaseBytes) {
      this.#state = 'flowing'
      return this.#release()
    }
    const at = this.#needs.now()
    if (waiting < this.#lowest) {
      this.#progressAt = at
      this.#state = 'held'
    } else if (at - this.#progressAt >= intakeLimits.stalledMs && this.#state === 'held') {
      this.#state = 'stalled'
      this.#release()
    }
    this.#lowest = waiting
    this.#checkLater()
  }

  /** Lets some sockets read in each turn of the event loop, until too much waits again. */
  #release(): void {
    if (this.isHeld()) return
    for (const read of this.#readers.splice(0, intakeLimits.releasedAtOnce)) read()
    if (this.#readers.length > 0) setImmediate(() => this.#release())
  }
}
