// The epochs of one lane: older ones are delivered before the one that is written. A new one begins whenever numbers
// might have been used that are not here any more, so that none means two things. Its calls must not overlap.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Disk } from './disk.ts'
import type { Item, Unwritten } from './entry.ts'
import { OutboxLog } from './log.ts'
import type { Most } from './places.ts'

export type EpochsOptions = { disk: Disk; folder: string; segmentBytes: number; log: (message: string) => void }

/** Where a lane is: the epoch that is delivered, its acknowledged and its last number. */
export type LanePlace = {
  epoch: string
  acked: number
  last: number
  /**
   * False until the platform has said in this run how far it knows this epoch: before that nothing new may be sent,
   * only what an earlier run has numbered.
   */
  isProven: boolean
}

const folderName = /^(\d{6})-([0-9a-f]{16})$/

export class OutboxEpochs {
  readonly #options: EpochsOptions
  /** The last one is written if `#isOpen`. */
  #logs: OutboxLog[] = []
  #isOpen = false
  #order = 0
  /** The highest number of the delivered epoch that was read, so that it may have been sent. */
  #readUpTo = 0

  constructor(options: EpochsOptions) {
    this.#options = options
  }

  /** What earlier runs left. */
  async load(): Promise<void> {
    const { disk, folder } = this.#options
    const names = (await disk.list(folder)).filter((name) => folderName.test(name)).sort()
    for (const name of names) {
      const [, order, epoch] = folderName.exec(name)!
      this.#order = Number(order)
      const log = await this.#open(join(folder, name), epoch!)
      this.#isOpen = log?.isWhole ?? false
      if (log) this.#logs.push(log)
    }
    await this.leaveDelivered()
  }

  async #open(path: string, epoch: string): Promise<OutboxLog | undefined> {
    try {
      return await OutboxLog.open(path, epoch, this.#options)
    } catch (error) {
      // Left where it is: what the next start can read again is still delivered then.
      this.#options.log(`outbox: ${path} cannot be opened: ${String(error)}`)
      return undefined
    }
  }

  /** Resolves when it is on the disk for good; when it rejects, nothing of it counts. */
  async write(entries: readonly Unwritten[]): Promise<void> {
    if (!this.#isOpen) {
      const epoch = randomBytes(8).toString('hex')
      const name = `${String(this.#order + 1).padStart(6, '0')}-${epoch}`
      this.#logs.push(await OutboxLog.create(join(this.#options.folder, name), epoch, this.#options))
      this.#order++
      this.#isOpen = true
    }
    const log = this.#logs.at(-1)!
    await log.saveGaps()
    await log.write(entries)
  }

  /** Drops the oldest file; the points that went, or nothing when there is none to drop. */
  async dropOldest(): Promise<number | undefined> {
    for (const log of this.#logs) {
      const points = await log.dropOldest()
      if (points !== undefined) return points
    }
    return undefined
  }

  /** When somebody has removed the files under us: the points of each epoch that waited, and nothing is left of them. */
  async leaveRemoved(): Promise<number[]> {
    if (!this.#isOpen || (await this.#logs.at(-1)!.isThere())) return []
    const logs = this.#logs
    this.#logs = []
    this.#isOpen = false
    for (const log of logs) await log.remove()
    return logs.map((log) => (log.isDelivered ? 0 : log.waitingPoints))
  }

  get bytes(): number {
    return this.#logs.reduce((sum, log) => sum + log.bytes, 0)
  }

  get entries(): number {
    return this.#logs.reduce((sum, { last, acked }) => sum + last - acked, 0)
  }

  get oldestAt(): number | null {
    return this.#logs.find((log) => !log.isDelivered)?.oldestAt ?? null
  }

  place(): LanePlace | undefined {
    const log = this.#logs[0]
    return log && { epoch: log.epoch, acked: log.acked, last: log.last, isProven: log.isProven }
  }

  async read(epoch: string, from: number, most: Most): Promise<Item[]> {
    const log = this.#delivered(epoch)
    const items = (await log?.read(from, most)) ?? []
    this.#readUpTo = Math.max(this.#readUpTo, items.at(-1)?.seq ?? 0)
    return items
  }

  #delivered(epoch: string): OutboxLog | undefined {
    return this.#logs[0]?.epoch === epoch ? this.#logs[0] : undefined
  }

  /** `unknown`: the platform has numbers that we never sent; `done`: this epoch may be left. */
  acknowledge(epoch: string, seq: number): 'ignored' | 'taken' | 'done' | 'unknown' {
    const log = this.#delivered(epoch)
    if (!log) return 'ignored'
    if (seq > Math.max(log.lastAtOpen, this.#readUpTo)) return 'unknown'
    log.isProven = true
    log.acknowledge(seq)
    return log.isDelivered && this.#logs.length > 1 ? 'done' : 'taken'
  }

  setBack(epoch: string, seq: number): void {
    const log = this.#delivered(epoch)
    if (!log) return
    log.isProven = true
    log.setBack(seq)
  }

  /**
   * The platform has numbers of this epoch that were never sent in this run nor found at its start: the outbox was put
   * back to an older state, and what came since has numbers that were used before. It is kept once more by `keep`, which
   * begins a new epoch.
   */
  async renumber(epoch: string, keep: (items: readonly Item[]) => Promise<void>): Promise<void> {
    const log = this.#delivered(epoch)
    if (!log) return
    this.#options.log('outbox: it was reset to an older state; a new epoch begins')
    if (this.#isOpen && this.#logs.length === 1) {
      this.#isOpen = false
      for (let next = Math.max(log.acked, log.lastAtOpen) + 1; next <= log.last; ) {
        const items = await log.read(next, { entries: 1000, bytes: this.#options.segmentBytes })
        await keep(items)
        next = items.at(-1)!.seq + 1
      }
    }
    log.acknowledge(log.last)
    await this.leaveDelivered()
  }

  /** Forgets what is acknowledged, and remembers up to where. */
  async tidy(): Promise<void> {
    for (const log of this.#logs) {
      await log.trim()
      await log.saveCursor()
    }
  }

  /** An epoch that is acknowledged whole and written no more goes. */
  async leaveDelivered(): Promise<void> {
    while (this.#logs[0]?.isDelivered && (this.#logs.length > 1 || !this.#isOpen)) {
      await this.#logs[0].remove()
      this.#logs.shift()
      this.#readUpTo = 0
    }
  }

  async close(): Promise<void> {
    for (const log of this.#logs) await log.close()
  }
}
