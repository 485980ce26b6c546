// One file of an outbox: appended to while it is the last, then read, then removed whole.
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
  /** Bytes of whole frames; what is written beyond does not count. */
  size = 0
  /** When its first entry was taken, by the raw clock of that moment. */
  firstAt: number | undefined
  /** The disk failed in a way that leaves unknown what stands behind `size`: it must not be appended to. */
  #isSuspect = false
  readonly #disk: Disk
  #file: DiskFile | undefined
  /** Head of the last damaged entry after the last intact one. */
  torn: FrameHead | undefined
  /** Content that could not be written to a full disk yet. */
  #held: Buffer | undefined
  #index: FrameAt[] | undefined

  constructor(disk: Disk, folder: string, name: SegmentName) {
    this.#disk = disk
    this.kind = name.kind
    this.first = name.first
    this.before = name.before
    this.path = join(folder, segmentName(name))
  }

  /** A new file to append to. */
  static async create(disk: Disk, folder: string, name: SegmentName): Promise<Segment> {
    const segment = new Segment(disk, folder, name)
    segment.#file = await disk.create(segment.path)
    segment.#index = []
    return segment
  }

  /** A file to be of that content; on the disk with `save`, till then it is read from memory. */
  static hold(disk: Disk, folder: string, name: SegmentName, content: Buffer): Segment {
    const segment = new Segment(disk, folder, name)
    segment.#held = content
    segment.size = content.length
    return segment
  }

  /** Replaces an older file of its name; rejects when the disk is full, and nothing has changed. */
  async save(): Promise<void> {
    if (!this.#held) return
    await this.#disk.replace(this.path, this.#held)
    this.#held = undefined
  }

  /** An existing file; its size without reading it. */
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
   * Makes an existing file the one to append to; false when its end is torn: its numbers are not to be reused. It is cut
   * then, unless the end still tells what is missing (`torn`).
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
    // Nothing is written here any more: a cut that fails only leaves garbage that nobody reads.
    if (!this.torn) await file.truncate(end).catch(() => undefined)
    await file.close()
    return false
  }

  /** It may be appended to. */
  get isOpen(): boolean {
    return this.#file !== undefined && !this.#isSuspect
  }

  get isHeld(): boolean {
    return this.#held !== undefined
  }

  /** Heads of its frames; none when it cannot be read any more. Kept until `forget`. */
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

  /** Whole frames between two, both included. */
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
      // Gone or unreadable for good: what follows tells how much is missing. Anything else may pass.
      if (isUnreadable(error)) return Buffer.alloc(0)
      throw error
    }
  }

  /** Resolves when it is on the disk for good; when it rejects, nothing of it counts. */
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
      // Nobody knows what a failed flush left: the system may take those pages for written.
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

  /** False when somebody removed the file we append to. */
  isNamed(): Promise<boolean> {
    return this.#file?.isNamed() ?? Promise.resolve(true)
  }

  /** Its heads are read again when they are needed. */
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
