// An edge node of Sparkplug B by another maker (Python pysparkplug) as a child process.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { peerPython } from './peer-python.ts'

const script = new URL('./pysparkplug-node.py', import.meta.url).pathname

/** Its Python; nothing where it is not installed. */
export const pysparkplugPython = (): string | undefined => peerPython('pysparkplug', 'pysparkplug')

/** A metric of a command that the edge node received. */
type Command = { name: string | null; alias: number | null; type: string; value: unknown }

type EdgeNodeProcess = {
  commands: Command[]
  /** Lets it publish: `historical`, `null`, `skip` (a message is lost) or `leave` (the device goes offline). */
  order(order: 'historical' | 'null' | 'skip' | 'leave'): void
  /** SIGKILL: the broker publishes its death. */
  kill(): Promise<void>
}

/** Starts the edge node `plant/line1` with the device `press`. */
export function startPysparkplug(python: string, port: number): Promise<EdgeNodeProcess> {
  const child = spawn(python, [script, String(port)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const commands: Command[] = []
  let errors = ''
  child.stderr.on('data', (data: Buffer) => {
    errors = (errors + data.toString()).slice(-2000)
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the edge node ended: ${errors}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line !== 'ready') commands.push(JSON.parse(line) as Command)
      else resolve({ commands, order: (order) => void child.stdin.write(`${order}\n`), kill })
    })
  })
}
