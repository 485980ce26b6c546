// The disk operations of an outbox, so that a test can replace them by a full or failing disk.
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { draftOf, replaceFile, syncFolder } from '../file.ts'

export type DiskFile = {
  /** Writes all bytes at this position; may have written a part when it rejects. */
  write(bytes: Buffer, position: number): Promise<void>
  /** The existing bytes of this range. */
  read(position: number, length: number): Promise<Buffer>
  /** Resolves when the content survives a power cut. */
  flush(): Promise<void>
  truncate(size: number): Promise<void>
  size(): Promise<number>
  /** False if the file was deleted while it was open. */
  isNamed(): Promise<boolean>
  close(): Promise<void>
}

export type Disk = {
  /** Creates a folder with its parents. */
  makeFolder(path: string): Promise<void>
  /** Names in a folder; none if it is absent. */
  list(path: string): Promise<string[]>
  /** Creates an empty file whose name survives a power cut. */
  create(path: string): Promise<DiskFile>
  /** Opens an existing file for reading and writing. */
  open(path: string): Promise<DiskFile>
  /** Replaces a file: the content is entirely old or entirely new. */
  replace(path: string, content: Buffer): Promise<void>
  /** Removes a file, or a folder with its content; absent is fine. */
  remove(path: string): Promise<void>
}

/** Whether an error means that no space or quota is left: deleting entries then helps. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '')
/** Whether an error means that the file was deleted, or is permanently damaged. */
export const isUnreadable = (error: unknown): boolean => ['ENOENT', 'EIO'].includes(codeOf(error) ?? '')
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | undefined)?.code

export const realDisk: Disk = {
  async makeFolder(path) {
    const first = await mkdir(path, { recursive: true, mode: 0o700 })
    if (first) await syncFolder(dirname(first))
  },
  async list(path) {
    try {
      return await readdir(path)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return []
      throw error
    }
  },
  async create(path) {
    const file = await openFile(path, 'wx+')
    await syncFolder(dirname(path))
    return file
  },
  open: (path) => openFile(path, 'r+'),
  async replace(path, content) {
    try {
      await replaceFile(path, content)
    } catch (error) {
      await rm(draftOf(path), { force: true })
      throw error
    }
  },
  async remove(path) {
    await rm(path, { recursive: true, force: true })
  },
}

async function openFile(path: string, flags: string): Promise<DiskFile> {
  const file = await open(path, flags, 0o600)
  return {
    async write(bytes, position) {
      let done = 0
      while (done < bytes.length) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
        done += bytesWritten
      }
    },
    async read(position, length) {
      const bytes = Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, position + done)
        if (bytesRead === 0) break
        done += bytesRead
      }
      return bytes.subarray(0, done)
    },
    flush: () => file.datasync(),
    truncate: (size) => file.truncate(size),
    size: async () => (await file.stat()).size,
    isNamed: async () => (await file.stat()).nlink > 0,
    close: () => file.close(),
  }
}
