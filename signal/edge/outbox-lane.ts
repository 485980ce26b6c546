// One lane of the outbox: what is appended waits for one flush that takes everything that waits; when there is no room
// the oldest goes; what cannot be kept is counted and told. Older epochs are delivered before the one that is written.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Disk, isFull } from './disk.ts'
import { createTurn } from './in-turn.ts'
import { type Entry, type Item, type Unwritten, unwrittenEntry, unwrittenItem } from './outbox-entry.ts'
import { type Most, OutboxLog } from './outbox-log.ts'
import { createLost } from './outbox-lost.ts'

export type LaneOptions = {
  disk: Disk
  folder: string
  /** On disk, at most. */
  mostBytes: number
  segmentBytes: number
  /** Asks another lane for room on a full disk; false: there is none. */
  makeRoom?: () => Promise<boolean>
  log: (message: string) => void
}

export type LaneStats = {
  /** Numbers that wait, and the bytes of the files. */
  entries: number
  bytes: number
  /** Raw clock of the moment the oldest was taken, or nothing. */
  oldestAt: number | null
  /** Dropped or not kept since the start. */
  droppedPoints: number
}

/** Where a lane is: the epoch that is delivered, its acknowledged and its last number. */
export type LanePlace = { epoch: string; acked: number; last: number }

type Waiting = { entry: Entry; unwritten: Unwritten; done: (isKept: boolean) => void }

// More than this in memory means that the disk hangs: then it is counted, not kept.
const mostWaitingBytes = 8 * 1024 * 1024
const cursorEveryMs = 1000
const retryMs = 5000
const isThereEveryMs = 1000
const folderName = /^(\d{6})-([0-9a-f]{16})$/

export class OutboxLane {
  readonly #options: LaneOptions
  readonly #inTurn = createTurn()
  /** Older epochs first; the last one is written if `#isOpen`. */
  #logs: OutboxLog[] = []
  #isOpen = false
  #order = 0
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #isFlushing = false
  #isClosed = false
  readonly #lost = createLost()
  #droppedPoints = 0
  #fault = ''
  #lastAtOpen = 0
  #lookedAt = 0
  #timers = new Map<'cursor' | 'retry', NodeJS.Timeout>()
  #onKept: () => void = () => undefined

  private constructor(options: LaneOptions) {
    this.#options = options
  }

  /** What an earlier run left. A disk that cannot be read is told and does not reject. */
  static async open(options: LaneOptions): Promise<OutboxLane> {
    const lane = new OutboxLane(options)
    try {
      await lane.#load()
    } catch (error) {
      options.log(`outbox: ${options.folder} cannot be read: ${String(error)}`)
    }
    return lane
  }

  async #load(): Promise<void> {
    const { disk, folder, segmentBytes } = this.#options
    const names = (await disk.list(folder)).filter((name) => folderName.test(name)).sort()
    for (const name of names) {
      const [, order, epoch] = folderName.exec(name)!
      this.#order = Number(order)
      const log = await this.#openLog(join(folder, name), epoch!, { disk, segmentBytes })
      this.#isOpen = log?.isWhole ?? false
      this.#lastAtOpen = log?.last ?? 0
      if (log) this.#logs.push(log)
    }
    await this.#leaveDelivered()
  }

  async #openLog(path: string, epoch: string, options: { disk: Disk; segmentBytes: number }) {
    try {
      return await OutboxLog.open(path, epoch, options)
    } catch (error) {
      // Left where it is: what the next start can read again is still delivered then.
      this.#options.log(`outbox: ${path} cannot be opened: ${String(error)}`)
      return undefined
    }
  }

  /** Calls back after entries came to the disk; one listener. */
  onKept(listener: () => void): void {
    this.#onKept = listener
  }

  /** True when it is on the disk; false when it could not be kept, and then its points are told as a gap. */
  append(entry: Entry): Promise<boolean> {
    const unwritten = unwrittenEntry(entry)
    if (this.#isClosed || this.#waitingBytes + unwritten.payload.length > mostWaitingBytes) {
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

  /** Everything that waits, at most a file full. */
  async #flush(): Promise<void> {
    await this.#watchFolder()
    const taken = this.#take()
    const gaps = this.#lost.gaps()
    const isKept = await this.#keep([...gaps, ...taken.map(({ unwritten }) => unwritten)])
    if (isKept) this.#lost.told(gaps.length)
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

  /** Writes, making room as long as that helps. Never rejects. */
  async #keep(entries: readonly Unwritten[]): Promise<boolean> {
    if (entries.length === 0) return true
    const size = entries.reduce((sum, { payload }) => sum + payload.length, 0)
    try {
      while (this.#bytes() + size > this.#options.mostBytes && (await this.#drop()));
      while (true) {
        try {
          await this.#write(entries)
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

  async #write(entries: readonly Unwritten[]): Promise<void> {
    if (!this.#isOpen) {
      const { folder, disk, segmentBytes } = this.#options
      const epoch = randomBytes(8).toString('hex')
      const name = `${String(this.#order + 1).padStart(6, '0')}-${epoch}`
      this.#logs.push(await OutboxLog.create(join(folder, name), epoch, { disk, segmentBytes }))
      this.#order++
      this.#isOpen = true
      this.#lastAtOpen = 0
    }
    const log = this.#logs.at(-1)!
    await log.saveGaps()
    await log.write(entries)
  }

  /** An outbox that was deleted while it is open goes on as a new one. Never rejects. */
  async #watchFolder(): Promise<void> {
    if (!this.#isOpen || performance.now() - this.#lookedAt < isThereEveryMs) return
    this.#lookedAt = performance.now()
    try {
      if (await this.#logs.at(-1)!.isThere()) return
      this.#options.log('outbox: it was deleted, a new one begins')
      const logs = this.#logs
      this.#logs = []
      this.#isOpen = false
      for (const log of logs) if (!log.isDelivered) this.#lost.addUnknown(log.waitingPoints)
      for (const log of logs) await log.remove()
    } catch (error) {
      this.#say(`outbox: ${String(error)}`)
    }
  }

  #bytes(): number {
    return this.#logs.reduce((sum, log) => sum + log.bytes, 0)
  }

  async #makeRoom(): Promise<boolean> {
    return (await this.#options.makeRoom?.()) || (await this.#drop())
  }

  async #drop(): Promise<boolean> {
    for (const log of this.#logs) {
      const points = await log.dropOldest()
      if (points === undefined) continue
      this.#droppedPoints += points
      this.#onKept()
      return true
    }
    return false
  }

  /** Drops its oldest file for another lane; false when there is none. */
  drop(): Promise<boolean> {
    return this.#inTurn(async () => {
      try {
        return await this.#drop()
      } catch (error) {
        this.#say(`outbox: no room can be made: ${String(error)}`)
        return false
      }
    })
  }

  #lose(entries: readonly Entry[]): void {
    for (const { ids } of entries) this.#droppedPoints += ids.length
    this.#lost.add(entries)
    // Told as soon as the disk takes it, even if nothing more is appended.
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

  /** Of a fault that lasts only the first word is news. */
  #say(fault: string): void {
    if (fault && fault !== this.#fault) this.#options.log(fault)
    this.#fault = fault
  }

  place(): LanePlace | undefined {
    const log = this.#logs[0]
    return log && { epoch: log.epoch, acked: log.acked, last: log.last }
  }

  /** What stands for the numbers of the delivered epoch from `from` on; none when another epoch is delivered by now. */
  read(epoch: string, from: number, most: Most): Promise<Item[]> {
    return this.#inTurn(async () => {
      const log = this.#logs[0]
      return log?.epoch === epoch ? log.read(from, most) : []
    })
  }

  acknowledge(epoch: string, seq: number): void {
    const log = this.#logs[0]
    if (log?.epoch !== epoch) return
    if (seq > log.last) this.#later(() => this.#renumber(log))
    else log.acknowledge(seq)
    this.#after('cursor', cursorEveryMs, () => this.#later(() => this.#tidy()))
    if (log.isDelivered && this.#logs.length > 1) this.#later(() => this.#leaveDelivered())
  }

  /** The platform knows less than it acknowledged before. */
  setBack(epoch: string, seq: number): void {
    const log = this.#logs[0]
    if (log?.epoch === epoch) log.setBack(seq)
  }

  /**
   * The platform has higher numbers than we ever gave: this outbox was put back to an older state, and what came since
   * has numbers that were used before. It begins again under a new epoch.
   */
  async #renumber(log: OutboxLog): Promise<void> {
    if (this.#logs[0] !== log || log.isDelivered) return
    this.#options.log('outbox: it was put back to an older state, a new epoch begins')
    if (this.#isOpen && this.#logs.length === 1) {
      this.#isOpen = false
      for (let next = Math.max(log.acked, this.#lastAtOpen) + 1; next <= log.last; ) {
        const items = await log.read(next, { entries: 1000, bytes: this.#options.segmentBytes })
        if (!(await this.#keep(items.map(unwrittenItem))))
          this.#lose(items.flatMap((item) => (item.kind === 'record' ? item.entry : [])))
        next = items.at(-1)!.seq + 1
      }
    }
    log.acknowledge(log.last)
    await this.#leaveDelivered()
  }

  /** In its turn; a fault of the disk is told and harms nothing. */
  #later(act: () => Promise<void>): void {
    this.#inTurn(act).catch((error: unknown) => this.#say(`outbox: ${String(error)}`))
  }

  async #tidy(): Promise<void> {
    for (const log of this.#logs) {
      await log.trim()
      await log.saveCursor()
    }
  }

  /** An epoch that is acknowledged whole and written no more goes. */
  async #leaveDelivered(): Promise<void> {
    while (this.#logs[0]?.isDelivered && (this.#logs.length > 1 || !this.#isOpen)) {
      await this.#logs[0].remove()
      this.#logs.shift()
    }
    this.#onKept()
  }

  stats(): LaneStats {
    const oldest = this.#logs.find((log) => !log.isDelivered)
    return {
      entries: this.#logs.reduce((sum, { last, acked }) => sum + last - acked, 0),
      bytes: this.#bytes(),
      oldestAt: oldest?.oldestAt ?? null,
      droppedPoints: this.#droppedPoints,
    }
  }

  /** Everything appended so far is on the disk, or counted as lost. */
  async settled(): Promise<void> {
    while (this.#isFlushing) await this.#inTurn(async () => undefined)
  }

  async close(): Promise<void> {
    await this.settled()
    this.#isClosed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    await this.#inTurn(async () => {
      if (!this.#lost.isEmpty()) await this.#flush()
      for (const log of this.#logs) await log.close()
    }).catch((error: unknown) => this.#say(`outbox: ${String(error)}`))
  }
}
