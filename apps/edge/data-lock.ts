// A lock on the agent's folder: two agents that share an outbox would overwrite each other's records and counts. The
// lock file names the process that owns it, so that a lock left by a killed process, or from before a reboot, can be
// ignored.
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingError } from './config.ts'

const fileName = 'agent.lock'
const tries = 5

/** A process and its start time, if the system reports it: process numbers are reused. */
type Holder = { pid: number; startedAt: string | null }

/** Locks the folder; returns a function that unlocks it. Throws a `SettingError` while another agent uses it. */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, fileName)
  const own = JSON.stringify({ pid: process.pid, startedAt: await startOf(process.pid) } satisfies Holder)
  const draft = `${path}.${process.pid}`
  await writeFile(draft, own)
  try {
    for (let time = 0; time < tries; time++) {
      if (await isLinked(draft, path)) return () => release(path, own)
      const held = await readIfThere(path)
      const holder = holderOf(held)
      if (holder && (await isRunning(holder))) throw inUse(dataDir, holder.pid)
      await takeAway(path, held)
    }
    throw inUse(dataDir, undefined)
  } finally {
    await rm(draft, { force: true })
  }
}

const inUse = (dataDir: string, pid: number | undefined): SettingError =>
  new SettingError(
    `EDGE_DATA_DIR ${dataDir} is in use by another agent${pid === undefined ? '' : ` (process ${pid})`}: ` +
      'stop it, or give each agent a folder of its own',
  )

/** Tries to create a hard link: only one process can succeed. */
const isLinked = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Removes a stale lock, but not one that another agent has created since it was read. */
async function takeAway(path: string, stale: string | undefined): Promise<void> {
  const aside = `${path}.stale.${process.pid}`
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if ((await readIfThere(aside)) !== stale) await isLinked(aside, path)
  await rm(aside, { force: true })
}

async function release(path: string, own: string): Promise<void> {
  if ((await readIfThere(path)) === own) await rm(path, { force: true })
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

function holderOf(text: string | undefined): Holder | undefined {
  if (text === undefined) return undefined
  try {
    const { pid, startedAt = null } = JSON.parse(text) as Partial<Holder>
    return Number.isSafeInteger(pid) && pid! > 0 ? { pid: pid!, startedAt } : undefined
  } catch {
    // A lock truncated by a loss of power has no process.
    return undefined
  }
}

async function isRunning({ pid, startedAt }: Holder): Promise<boolean> {
  const now = await startOf(pid)
  if (now === 'ended' || pid === process.pid) return false
  if (now !== null && startedAt !== null) return now === startedAt
  // Start times are unavailable: there is no such process, or one of another user is hidden.
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The boot and the start time of a living process; null if the system does not report it. */
async function startOf(pid: number): Promise<string | 'ended' | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets and may contain spaces.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return 'ended'
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()} ${fields[18]}`
  } catch {
    // There is no such process, or the system has no such files.
    return null
  }
}
