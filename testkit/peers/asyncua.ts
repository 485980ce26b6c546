// An OPC UA server by another maker (Python asyncua) as a child process, with its namespaces in a chosen order.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const script = new URL('./asyncua-server.py', import.meta.url).pathname

/** Where .ci/run installs it; else wherever the system's Python finds it. */
const pythons = [join(homedir(), '.cache/gatehouse/asyncua/bin/python3'), 'python3']

/** A Python that has asyncua. Throws where there is none: its absence is a failure, never a skipped test. */
export function pythonWithAsyncua(): string {
  const python = pythons.find((python) => {
    try {
      execFileSync(python, ['-c', 'import asyncua'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
  if (python === undefined) throw new Error('this test needs asyncua: pip install asyncua==2.1.0')
  return python
}

type AsyncuaServer = {
  /** Each value that a client has written: `<uri> <value>`. */
  writes: string[]
  end(): Promise<void>
}

/**
 * Starts an OPC UA server. Each namespace contains `s=Machine` and `s=Temp`, whose first value is the length of the
 * URI.
 */
export function startAsyncua(python: string, port: number, uris: readonly string[]): Promise<AsyncuaServer> {
  const child = spawn(python, [script, String(port), ...uris], { stdio: ['ignore', 'pipe', 'pipe'] })
  const writes: string[] = []
  let said = ''
  child.stderr.on('data', (data: Buffer) => {
    said = (said + data.toString()).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the asyncua server ended: ${said}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'ready') resolve({ writes, end: () => end(child) })
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
