// The gateway agent as a process: settings, start, stop on SIGTERM and SIGINT.

import product from '../../package.json' with { type: 'json' }
import { parseBroker } from '../../signal/edge/dial.ts'
import { startEdge } from '../../signal/edge/edge.ts'
import { createLinuxBox } from '../../signal/edge/linux-box.ts'
import { readConfig, SettingError } from './config.ts'

const log = (message: string) => console.log(`${new Date().toISOString()} ${message}`)

async function main(): Promise<void> {
  const config = readConfig()
  const edge = await startEdge({ ...config, hardware: createLinuxBox(product.version), log })
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

function failed(error: unknown): void {
  console.error(error instanceof SettingError ? error.message : error)
  process.exitCode = 1
}

main().catch(failed)
