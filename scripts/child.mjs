import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { ROOT } from './say.mjs'

/**
 * A single Ctrl-C arrives twice, from the terminal and through npm; a second one by the user arrives later than this.
 */
const SAME_CTRL_C_MS = 800
const PARENT_CHECK_MS = 1000
/**
 * Runs a Node program in the foreground and returns its exit code. SIGINT, SIGTERM and SIGHUP end it cleanly; a second
 * Ctrl-C kills it.
 * @param {string[]} command arguments of node
 * @param {{ isOnLeash?: boolean, env?: NodeJS.ProcessEnv, output?: number, givesWay?: boolean }} [options] on the leash it
 *   ends when this process is killed; `output` is an open file for what it says; `givesWay`: others come first
 * @returns {Promise<number>}
 */
export function runChild(command, { isOnLeash = false, env = process.env, output, givesWay = false } = {}) {
  // None of the programs reads from the terminal.
  const stdio = /** @type {import('node:child_process').StdioOptions} */ ([
    'ignore',
    output ?? 'inherit',
    output ?? 'inherit',
    ...(isOnLeash ? ['ipc'] : []),
  ])
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    env,
    stdio,
    // In its own session the program receives each signal only once, from here, and not also from the terminal.
    detached: process.platform !== 'win32',
  })
  // Programs that it starts inherit the session.
  if (givesWay && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const release = forwardSignals((signal) => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      release()
      resolve(exitCodeOf(code, signal))
    })
  })
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function exitCodeOf(code, signal) {
  return signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1)
}

/**
 * Passes on termination signals until released.
 * @param {(signal: NodeJS.Signals) => void} send
 * @returns {() => void}
 */
export function forwardSignals(send) {
  let askedAt = 0
  const ask = (/** @type {NodeJS.Signals} */ signal) => {
    const now = Date.now()
    if (askedAt === 0) {
      askedAt = now
      send(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    } else if (signal === 'SIGINT' && now - askedAt > SAME_CTRL_C_MS) {
      send('SIGKILL')
    }
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, ask)
  const watch = watchNpm(() => ask('SIGTERM'))
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, ask)
  }
}

/**
 * A killed npm does not notify its script, and a shell may be between the two. Started without npm, the parent is
 * the user's shell, which may end before us.
 * @param {() => void} onGone
 */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return undefined
  const before = ancestors()
  const timer = setInterval(() => ancestors() !== before && onGone(), PARENT_CHECK_MS)
  timer.unref()
  return timer
}

function ancestors() {
  const parent = process.ppid
  try {
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return `${parent} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return `${parent}`
  }
}
