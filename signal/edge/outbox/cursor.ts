// How far an epoch is acknowledged, and the small file beside its entries that keeps it. Nothing is lost without the
// file: what is sent again the platform takes no second time.
import { join } from 'node:path'
import type { Disk } from './disk.ts'

const name = 'cursor'
const pattern = /^acked (\d+) points (\d+|-)\n$/

export class OutboxCursor {
  /** Everything up to it is committed; it may be set back. */
  acked = 0
  /** Of everything up to it, if that is known. */
  points: number | undefined = 0
  /** Up to where it ever was. */
  highest = 0
  readonly #disk: Disk
  readonly #path: string
  #saved = 0

  private constructor(disk: Disk, path: string) {
    this.#disk = disk
    this.#path = path
  }

  /** Of a new epoch. */
  static begin(disk: Disk, folder: string): OutboxCursor {
    return new OutboxCursor(disk, join(folder, name))
  }

  /** What an earlier run kept; nothing acknowledged when there is none or it is unreadable. */
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

  /** `points`: of everything up to `acked`, if that is known. */
  move(acked: number, points: number | undefined): void {
    this.acked = acked
    this.points = points
    this.highest = Math.max(this.highest, acked)
  }

  /** There are not so many numbers as were acknowledged: the end of the entries was lost. */
  shortenTo(last: number): void {
    this.acked = last
    this.highest = last
    this.points = undefined
    this.#saved = last
  }

  /** A failing disk is no harm, then it is learnt again by sending again. */
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
