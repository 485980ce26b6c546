// The epochs of one lane: older ones are delivered before the one being written. A new epoch starts whenever numbers
// may have been used that are missing here, so that no number has two meanings. Calls must not overlap.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Disk } from './disk.ts'
import type { Item, Unwritten } from './entry.ts'
import { OutboxLog } from './log.ts'
import type { ReadLimits } from './places.ts'

export type EpochsOptions = { disk: Disk; folder: string; segmentBytes: number; log: (message: string) => void }

/** The position of a lane: the epoch being delivered, its acknowledged and its last number. */
export type LanePlace = {
  epoch: string
  acked: number
  last: number
  /**
   * False until the platform has reported, in this run, how far it has committed this epoch. Until then only numbers of
   * an earlier run may be sent, no new ones.
   */
  isProven: boolean
}

const folderName = /^(\d{6})-([0-9a-f]{16})$/

export class OutboxEpochs {
  readonly #options: EpochsOptions
  /** The files in order of their numbers; if `#isOpen`, the last one is still written to. */
  #logs: OutboxLog[] = []
  #isOpen = false
  #order = 0
  /** The highest number read from the delivered epoch: it may have been sent. */
  #readUpTo = 0

  constructor(options: EpochsOptions) {
    this.#options = options
  }

  /** Loads the epochs of earlier runs. */
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
      // The folder is kept: if the next start can read it, it is delivered then.
      this.#options.log(`outbox: ${path} cannot be opened: ${String(error)}`)
      return undefined
    }
  }

  /** Resolves when the entries are safely on disk; if it rejects, none of them is stored. */
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

  /** Drops the oldest file. Returns the dropped points, or nothing if there is none to drop. */
  async dropOldest(): Promise<number | undefined> {
    for (const log of this.#logs) {
      const points = await log.dropOldest()
      if (points !== undefined) return points
    }
    return undefined
  }

  /** If the files were deleted: abandons all epochs and returns the number of waiting points of each. */
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

  async read(epoch: string, from: number, most: ReadLimits): Promise<Item[]> {
    const log = this.#delivered(epoch)
    const items = (await log?.read(from, most)) ?? []
    this.#readUpTo = Math.max(this.#readUpTo, items.at(-1)?.seq ?? 0)
    return items
  }

  #delivered(epoch: string): OutboxLog | undefined {
    return this.#logs[0]?.epoch === epoch ? this.#logs[0] : undefined
  }

  /**
   * Handles an acknowledgement. `unknown`: the platform has numbers that were never sent; `done`: this epoch may be
   * removed.
   */
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
   * The platform has numbers of this epoch that this outbox never sent: the outbox was restored to an older state, and
   * its newer entries reuse numbers. `keep` stores these entries again in a new epoch.
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

  /** Removes acknowledged files and saves the acknowledged numbers. */
  async tidy(): Promise<void> {
    for (const log of this.#logs) {
      await log.trim()
      await log.saveCursor()
    }
  }

  /** Removes epochs that are fully acknowledged and no longer written. */
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
