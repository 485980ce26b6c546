// Starts the pymodbus device as a child for tests; its absence is a failure, never a skipped test.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

/** Unit → area → address (as on the wire) → value. `Hro`: holding registers that ignore writes. */
export type Presets = Record<number, { C?: Preset; D?: Preset; I?: Preset; H?: Preset; Hro?: number[] }>
type Preset = Record<number, number>

export type Peer = {
  port: number
  /** Each write that the device has accepted, e.g. `1 H 5 42`: unit, area, address, values. */
  writes: string[]
  /** SIGKILL: connections are not closed cleanly. */
  kill(): Promise<void>
  /** Restarts on the same port with its initial presets. */
  restart(): Promise<void>
}

const script = new URL('./pymodbus-server.py', import.meta.url).pathname

/** A port that was free just now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A device that answers; rejects with its output when Python or pymodbus is missing. */
export async function startPymodbus(presets: Presets, framing: 'tcp' | 'rtu' = 'tcp'): Promise<Peer> {
  const port = await freePort()
  const writes: string[] = []
  let child = await startOn(String(port), framing, presets, writes)
  return {
    port,
    writes,
    kill: () => end(child),
    restart: async () => {
      child = await startOn(String(port), framing, presets, writes)
    },
  }
}

/** A device at a TCP port or the path of a serial port. */
export function startOn(place: string, framing: string, presets: Presets, writes: string[]): Promise<ChildProcess> {
  const child = spawn('/usr/bin/python3', [script, place, framing, JSON.stringify(presets)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error(`the pymodbus peer cannot start: ${error.message}`)))
    child.once('exit', () => reject(new Error(`the pymodbus peer ended (is python3-pymodbus installed?): ${said}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve(child)
      if (line.startsWith('write ')) writes.push(line.slice('write '.length))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

/** The output of mbpoll for its arguments, one reading per line: another implementation's view of the same device. */
export async function mbpoll(port: number, args: string[]): Promise<string[]> {
  const fixed = ['-m', 'tcp', '-p', String(port), '-0', '-1', '-o', '5']
  const { stdout } = await promisify(execFile)('/usr/bin/mbpoll', [...fixed, ...args])
  return stdout.split('\n').flatMap((line) => /^\[\d+\]:\s+(.*)$/.exec(line)?.[1]?.trim() ?? [])
}

/** Writes registers with pymodbus's client, and returns the values that the client reads back. */
export async function pymodbusWrites(port: number, unit: number, address: number, values: number[]): Promise<number[]> {
  const client = new URL('./pymodbus-client.py', import.meta.url).pathname
  const args = [client, port, unit, address, ...values].map(String)
  const { stdout } = await promisify(execFile)('/usr/bin/python3', args)
  return stdout.trim().split(' ').map(Number)
}
