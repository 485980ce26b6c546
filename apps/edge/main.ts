// The gateway agent as a process: settings, start, stop on SIGTERM and SIGINT, and newer agents from slots.
import { isMainThread, workerData } from 'node:worker_threads'
import product from '../../package.json' with { type: 'json' }
import { startEdge } from '../../signal/edge/edge.ts'
import { parseBroker } from '../../signal/edge/link/dial.ts'
import { openLinuxBox } from '../../signal/edge/linux/linux-box.ts'
import { scriptThread } from '../../signal/edge/script/runner.ts'
import { serveScripts } from '../../signal/edge/script/serve.ts'
import { createSlotInstaller } from '../../signal/edge/upgrade/slot-installer.ts'
import { readSlots } from '../../signal/edge/upgrade/slots.ts'
import { readConfig, SettingError } from './config.ts'
import { lockDataDir } from './data-lock.ts'
import { launch, restartCode } from './launcher.ts'

const log = (message: string) => console.log(`${new Date().toISOString()} ${message}`)
type Config = ReturnType<typeof readConfig>

async function main(): Promise<void> {
  const config = readConfig()
  const stopping = new AbortController()
  const stop = () => {
    // A second signal finds no listener and ends the process; a child may receive the first one twice.
    if (!config.isSlot) process.off('SIGTERM', stop).off('SIGINT', stop)
    stopping.abort()
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
  const run = (signal: AbortSignal) => runAgent(config, signal)
  // An agent from a slot is a child process: the launcher is its parent.
  if (config.isSlot) process.exitCode = (await run(stopping.signal)) ? restartCode : 0
  else await launchAlone(config, run, stopping.signal)
  process.off('SIGTERM', stop).off('SIGINT', stop)
  log('stopped')
}

/** Runs agents as the only launcher of this folder. */
async function launchAlone({ dataDir }: Config, runHere: (stop: AbortSignal) => Promise<boolean>, stop: AbortSignal) {
  const release = await lockDataDir(dataDir).catch((error: unknown) => {
    throw folderFault(error, dataDir) ?? error
  })
  try {
    await launch({ dataDir, runHere, stop, log })
  } finally {
    await release()
  }
}

/** Runs the agent until it is stopped; true if it requests a restart. */
async function runAgent(config: Config, stop: AbortSignal): Promise<boolean> {
  const { dataDir } = config
  let restart: () => void = () => undefined
  const wanted = new Promise<boolean>((resolve) => {
    restart = () => resolve(true)
    if (stop.aborted) resolve(false)
    stop.addEventListener('abort', () => resolve(false), { once: true })
  })
  const state = await readSlots(dataDir)
  const installer = createSlotInstaller({ dataDir, state, baseVersion: product.version, restart, log })
  const hardware = await openLinuxBox({ ...config, version: installer.version(), restart, log })
  try {
    const edge = await startEdge({ ...config, hardware, installer, log }).catch((error: unknown) => {
      throw folderFault(error, dataDir) ?? error
    })
    const { boxId, connections } = edge.status()
    log(
      `gateway ${config.sn} (box ${boxId}): ${connections.length} connections, platform ${parseBroker(config.url).host}`,
    )
    const again = await wanted
    await edge.stop()
    return again
  } finally {
    await hardware.stop()
  }
}

/** The fault of a folder that cannot be created, read or written, in one line. */
function folderFault(error: unknown, dataDir: string): SettingError | undefined {
  const { code, path } = error as NodeJS.ErrnoException
  // The fault may be in a parent folder.
  if (!code || !path || !(path.startsWith(dataDir) || dataDir.startsWith(path))) return undefined
  return new SettingError(`EDGE_DATA_DIR ${dataDir} cannot be used (${code} ${path}): set it to a folder that can`)
}

function failed(error: unknown): void {
  console.error(error instanceof SettingError ? error.message : error)
  process.exitCode = 1
}

// The script thread runs this same file.
if (!isMainThread && workerData === scriptThread) serveScripts()
else main().catch(failed)
