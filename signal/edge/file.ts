// Files that survive a power cut: whole old or whole new, never half.
import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file: written beside it, flushed, renamed over it, the folder flushed. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
  await syncFolder(path)
}

/** Removes a file for good; absent is fine. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true })
  await syncFolder(path)
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

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
