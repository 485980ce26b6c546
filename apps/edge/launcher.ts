// Starts the active agent: the file that was copied to the box, in this process, or a newer one from a slot, as a
// child. If a new one ends or does not report within its time, the previous one becomes active again. [S8 1310]
import { type ChildProcess, spawn } from 'node:child_process'
import { goBack, loadSlots, readSlots, type Slot, slotFile } from '../../signal/edge/upgrade/slots.ts'
import { slotEnvironment } from './config.ts'

/** The exit code of an agent that requests a restart of the then active agent. */
export const restartCode = 75
const lookMs = 250
const againMs = 2000

type Needs = {
  dataDir: string
  /** Runs the agent of this file until it ends; true if it requests a restart. */
  runHere(stop: AbortSignal): Promise<boolean>
  stop: AbortSignal
  log: (message: string) => void
}

/** Resolves when no agent must run any more. */
export async function launch({ dataDir, runHere, stop, log }: Needs): Promise<void> {
  while (!stop.aborted) {
    const { active } = await readSlots(dataDir)
    if (active === 'base') {
      if (!(await runHere(stop))) return
    } else if (await runSlot(dataDir, active, stop, log)) await pause(againMs, stop)
  }
}

/** Runs an agent from a slot until it ends; true if it ended unexpectedly, so that the restart must be delayed. */
async function runSlot(dataDir: string, slot: Slot, stop: AbortSignal, log: Needs['log']): Promise<boolean> {
  const child = spawn(process.execPath, [slotFile(dataDir, slot)], {
    stdio: 'inherit',
    env: slotEnvironment(slot),
  })
  const end = () => child.kill('SIGTERM')
  stop.addEventListener('abort', end, { once: true })
  const trial = watchTrial(dataDir, child)
  const code = await ended(child)
  const isLate = trial.end()
  stop.removeEventListener('abort', end)
  if (stop.aborted) return false
  const onTrial = (await readSlots(dataDir)).trial !== undefined
  if (onTrial && code !== restartCode) {
    const reason = isLate ? 'it did not reach the platform in time' : `it ended with ${code ?? 'a signal'}`
    log(`upgrade: the new version is taken back: ${reason}`)
    await goBack(dataDir, reason, Date.now())
    return false
  }
  return code !== restartCode
}

/** Kills a child whose trial is over without an answer of the platform. `end`: returns whether it did. */
function watchTrial(dataDir: string, child: ChildProcess): { end(): boolean } {
  const startedAt = performance.now()
  let isLate = false
  const look = async () => {
    // If the disk cannot be read, it is unknown whether the trial is over.
    const slots = await loadSlots(dataDir).catch(() => undefined)
    if (!slots) return
    const { trial } = slots
    if (!trial) return clearInterval(timer)
    if (performance.now() - startedAt < trial.seconds * 1000) return
    isLate = true
    clearInterval(timer)
    // The child may hang, so it is killed without a chance to stop itself.
    child.kill('SIGKILL')
  }
  const timer = setInterval(() => void look(), lookMs)
  return {
    end() {
      clearInterval(timer)
      return isLate
    },
  }
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code))
  })

const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
