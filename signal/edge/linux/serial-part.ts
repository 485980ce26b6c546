// The serial ports of a Linux box: COM1 to COM8 with their line settings. Drivers reach each through a serial server of
// the box itself, COM1 at port 4001 of the loopback. [S3 Serial port]
import { join } from 'node:path'
import { z } from 'zod'
import { SerialLine } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { type Ending, failure } from '../poll/write.ts'
import { LineServer } from './line-server.ts'
import { done, type LinuxPart, type PartDeps } from './part.ts'
import { firstSettings, type LineSettings, realPorts } from './serial-ports.ts'

/** Keyed by the path of the device, so that settings survive when another device is plugged in. */
const Saved = z.record(z.string(), SerialLine.omit({ port: true }))

type Needs = {
  /** Paths that the owner names, in the order of COM1, COM2 …; by default all that are found. */
  named?: readonly string[] | undefined
  /** Names of ports that belong to a modem. */
  taken(): readonly string[]
  find?: () => string[]
  firstTcpPort?: number
}

export function createSerialPart(deps: PartDeps, needs: Needs): LinuxPart {
  const { run, log, emit, dataDir } = deps
  const { named, taken, find = realPorts, firstTcpPort = limits.firstLinePort } = needs
  const file = join(dataDir, 'serial.json')
  const servers = new Map<string, LineServer>()
  let paths: readonly string[] = []
  let saved: Record<string, LineSettings> | undefined

  const settingsOf = (path: string): LineSettings => saved?.[path] ?? firstSettings

  async function look(): Promise<void> {
    saved ??= await load(file, log)
    const next = named ?? find().filter((path) => !taken().includes(path.replace('/dev/', '')))
    if (next.join() === paths.join()) return
    paths = next.slice(0, limits.serialPorts)
    // The numbers of the ports may have changed: restarts all servers.
    await stop()
    for (const [index, path] of paths.entries()) {
      const tcpPort = firstTcpPort + index
      servers.set(path, new LineServer({ path, tcpPort, settings: () => settingsOf(path), run, log }))
      log(`COM${index + 1} is ${path}, at 127.0.0.1:${tcpPort}`)
    }
  }

  async function set({ port, ...settings }: SerialLine): Promise<Ending> {
    const path = paths[Number(port.slice('COM'.length)) - 1]
    if (path === undefined) return failure(1353, { what: port })
    const before = settingsOf(path)
    saved = { ...saved, [path]: settings }
    try {
      await servers.get(path)?.apply()
      await replaceFile(file, JSON.stringify(saved))
    } catch (error) {
      saved = { ...saved, [path]: before }
      // After a failure some of the settings may have been applied.
      await servers
        .get(path)
        ?.apply()
        .catch((again: unknown) => log(`${path}: ${String(again)}`))
      return failure(1359, { reason: error instanceof Error ? error.message : String(error) })
    }
    emit({ kind: 'change' })
    return done
  }

  async function stop(): Promise<void> {
    await Promise.all([...servers.values()].map((server) => server.stop()))
    servers.clear()
  }

  return {
    acts: ['serial'],
    lack: () => (paths.length === 0 ? 'serialPort' : undefined),
    order: (order) => {
      if (order.act !== 'serial') throw new Error(`no order for a serial port: ${order.act}`)
      return set(order.line)
    },
    told: () => ({ serial: paths.map((path, index) => ({ port: `COM${index + 1}`, ...settingsOf(path) })) }),
    look,
    stop,
  }
}

async function load(file: string, log: PartDeps['log']): Promise<Record<string, LineSettings>> {
  try {
    return Saved.parse(JSON.parse((await readIfThere(file)) ?? '{}'))
  } catch (error) {
    log(`the settings of the serial ports cannot be read and are as at first: ${String(error)}`)
    return {}
  }
}
