// The gateway agent as a process: settings, start, stop on SIGTERM and SIGINT.

import product from '../../package.json' with { type: 'json' }
import { startEdge } from '../../signal/edge/edge.ts'
import { parseBroker } from '../../signal/edge/link/dial.ts'
import { createLinuxBox } from '../../signal/edge/linux-box.ts'
import { readConfig, SettingError } from './config.ts'

const log = (message: string) => console.log(`${new Date().toISOString()} ${message}`)

async function main(): Promise<void> {
  const config = readConfig()
  const hardware = createLinuxBox(product.version)
  const edge = await startEdge({ ...config, hardware, log }).catch((error: unknown) => {
    throw folderFault(error, config.dataDir) ?? error
  })
  const { boxId, connections } = edge.status()
  log(
    `gateway ${config.sn} (box ${boxId}): ${connections.length} connections, platform ${parseBroker(config.url).host}`,
  )
  const stop = () => {
    // The second signal finds no listener and ends the process at once.
    process.off('SIGTERM', stop).off('SIGINT', stop)
    edge.stop().then(() => log('stopped'), failed)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}

/** A folder that cannot be made, read or written, in one line. */
function folderFault(error: unknown, dataDir: string): SettingError | undefined {
  const { code, path } = error as NodeJS.ErrnoException
  // a folder above may be what is at fault
  if (!code || !path || !(path.startsWith(dataDir) || dataDir.startsWith(path))) return undefined
  return new SettingError(`EDGE_DATA_DIR ${dataDir} cannot be used (${code} ${path}): set it to a folder that can`)
}

function failed(error: unknown): void {
  console.error(error instanceof SettingError ? error.message : error)
  process.exitCode = 1
}

main().catch(failed)
