// S7 servers by other makers as child processes: python-snap7 3, written in Python, and python-snap7 2, which is the C
// library snap7. .ci/run installs both.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const script = new URL('./snap7-server.py', import.meta.url).pathname

/** The Python that has a peer, or nothing: its tests are then skipped by name. */
export function pythonWithSnap7(folder: 'snap7' | 'snap7-c'): string | undefined {
  const python = join(homedir(), '.cache/gatehouse', folder, 'bin/python3')
  try {
    execFileSync(python, ['-c', 'import snap7'], { stdio: 'ignore' })
    return python
  } catch {
    return undefined
  }
}

export type Snap7Server = {
  /** Sends a line as described in snap7-server.py and returns the answer. */
  ask(line: string): Promise<string>
  /** SIGKILL: connections are not closed cleanly. */
  end(): Promise<void>
}

/** A server that answers; rejects with its output if it ends before. */
export function startSnap7(python: string, port: number): Promise<Snap7Server> {
  const child = spawn(python, [script, String(port)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const waiting: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  let output = ''
  child.stderr.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-2000)
  })
  const ask = (line: string) =>
    new Promise<string>((resolve, reject) => {
      waiting.push({ resolve, reject })
      child.stdin.write(`${line}\n`)
    })
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      for (const each of [{ reject }, ...waiting.splice(0)]) each.reject(error)
    }
    child.once('error', fail)
    child.once('exit', () => fail(new Error(`the snap7 server ended: ${output}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve({ ask, end: () => end(child) })
      else waiting.shift()?.resolve(line)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
