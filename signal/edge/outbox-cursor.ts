// The small file beside the entries that keeps the acknowledged number. Nothing is lost without it: what is sent again
// the platform takes no second time.
import { join } from 'node:path'
import type { Disk } from './disk.ts'

/** `points`: of everything up to the acknowledged number, if that is known. */
export type Acked = { acked: number; points: number | undefined }

const name = 'cursor'
const pattern = /^acked (\d+) points (\d+|-)\n$/

/** Nothing acknowledged when there is none or it is unreadable. */
export async function readCursor(disk: Disk, folder: string): Promise<Acked> {
  if (!(await disk.list(folder)).includes(name)) return { acked: 0, points: 0 }
  const file = await disk.open(join(folder, name))
  try {
    const known = pattern.exec((await file.read(0, 100)).toString())
    if (!known) return { acked: 0, points: 0 }
    return { acked: Number(known[1]), points: known[2] === '-' ? undefined : Number(known[2]) }
  } finally {
    await file.close()
  }
}

export const writeCursor = (disk: Disk, folder: string, { acked, points }: Acked): Promise<void> =>
  disk.replace(join(folder, name), Buffer.from(`acked ${acked} points ${points ?? '-'}\n`))
