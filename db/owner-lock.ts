import { constants, copyFileSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { birthOf } from './process-table.ts'
import { errorCode, SetupError } from './setup-error.ts'

/** Releases the data folder; a second call has no effect. */
export type ReleaseOwnership = () => void

type Owner = { pid: number; birth: string }

/**
 * Ensures one platform per data folder. The file names its owner by process number and start time, so that a killed
 * owner never blocks the folder, even if another process has its number now.
 */
export function takeOwnership(file: string, dataDir: string): ReleaseOwnership {
  const mine = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) ?? '' } satisfies Owner)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // Creating a link is atomic and includes the content, so that a half-written file is never visible.
    while (!linked(draft, file)) {
      const found = readOwner(file)
      if (found && isLive(found.owner)) throw inUse(dataDir, found.owner.pid)
      if (found) discard(file, found.text, draft)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readOwner(file)?.text === mine) rmSync(file, { force: true })
  }
}

/** Whether a running platform owns the file's folder. */
export function hasOwner(file: string): boolean {
  return isLive(readOwner(file)?.owner)
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    // Some file systems have no hard links (shared folders of virtual machines, FAT).
    if (errorCode(error) === 'EPERM' || errorCode(error) === 'ENOTSUP') return copiedIfAbsent(draft, file)
    throw error
  }
}

function copiedIfAbsent(draft: string, file: string): boolean {
  try {
    copyFileSync(draft, file, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the file of a dead owner; if another process has replaced it meanwhile, the replacement is restored. */
function discard(file: string, deadText: string, draft: string): void {
  const aside = `${draft}.dead`
  try {
    renameSync(file, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') !== deadText) linked(aside, file)
  rmSync(aside, { force: true })
}

function readOwner(file: string): { text: string; owner: Owner | undefined } | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  return { text, owner: parseOwner(text) }
}

function parseOwner(text: string): Owner | undefined {
  try {
    const { pid, birth } = JSON.parse(text) as Partial<Owner>
    return typeof pid === 'number' && typeof birth === 'string' ? { pid, birth } : undefined
  } catch {
    return undefined
  }
}

function isLive(owner: Owner | undefined): owner is Owner {
  return owner !== undefined && birthOf(owner.pid) === owner.birth
}

function inUse(dataDir: string, pid: number): SetupError {
  return new SetupError(
    'DATA_DIR',
    `DATA_DIR ${dataDir} is in use by a running Gatehouse (process ${pid}): stop it, or set DATA_DIR to another folder`,
  )
}
