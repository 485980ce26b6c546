// Real files until a test makes the disk full or failing. Nothing is flushed: a test does not cut the power, and
// waiting for the disk of a loaded machine proves nothing.
import { rename, writeFile } from 'node:fs/promises'
import { type Disk, type DiskFile, realDisk } from '../../signal/edge/outbox/disk.ts'

type DiskAct = 'write' | 'flush' | 'truncate' | 'create' | 'replace' | 'remove' | 'open' | 'makeFolder' | 'read'

export type FailingDisk = Disk & {
  /** Called before each operation. If it throws an error, the operation fails with that error. */
  onAct: (act: DiskAct, path: string, bytes: number) => void
}

/** The system's error when an operation fails. */
export const fault = (code: string): Error => Object.assign(new Error(`${code}: told by the test`), { code })

export function failingDisk(): FailingDisk {
  const file = (path: string, real: DiskFile): DiskFile => ({
    ...real,
    async write(bytes, position) {
      try {
        disk.onAct('write', path, bytes.length)
      } catch (error) {
        // Part of the data is written, as on a disk that becomes full.
        await real.write(bytes.subarray(0, bytes.length >> 1), position)
        throw error
      }
      await real.write(bytes, position)
    },
    async read(position, length) {
      disk.onAct('read', path, length)
      return real.read(position, length)
    },
    async flush() {
      disk.onAct('flush', path, 0)
    },
    async truncate(size) {
      disk.onAct('truncate', path, 0)
      await real.truncate(size)
    },
  })
  const disk: FailingDisk = {
    ...realDisk,
    onAct: () => undefined,
    async makeFolder(path) {
      disk.onAct('makeFolder', path, 0)
      await realDisk.makeFolder(path)
    },
    async create(path) {
      disk.onAct('create', path, 0)
      await writeFile(path, '', { flag: 'wx' })
      return file(path, await realDisk.open(path))
    },
    async open(path) {
      disk.onAct('open', path, 0)
      return file(path, await realDisk.open(path))
    },
    async replace(path, content) {
      disk.onAct('replace', path, content.length)
      await writeFile(`${path}.new`, content)
      await rename(`${path}.new`, path)
    },
    async remove(path) {
      disk.onAct('remove', path, 0)
      await realDisk.remove(path)
    },
  }
  return disk
}
