import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from './embedded-place.ts'
import { isPostgresOf, processesIn } from './process-table.ts'
import { errorCode, SetupError } from './setup-error.ts'

const STOP_WITHIN_MS = 60_000
const POLL_MS = 20

type PidFile = { pid: number; isReady: boolean }

/** Reads postmaster.pid: line 1 is the process id, line 8 its state. */
export function readPidFile(cluster: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Stops a server that still runs in the data folder: since we own the folder, its platform has gone. The pid file is
 * removed only if its process is dead or another program, and no process works in the folder.
 */
export async function clearTheWay(place: Place, log: (line: string) => void): Promise<void> {
  const found = readPidFile(place.cluster)
  if (!found) return
  if (isPostgresOf(found.pid, place.cluster)) {
    log(`stopping the PostgreSQL that a killed platform left behind (process ${found.pid})`)
    stopProcess(found.pid)
    await goneWithin(() => !isPostgresOf(found.pid, place.cluster), STOP_WITHIN_MS, place)
  }
  await goneWithin(() => processesIn(place.cluster).length === 0, STOP_WITHIN_MS, place)
  const left = readPidFile(place.cluster)
  const isOther = left !== undefined && !isPostgresOf(left.pid, place.cluster) && process.platform === 'linux'
  // If no process has this id, PostgreSQL removes the file itself.
  if (isOther && answers(left.pid)) rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

function stopProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

async function goneWithin(isGone: () => boolean, withinMs: number, place: Place): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!isGone()) {
    if (Date.now() > deadline) {
      throw new SetupError(
        'DATA_DIR',
        `A PostgreSQL in ${place.cluster} does not stop: stop it manually, or set DATA_DIR to another folder`,
      )
    }
    await sleep(POLL_MS)
  }
}
