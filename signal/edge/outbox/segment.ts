// One file of an outbox: appended to while it is the last, then only read, and finally removed as a whole.
import { join } from 'node:path'
import { type Disk, type DiskFile, isUnreadable } from './disk.ts'
import {
  type Frame,
  type FrameAt,
  type FrameHead,
  headBytes,
  type SegmentName,
  scanFrames,
  segmentName,
  takenAt,
  tornHead,
} from './file.ts'
import { lowerBound } from './places.ts'

export class Segment {
  readonly kind: SegmentName['kind']
  readonly first: number
  readonly before: number
  readonly path: string
  /** Size of the intact frames in bytes; bytes beyond are ignored. */
  size = 0
  /** When the first entry of the file was recorded, by the raw clock of that moment. */
  firstAt: number | undefined
  /** A disk fault left unknown content after `size`: nothing may be appended any more. */
  #isSuspect = false
  readonly #disk: Disk
  #file: DiskFile | undefined
  /** Head of the last damaged entry after the last intact one. */
  torn: FrameHead | undefined
  /** Content that a full disk has not accepted yet. */
  #held: Buffer | undefined
  #index: FrameAt[] | undefined

  constructor(disk: Disk, folder: string, name: SegmentName) {
    this.#disk = disk
    this.kind = name.kind
    this.first = name.first
    this.before = name.before
    this.path = join(folder, segmentName(name))
  }

  /** Creates a file to append to. */
  static async create(disk: Disk, folder: string, name: SegmentName): Promise<Segment> {
    const segment = new Segment(disk, folder, name)
    segment.#file = await disk.create(segment.path)
    segment.#index = []
    return segment
  }

  /** A file with this content that `save` writes to disk; until then it is read from memory. */
  static hold(disk: Disk, folder: string, name: SegmentName, content: Buffer): Segment {
    const segment = new Segment(disk, folder, name)
    segment.#held = content
    segment.size = content.length
    return segment
  }

  /** Writes held content over an older file of that name; rejects on a full disk, with nothing changed. */
  async save(): Promise<void> {
    if (!this.#held) return
    await this.#disk.replace(this.path, this.#held)
    this.#held = undefined
  }

  /** Opens an existing file without reading its entries. */
  static async open(disk: Disk, folder: string, name: SegmentName): Promise<Segment> {
    const segment = new Segment(disk, folder, name)
    const file = await disk.open(segment.path)
    try {
      segment.size = await file.size()
      segment.firstAt = takenAt(await file.read(0, headBytes))
    } finally {
      await file.close()
    }
    return segment
  }

  /**
   * Opens an existing file for appending. Returns false if its end is torn: its numbers must not be reused. In that
   * case the end is cut off, unless its last head (`torn`) shows what is missing.
   */
  async resume(): Promise<boolean> {
    const { size } = this
    const file = await this.#disk.open(this.path)
    const bytes = await file.read(0, size)
    const scan = scanFrames(bytes)
    const { frames, end } = scan
    this.#index = frames.map(withoutPayload)
    this.size = end
    if (end === size) {
      this.#file = file
      return true
    }
    this.torn = tornHead(bytes, scan)
    // Nothing is appended here any more: if cutting fails, garbage stays that is never read.
    if (!this.torn) await file.truncate(end).catch(() => undefined)
    await file.close()
    return false
  }

  /** Whether entries may be appended. */
  get isOpen(): boolean {
    return this.#file !== undefined && !this.#isSuspect
  }

  get isHeld(): boolean {
    return this.#held !== undefined
  }

  /** The heads of the file's frames, kept in memory until `forget`; none if the file cannot be read any more. */
  async index(): Promise<readonly FrameAt[]> {
    this.#index ??= scanFrames(await this.#bytes(0, this.size)).frames.map(withoutPayload)
    return this.#index
  }

  /** The head that covers this number, if the index is in memory. */
  known(seq: number): FrameAt | undefined {
    const index = this.#index
    const head = index?.[lowerBound(index, seq)]
    return head && head.seq - head.count < seq ? head : undefined
  }

  /** The intact frames from `from` to `to`, both included. */
  async frames(from: FrameAt, to: FrameAt): Promise<Frame[]> {
    return scanFrames(await this.#bytes(from.offset, to.offset + to.length - from.offset)).frames
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    if (this.#held) return this.#held.subarray(position, position + length)
    if (this.#file) return this.#file.read(position, length)
    try {
      const file = await this.#disk.open(this.path)
      try {
        return await file.read(position, length)
      } finally {
        await file.close()
      }
    } catch (error) {
      // Deleted or permanently unreadable: the next file shows how much is missing. Other faults may pass.
      if (isUnreadable(error)) return Buffer.alloc(0)
      throw error
    }
  }

  /** Resolves when the bytes are safely on disk; if it rejects, no frame is stored. */
  async append(bytes: Buffer, heads: readonly FrameAt[]): Promise<void> {
    const file = this.#file
    if (!file || !this.#index) throw new Error(`${this.path} is not open`)
    try {
      await file.write(bytes, this.size)
    } catch (error) {
      await this.#undo(file)
      throw error
    }
    try {
      await file.flush()
    } catch (error) {
      // The content after a failed flush is unknown: the system may treat those pages as written.
      this.#isSuspect = true
      await this.#undo(file)
      throw error
    }
    this.firstAt ??= heads[0]?.at
    this.#index.push(...heads)
    this.size += bytes.length
  }

  async #undo(file: DiskFile): Promise<void> {
    try {
      await file.truncate(this.size)
    } catch {
      this.#isSuspect = true
    }
  }

  /** False if the file was deleted while it was open. */
  isNamed(): Promise<boolean> {
    return this.#file?.isNamed() ?? Promise.resolve(true)
  }

  /** Drops the heads from memory; they are read again when needed. */
  forget(): void {
    if (!this.#file) this.#index = undefined
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  async remove(): Promise<void> {
    await this.close()
    this.#held = undefined
    await this.#disk.remove(this.path)
  }
}

const withoutPayload = ({ payload, ...head }: Frame): FrameAt => head
