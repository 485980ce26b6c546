// One lane of the outbox. Appended entries wait for a common flush that writes them all; if there is no room, the
// oldest are dropped; entries that cannot be stored are counted and reported as gaps.
import { createTurn } from '../in-turn.ts'
import { isFull } from './disk.ts'
import { type Entry, type Item, pointsOf, type Unwritten, unwrittenEntry, unwrittenItem } from './entry.ts'
import { type EpochsOptions, type LanePlace, OutboxEpochs } from './epochs.ts'
import { createLossCounter } from './lost.ts'
import type { ReadLimits } from './places.ts'

type LaneOptions = EpochsOptions & {
  /** Maximum size on disk. */
  maxBytes: number
  /** Makes room in another lane on a full disk; false if there is none. */
  makeRoom?: () => Promise<boolean>
}

type LaneStats = {
  /** Waiting numbers, and the bytes of the files. */
  entries: number
  bytes: number
  /** When the oldest waiting entry was taken, by the raw clock; null if none waits. */
  oldestAt: number | null
  /** Number of points that were dropped or not stored since the start. */
  droppedPoints: number
}

type Waiting = { entry: Entry; unwritten: Unwritten; done: (isKept: boolean) => void }

// More than this in memory means that the disk hangs: further entries are counted as lost.
const maxWaitingBytes = 8 * 1024 * 1024
const cursorEveryMs = 1000
const retryMs = 5000
const isThereEveryMs = 1000

export class OutboxLane {
  readonly #options: LaneOptions
  readonly #inTurn = createTurn()
  readonly #epochs: OutboxEpochs
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #isFlushing = false
  #isClosed = false
  readonly #lost = createLossCounter()
  #droppedPoints = 0
  #fault = ''
  #lookedAt = 0
  #timers = new Map<'cursor' | 'retry', NodeJS.Timeout>()
  #onKept: () => void = () => undefined

  private constructor(options: LaneOptions) {
    this.#options = options
    this.#epochs = new OutboxEpochs(options)
  }

  /** Loads the lane of an earlier run. An unreadable disk is logged and does not reject. */
  static async open(options: LaneOptions): Promise<OutboxLane> {
    const lane = new OutboxLane(options)
    try {
      await lane.#epochs.load()
    } catch (error) {
      options.log(`outbox: ${options.folder} cannot be read: ${String(error)}`)
    }
    return lane
  }

  /** Sets the one listener that is called after entries were stored. */
  onKept(listener: () => void): void {
    this.#onKept = listener
  }

  /**
   * Resolves with true when the entry is on disk; false if it could not be stored, and then its points become a gap.
   */
  append(entry: Entry): Promise<boolean> {
    const unwritten = unwrittenEntry(entry)
    if (this.#isClosed || this.#waitingBytes + unwritten.payload.length > maxWaitingBytes) {
      this.#lose([entry])
      return Promise.resolve(false)
    }
    this.#waitingBytes += unwritten.payload.length
    return new Promise((done) => {
      this.#waiting.push({ entry, unwritten, done })
      if (!this.#isFlushing) this.#startFlush()
    })
  }

  #startFlush(): void {
    this.#isFlushing = true
    void this.#inTurn(() => this.#flush()).then(() => {
      this.#isFlushing = false
      if (this.#waiting.length > 0) this.#startFlush()
    })
  }

  /** Writes the waiting entries, at most one file full. */
  async #flush(): Promise<void> {
    await this.#watchFolder()
    const taken = this.#take()
    const gaps = this.#lost.gaps()
    const isKept = await this.#keep([...gaps, ...taken.map(({ unwritten }) => unwritten)])
    if (isKept) this.#lost.markWritten(gaps.length)
    else this.#lose(taken.map(({ entry }) => entry))
    for (const { done } of taken) done(isKept)
    if (isKept) this.#onKept()
  }

  #take(): Waiting[] {
    let [count, bytes] = [0, 0]
    while (count < this.#waiting.length && (count === 0 || bytes < this.#options.segmentBytes))
      bytes += this.#waiting[count++]!.unwritten.payload.length
    const taken = this.#waiting.slice(0, count)
    this.#waiting = this.#waiting.slice(count)
    this.#waitingBytes -= bytes
    return taken
  }

  /** Writes, making room while that helps. Never rejects. */
  async #keep(entries: readonly Unwritten[]): Promise<boolean> {
    if (entries.length === 0) return true
    const size = entries.reduce((sum, { payload }) => sum + payload.length, 0)
    try {
      while (this.#epochs.bytes + size > this.#options.maxBytes && (await this.#drop()));
      while (true) {
        try {
          await this.#epochs.write(entries)
          this.#say('')
          return true
        } catch (error) {
          if (!isFull(error) || !(await this.#makeRoom())) throw error
        }
      }
    } catch (error) {
      this.#say(`outbox: cannot be written: ${String(error)}`)
      return false
    }
  }

  /** Continues as a new outbox if the folder was deleted. Never rejects. */
  async #watchFolder(): Promise<void> {
    if (performance.now() - this.#lookedAt < isThereEveryMs) return
    this.#lookedAt = performance.now()
    try {
      const removed = await this.#epochs.leaveRemoved()
      if (removed.length > 0) this.#options.log('outbox: it was deleted; a new one begins')
      for (const points of removed) if (points > 0) this.#lost.addUnknown(points)
    } catch (error) {
      this.#say(`outbox: ${String(error)}`)
    }
  }

  async #makeRoom(): Promise<boolean> {
    return (await this.#options.makeRoom?.()) || (await this.#drop())
  }

  async #drop(): Promise<boolean> {
    const points = await this.#epochs.dropOldest()
    if (points === undefined) return false
    this.#droppedPoints += points
    this.#onKept()
    return true
  }

  /** Drops the oldest file for another lane; false if there is none. */
  drop(): Promise<boolean> {
    return this.#inTurn(async () => {
      try {
        return await this.#drop()
      } catch (error) {
        this.#say(`outbox: space cannot be freed: ${String(error)}`)
        return false
      }
    })
  }

  #lose(entries: readonly Entry[]): void {
    for (const entry of entries) this.#droppedPoints += pointsOf(entry)
    this.#lost.add(entries)
    // The gap is written as soon as the disk accepts it, even if nothing more is appended.
    if (!this.#isClosed) this.#after('retry', retryMs, () => !this.#isFlushing && this.#startFlush())
  }

  #after(name: 'cursor' | 'retry', ms: number, act: () => void): void {
    if (this.#timers.has(name)) return
    const run = () => {
      this.#timers.delete(name)
      act()
    }
    this.#timers.set(name, setTimeout(run, ms).unref())
  }

  /** Logs a fault that lasts only once. */
  #say(fault: string): void {
    if (fault && fault !== this.#fault) this.#options.log(fault)
    this.#fault = fault
  }

  place(): LanePlace | undefined {
    return this.#epochs.place()
  }

  /** The items of the delivered epoch from `from` on; none if another epoch is delivered by now. */
  read(epoch: string, from: number, most: ReadLimits): Promise<Item[]> {
    return this.#inTurn(() => this.#epochs.read(epoch, from, most))
  }

  acknowledge(epoch: string, seq: number): void {
    const became = this.#epochs.acknowledge(epoch, seq)
    if (became === 'ignored') return
    this.#after('cursor', cursorEveryMs, () => this.#later(() => this.#epochs.tidy()))
    if (became === 'unknown') this.#later(() => this.#renumber(epoch))
    if (became === 'done') this.#later(() => this.#leaveDelivered())
  }

  /** The platform has fewer entries than it acknowledged before. */
  setBack(epoch: string, seq: number): void {
    this.#epochs.setBack(epoch, seq)
  }

  async #renumber(epoch: string): Promise<void> {
    await this.#epochs.renumber(epoch, async (items) => {
      if (await this.#keep(items.map(unwrittenItem))) return
      this.#lose(items.flatMap((item) => (item.kind === 'record' ? item.entry : [])))
    })
    this.#onKept()
  }

  async #leaveDelivered(): Promise<void> {
    await this.#epochs.leaveDelivered()
    this.#onKept()
  }

  /** Queues an operation on the lane; a disk fault is logged and otherwise harmless. */
  #later(act: () => Promise<void>): void {
    this.#inTurn(act).catch((error: unknown) => this.#say(`outbox: ${String(error)}`))
  }

  stats(): LaneStats {
    const { entries, bytes, oldestAt } = this.#epochs
    return { entries, bytes, oldestAt, droppedPoints: this.#droppedPoints }
  }

  /** Resolves when everything appended so far is on disk, or counted as lost. */
  async settled(): Promise<void> {
    while (this.#isFlushing) await this.#inTurn(async () => undefined)
  }

  async close(): Promise<void> {
    await this.settled()
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await this.#inTurn(async () => {
      if (!this.#lost.isEmpty()) await this.#flush()
      await this.#epochs.close()
    }).catch((error: unknown) => this.#say(`outbox: ${String(error)}`))
  }
}
