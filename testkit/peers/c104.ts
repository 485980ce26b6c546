// A controlled station by another maker (Python c104, on the C library lib60870) as a child process. .ci/run installs it.
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { peerPython } from './peer-python.ts'

const script = new URL('./c104-server.py', import.meta.url).pathname

/** The Python that has the peer, or nothing: its tests are then skipped by name. */
export const pythonWithC104 = (): string | undefined => peerPython('c104', 'c104')

export type C104Station = {
  /** Commands that it has received: `CA IOA VALUE`. */
  commands: string[]
  /** Sends a line as described in c104-server.py, and waits until it is carried out. */
  order(line: string): Promise<void>
  /** SIGKILL: connections are not closed cleanly. */
  end(): Promise<void>
}

/** A station that listens; rejects with its output if it ends before. */
export function startC104(python: string, port: number): Promise<C104Station> {
  const child = spawn(python, [script, String(port)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
  const commands: string[] = []
  let output = ''
  child.stderr.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-2000)
  })
  const order = (line: string) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ resolve, reject })
      child.stdin.write(`${line}\n`)
    })
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      for (const each of [{ reject }, ...waiting.splice(0)]) each.reject(error)
    }
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`the c104 station ended: ${output}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve({ commands, order, end: () => end(child) })
      else if (line === 'ok') waiting.shift()?.resolve()
      else commands.push(line.replace('command ', ''))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
