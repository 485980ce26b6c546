// How far an epoch is acknowledged, and the small file that stores this. Losing the file loses nothing: the platform
// ignores entries that are sent again.
import { join } from 'node:path'
import type { Disk } from './disk.ts'

const name = 'cursor'
const pattern = /^acked (\d+) points (\d+|-)\n$/

export class OutboxCursor {
  /** Everything up to this number is committed; may be set back. */
  acked = 0
  /** Number of points up to `acked`, if known. */
  points: number | undefined = 0
  /** The highest number ever acknowledged. */
  highest = 0
  readonly #disk: Disk
  readonly #path: string
  #saved = 0

  private constructor(disk: Disk, path: string) {
    this.#disk = disk
    this.#path = path
  }

  /** Creates the cursor of a new epoch. */
  static begin(disk: Disk, folder: string): OutboxCursor {
    return new OutboxCursor(disk, join(folder, name))
  }

  /** The cursor that an earlier run saved; at 0 if there is none or it is unreadable. */
  static async load(disk: Disk, folder: string): Promise<OutboxCursor> {
    const cursor = OutboxCursor.begin(disk, folder)
    if (!(await disk.list(folder)).includes(name)) return cursor
    const file = await disk.open(cursor.#path)
    try {
      const known = pattern.exec((await file.read(0, 100)).toString())
      if (known) cursor.move(Number(known[1]), known[2] === '-' ? undefined : Number(known[2]))
    } finally {
      await file.close()
    }
    cursor.#saved = cursor.acked
    return cursor
  }

  /** Moves the cursor. `points`: the number of points up to `acked`, if known. */
  move(acked: number, points: number | undefined): void {
    this.acked = acked
    this.points = points
    this.highest = Math.max(this.highest, acked)
  }

  /** Fewer entries exist than were acknowledged: the end was lost. */
  shortenTo(last: number): void {
    this.acked = last
    this.highest = last
    this.points = undefined
    this.#saved = last
  }

  /** Saves the cursor. A disk fault is harmless: the position is found again by sending again. */
  async save(): Promise<void> {
    const { acked, points } = this
    if (this.#saved === acked) return
    try {
      await this.#disk.replace(this.#path, Buffer.from(`acked ${acked} points ${points ?? '-'}\n`))
      this.#saved = acked
    } catch {
      this.#saved = -1
    }
  }
}
