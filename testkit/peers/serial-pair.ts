// Two serial ports connected to each other (socat), and a pymodbus device at one of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '../eventually.ts'
import type { Presets } from './pymodbus.ts'
import { startOn } from './pymodbus.ts'

export type SerialDevice = {
  /** The path of the port that leads to the device. */
  path: string
  writes: string[]
  /** Removes both ports, as when an adapter is unplugged. */
  unplug(): Promise<void>
  /** Adds the ports again under their names, with the device. */
  plug(): Promise<void>
  end(): Promise<void>
}

const ended = async (child: ChildProcess | undefined): Promise<void> => {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** Starts the ports and the device. Rejects where socat is missing: its absence is a failure, never a skipped test. */
export async function startSerialDevice(frame: 'rtu' | 'ascii', presets: Presets): Promise<SerialDevice> {
  // A driver accepts only paths below /dev.
  const folder = await mkdtemp('/dev/shm/serial-pair-')
  const [path, far] = [join(folder, 'ttyA'), join(folder, 'ttyB')]
  const writes: string[] = []
  let pair: ChildProcess | undefined
  let device: ChildProcess | undefined
  async function plug(): Promise<void> {
    pair = spawn(
      'socat',
      [path, far].map((link) => `pty,raw,echo=0,link=${link}`),
      { stdio: 'ignore' },
    )
    let fault: Error | undefined
    pair.once('error', (error) => {
      fault = new Error(`this test needs socat: ${error.message}`)
    })
    await eventually(() => {
      if (!fault && !(existsSync(path) && existsSync(far))) throw new Error('socat has no ports yet')
    })
    if (fault) throw fault
    device = await startOn(far, `serial-${frame}`, presets, writes)
  }
  async function unplug(): Promise<void> {
    await ended(device)
    await ended(pair)
    for (const link of [path, far]) await rm(link, { force: true })
  }
  await plug()
  return {
    path,
    writes,
    plug,
    unplug,
    end: async () => {
      await unplug()
      await rm(folder, { recursive: true })
    },
  }
}
