// One epoch of one lane on disk: numbers from 1, in files that are appended to, acknowledged and dropped. The calls
// must not overlap: lane.ts queues them.
import { join } from 'node:path'
import { OutboxCursor } from './cursor.ts'
import { type Disk, isFull } from './disk.ts'
import { encodeGaps, type GapItem, gapsOf, type Item, itemsOf, type Unwritten } from './entry.ts'
import { arrange, type Border, encodeFrame, type FrameAt, headBytes, parseSegmentName } from './file.ts'
import { afterMost, lowerBound, pointsBefore, type ReadLimits } from './places.ts'
import { Segment } from './segment.ts'

/** `segmentBytes`: size at which a file is full; acknowledged and dropped entries are removed by whole files. */
type LogOptions = { disk: Disk; segmentBytes: number }

export class OutboxLog {
  readonly epoch: string
  readonly #folder: string
  readonly #disk: Disk
  readonly #segmentBytes: number
  #segments: Segment[] = []
  #isWhole = true
  /** The file read last, if not the one appended to: its heads stay in memory. */
  #reading: Segment | undefined
  /** The highest number, and the points of all numbers so far. */
  last = 0
  #points = 0
  /** The highest number of an earlier run. */
  lastAtOpen = 0
  /** The platform has reported in this run how far it has this epoch, or the epoch started in this run. */
  isProven = false
  #cursor: OutboxCursor
  /** True while a gap is only in memory, because a full disk has not accepted it yet. */
  #holdsGaps = false

  private constructor(folder: string, epoch: string, { disk, segmentBytes }: LogOptions) {
    this.#folder = folder
    this.epoch = epoch
    this.#disk = disk
    this.#segmentBytes = segmentBytes
    this.#cursor = OutboxCursor.begin(disk, folder)
  }

  /** Creates an empty epoch with its first file. */
  static async create(folder: string, epoch: string, options: LogOptions): Promise<OutboxLog> {
    const log = new OutboxLog(folder, epoch, options)
    await options.disk.makeFolder(folder)
    await log.#rotate()
    log.isProven = true
    return log
  }

  /** Opens the epoch of an earlier run; returns nothing if it has no file of entries. Cuts off a torn end. */
  static async open(folder: string, epoch: string, options: LogOptions): Promise<OutboxLog | undefined> {
    const log = new OutboxLog(folder, epoch, options)
    const names = await options.disk.list(folder)
    for (const name of names) if (name.endsWith('.new')) await options.disk.remove(join(folder, name))
    const found = names.flatMap((name) => parseSegmentName(name) ?? [])
    for (const name of found.sort((a, b) => a.first - b.first || (a.kind === 'gap' ? -1 : 1)))
      log.#segments.push(await Segment.open(options.disk, folder, name))
    await log.#removeCovered()
    const end = log.#segments.at(-1)
    if (!end) return undefined
    await log.#learnEnd(end)
    await log.#learnAcked()
    return log
  }

  /** Removes files that a gap replaces: a kill after writing the gap leaves both. */
  async #removeCovered(): Promise<void> {
    let covered = 0
    const kept: Segment[] = []
    for (const segment of this.#segments) {
      if (segment.kind === 'gap') covered = Math.max(covered, (await segment.index()).at(-1)?.seq ?? 0)
      if (segment.kind === 'log' && segment.first <= covered) await segment.remove()
      else kept.push(segment)
    }
    this.#segments = kept
  }

  async #learnEnd(end: Segment): Promise<void> {
    this.#isWhole = end.kind === 'log' && (await end.resume())
    // Damaged entries at the end have used their numbers too; the numbers and their points are reported as a gap.
    const head = end.torn ?? (await end.index()).at(-1)
    this.last = head?.seq ?? end.first - 1
    this.lastAtOpen = this.last
    this.#points = head ? head.before + head.points : end.before
  }

  async #learnAcked(): Promise<void> {
    const cursor = await OutboxCursor.load(this.#disk, this.#folder)
    if (cursor.acked > this.last) {
      this.#isWhole = false
      cursor.shortenTo(this.last)
    }
    this.#cursor = cursor
  }

  /** Everything up to this number is committed; may be set back. */
  get acked(): number {
    return this.#cursor.acked
  }

  /**
   * False if the end is torn or missing: numbers that were used may be missing here, so that a new epoch must start.
   */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get bytes(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0)
  }

  get isDelivered(): boolean {
    return this.acked >= this.last
  }

  /** Points that are not acknowledged, including gaps; all points if the acknowledged ones are unknown. */
  get waitingPoints(): number {
    return this.#points - (this.#cursor.points ?? 0)
  }

  /** When the oldest waiting entry was recorded, by the clock of the gateway, if that is in memory. */
  get oldestAt(): number | undefined {
    const segment = this.#segmentAt(this.acked + 1)
    return segment?.known(this.acked + 1)?.at ?? segment?.firstAt
  }

  #segmentAt(seq: number): Segment | undefined {
    return this.#segments.findLast(({ first }) => first <= seq)
  }

  /** Resolves when all entries are safely on disk; if it rejects, none of them is stored. */
  async write(entries: readonly Unwritten[]): Promise<void> {
    const size = entries.reduce((sum, { payload }) => sum + headBytes + payload.length, 0)
    let end = this.#segments.at(-1)
    if (!end?.isOpen || (end.size > 0 && end.size + size > this.#segmentBytes)) end = await this.#rotate()
    const frames: Buffer[] = []
    const heads: FrameAt[] = []
    let [seq, before, offset] = [this.last, this.#points, end.size]
    for (const { payload, points, at } of entries) {
      const head = { seq: ++seq, count: 1, before, points, at }
      const frame = encodeFrame(head, payload)
      frames.push(frame)
      heads.push({ ...head, offset, length: frame.length })
      before += points
      offset += frame.length
    }
    await end.append(Buffer.concat(frames), heads)
    this.last = seq
    this.#points = before
  }

  async #rotate(): Promise<Segment> {
    const name = { kind: 'log' as const, first: this.last + 1, before: this.#points }
    const end = this.#segments.at(-1)
    // An empty file that failed has the same name as the new one.
    if (end?.kind === 'log' && end.first === name.first) {
      await end.remove()
      this.#segments.pop()
    }
    const segment = await Segment.create(this.#disk, this.#folder, name)
    await this.#segments.at(-1)?.close()
    this.#segments.at(-1)?.forget()
    this.#segments.push(segment)
    return segment
  }

  /** The items of the numbers from `from` on, without a hole; empty at the end. */
  async read(from: number, most: ReadLimits): Promise<Item[]> {
    if (from > this.last) return []
    const at = this.#segments.findLastIndex(({ first }) => first <= from)
    const segment = this.#segments[at]
    if (!segment) return this.#beforeAll(from)
    if (this.#reading !== segment) this.#reading?.forget()
    this.#reading = segment
    const index = await segment.index()
    const end = this.#borderAfter(at)
    const start = lowerBound(index, from)
    const stop = afterMost(index, start, end.from, most)
    const frames = start < stop ? await segment.frames(index[start]!, index[stop - 1]!) : []
    const next = index[stop]
    const cut = next && next.seq < end.from ? { from: next.seq - next.count + 1, before: next.before } : end
    return itemsOf(arrange(frames, { from, before: pointsBefore(segment, index, start, from) }, cut))
  }

  /** The hole before the oldest file: acknowledged and removed, or lost. */
  #beforeAll(from: number): Item[] {
    const { first, before } = this.#segments[0]!
    const known = from === 1 ? 0 : from === this.acked + 1 ? this.#cursor.points : undefined
    const holes = arrange([], { from, before: known }, { from: first, before })
    return itemsOf(holes, first - 1 <= this.#cursor.highest ? 'forgotten' : 'torn')
  }

  #borderAfter(at: number): Border {
    const next = this.#segments[at + 1]
    return next ? { from: next.first, before: next.before } : { from: this.last + 1, before: this.#points }
  }

  /** Everything up to `seq` is committed. `trim` removes the files. */
  acknowledge(seq: number): void {
    if (seq > this.acked && seq <= this.last) this.#setAcked(seq)
  }

  /** The platform has fewer entries than it had acknowledged: those that still exist are sent again. */
  setBack(seq: number): void {
    this.#setAcked(Math.min(seq, this.acked))
  }

  #setAcked(seq: number): void {
    const head = this.#segmentAt(seq)?.known(seq)
    this.#cursor.move(seq, seq === 0 ? 0 : head?.seq === seq ? head.before + head.points : undefined)
  }

  /** Removes fully acknowledged files, but never the last, which holds the position. */
  async trim(): Promise<void> {
    const isDone = (at: number) => at + 1 < this.#segments.length && this.#segments[at + 1]!.first - 1 <= this.acked
    if (!isDone(0)) return
    await this.saveCursor()
    while (isDone(0)) await this.#segments.shift()!.remove()
  }

  /** Saves the acknowledged number to disk. */
  saveCursor(): Promise<void> {
    return this.#cursor.save()
  }

  /**
   * Makes room: replaces the oldest file of entries by gaps. Returns the dropped points, or nothing if there is none to
   * drop.
   */
  async dropOldest(): Promise<number | undefined> {
    await this.trim()
    const victim = this.#segments.find(({ kind }) => kind === 'log')
    if (!victim || victim.size === 0) return undefined
    if (victim === this.#segments.at(-1)) await this.#rotate()
    const at = this.#segments.indexOf(victim)
    const gone = this.#segments.slice(0, at + 1)
    const end = this.#borderAfter(at)
    const from = Math.max(this.acked + 1, gone[0]!.first)
    const items = from < end.from ? await this.#itemsBetween(from, end.from) : []
    const gaps = gapsOf(items)
    await this.#replace(gone, gaps, end)
    return items.reduce((sum, item) => sum + (item.kind === 'record' ? item.points : 0), 0)
  }

  /** The items of the numbers `from` up to but not including `end`. */
  async #itemsBetween(from: number, end: number): Promise<Item[]> {
    const items: Item[] = []
    for (let next = from; next < end; next = items.at(-1)!.seq + 1)
      items.push(...(await this.read(next, { entries: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY })))
    return items
  }

  /** Replaces the oldest files by the gaps, if any. Rejects only while nothing has changed. */
  async #replace(gone: readonly Segment[], gaps: readonly GapItem[], end: Border): Promise<void> {
    const rest = this.#segments.slice(gone.length)
    if (gaps.length === 0) {
      this.#segments = rest
      await removeAll(gone)
      return
    }
    const points = gaps.reduce((sum, gap) => sum + gap.points, 0)
    const before = Math.max(0, (end.before ?? 0) - points)
    const name = { kind: 'gap' as const, first: gaps[0]!.from, before }
    const segment = Segment.hold(this.#disk, this.#folder, name, encodeGaps(gaps, before))
    try {
      await segment.save()
    } catch (error) {
      if (!isFull(error)) throw error
    }
    this.#segments = [segment, ...rest]
    await removeAll(gone.filter(({ path }) => path !== segment.path))
    // The disk has no room even for a gap, so the files are removed first. A kill at this moment leaves a hole, which
    // the next file counts.
    if (segment.isHeld) await this.#trySave(segment)
  }

  async #trySave(segment: Segment): Promise<void> {
    try {
      await segment.save()
    } catch {
      // The gap stays in memory until the disk accepts it.
      this.#holdsGaps = true
    }
  }

  /** Writes gaps that a full disk has not accepted yet. */
  async saveGaps(): Promise<void> {
    if (!this.#holdsGaps) return
    this.#holdsGaps = false
    for (const segment of this.#segments) if (segment.isHeld) await this.#trySave(segment)
  }

  /** False if the outbox was deleted while it was open. */
  async isThere(): Promise<boolean> {
    return (await this.#segments.at(-1)?.isNamed()) ?? false
  }

  async close(): Promise<void> {
    await this.trim()
    await this.saveGaps()
    await this.saveCursor()
    for (const segment of this.#segments) await segment.close()
  }

  async remove(): Promise<void> {
    for (const segment of this.#segments) await segment.close()
    await this.#disk.remove(this.#folder)
  }
}

/** A file that a failing disk does not remove is covered by the gap, and removed at the next start. */
async function removeAll(segments: readonly Segment[]): Promise<void> {
  for (const segment of segments) await segment.remove().catch(() => undefined)
}
