import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { errorCode } from './setup-error.ts'

const LINUX = process.platform === 'linux'

/** Fields of /proc/<pid>/stat after the command name: [0] is the state letter, [19] the start time in ticks. */
function statOf(pid: number): string[] | undefined {
  const text = readIfThere(`/proc/${pid}/stat`)
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Whether a process runs. False for a killed process that has not been reaped, although it still responds to signal 0.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  return !LINUX || statOf(pid)?.[0] !== 'Z'
}

/**
 * Distinguishes a process from a later one with the same number (after a reboot, or in a restarted container).
 * Undefined if there is no such process.
 */
export function birthOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined
  if (LINUX) {
    const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
    const ticks = statOf(pid)?.[19]
    return ticks === undefined ? undefined : `${boot}:${ticks}`
  }
  return commandOutput('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/**
 * Whether a process belongs to the PostgreSQL of this data folder: only its processes have this folder as their working
 * folder.
 */
export function isPostgresOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (!LINUX) return commandOutput('ps', ['-o', 'command=', '-p', String(pid)])?.includes(cluster) ?? true
  return workingFolderOf(pid) === cluster
}

/** Every live process whose working folder is the data folder. Available on Linux only; empty elsewhere. */
export function processesIn(cluster: string): number[] {
  if (!LINUX) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => workingFolderOf(pid) === cluster && isAlive(pid))
}

function workingFolderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function commandOutput(command: string, args: string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || undefined
  } catch {
    return undefined
  }
}
