// Files that survive a power cut: the content is entirely old or entirely new.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Where new content is written before it replaces the old. */
export const draftOf = (path: string) => `${path}.new`

/** Replaces a file: writes a draft beside it, flushes it, renames it, flushes the folder. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = draftOf(path)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(dirname(path))
}

/** Removes a file for good; absent is fine. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await syncFolder(dirname(path))
}

/** The file's text, or nothing when there is none. Other faults are thrown. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Flushes a folder, so that created, renamed and removed files survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
