// The tested programs as processes: started, killed -9, restarted, and their memory measured.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Proc = {
  readonly name: string
  pid(): number | undefined
  isRunning(): boolean
  start(): void
  /** Kills the program with SIGKILL; resolves when it has ended. */
  kill(): Promise<void>
  send(message: object): void
  /** Peak memory of the program in MB, over all its runs. */
  peakMb(): number
  /** The outputs of the program each time that it ended without being killed: every crash is a failure. */
  crashes: string[]
}

const residentMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    // The process has ended.
    return 0
  }
}

/** Also ends a process cleanly whose parent is killed. */
const leash = `data:text/javascript,process.channel?.unref();process.once('disconnect',()=>process.kill(process.pid,'SIGTERM'))`

type Starting = { env?: Record<string, string>; flags?: readonly string[] }

/** A program that is started by `start`. Its error output is kept for the report of a crash. */
export function proc(
  name: string,
  file: string,
  args: string[],
  { env = {}, flags = ['--enable-source-maps'] }: Starting = {},
): Proc {
  let child: ChildProcess | undefined
  let peak = 0
  let isKilled = false
  const crashes: string[] = []
  const timer = setInterval(() => {
    if (child?.pid) peak = Math.max(peak, residentMb(child.pid))
  }, 500)
  timer.unref()
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  return {
    name,
    crashes,
    pid: () => child?.pid,
    isRunning,
    peakMb: () => Math.round(peak),
    start() {
      isKilled = false
      let said = ''
      const started = spawn(process.execPath, [...flags, '--import', leash, file, ...args], {
        env: { PATH: process.env.PATH ?? '', ...env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const stream of [started.stdout, started.stderr])
        stream?.on('data', (data: Buffer) => {
          said = (said + data.toString()).slice(-4000)
        })
      started.once('exit', (code, signal) => {
        if (!isKilled) crashes.push(`${name} ended by itself (${code ?? signal}): ${said.slice(-1500)}`)
      })
      child = started
    },
    async kill() {
      isKilled = true
      const dying = child
      if (!dying || !isRunning()) return
      const gone = new Promise((resolve) => dying.once('exit', resolve))
      dying.kill('SIGKILL')
      await gone
    },
    send(message) {
      if (isRunning()) child?.send(message, () => undefined)
    },
  }
}

/** The process that serves a private PostgreSQL in this folder, and those it started. */
export function postgresOf(dataDir: string): { postmaster: number; backends: number[] } | undefined {
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const postmaster = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  // The file is still being written: a pid of 0 would signal the own process group.
  if (!Number.isInteger(postmaster) || postmaster < 2) return undefined
  const backends = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster
      return isChild ? [Number(entry)] : []
    } catch {
      // The process has ended in the meantime.
      return []
    }
  })
  return { postmaster, backends }
}

/** SIGKILL to a process that is not our child; a process that has already ended is ignored. */
export function killPid(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
