// A DL/T 645-2007 meter of another maker: the Python package dlt645.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../ports.ts'

const script = new URL('./dlt645-meter.py', import.meta.url).pathname

const ownPython = join(homedir(), '.cache/gatehouse/dlt645/bin/python3')

/** The Python that has the package, where .ci/run installs it; nothing where it is missing. */
export function dlt645Python(): string | undefined {
  try {
    execFileSync(ownPython, ['-c', 'import dlt645'], { stdio: 'ignore' })
    return ownPython
  } catch {
    return undefined
  }
}

/** Numbers, texts of digits, or a maximum demand with its time, by data identifier in hex. */
export type MeterValues = Record<string, number | string | [number, string]>

/** Starts a meter. `address`: as printed. `password`: level and digits, as sent on the line. */
export async function startDlt645Meter(
  python: string,
  { address, password, values }: { address: string; password: string; values: MeterValues },
): Promise<{ port: number; close(): Promise<void> }> {
  const port = await freePort()
  const child: ChildProcess = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin!.write(`${JSON.stringify({ port, address, password, values })}\n`)
  const lines = createInterface({ input: child.stdout! })
  const [line] = (await once(lines, 'line')) as [string]
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  if (line !== 'ready') {
    await close()
    throw new Error(`the meter does not accept ${line}`)
  }
  return { port, close }
}
