// A Logix client of another maker (Python pycomm3), which lists, reads and writes a simulated controller.
import { execFile, execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = new URL('./pycomm3-client.py', import.meta.url).pathname
const python = join(homedir(), '.cache/gatehouse/pycomm3/bin/python3')

/** Whether the client is installed; its tests are skipped by name otherwise. */
export function hasPycomm3(): boolean {
  try {
    execFileSync(python, ['-c', 'import pycomm3'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** `listed`: type, dimensions and access of each tag. `written`: the fault of each write, or null. */
type Pycomm3Result = {
  listed: Record<string, [type: string, dims: number, access: string]>
  members: string[]
  written: (string | null)[]
  read: unknown[]
}

/** Lets the client list, write and read. */
export async function pycomm3Reads(port: number): Promise<Pycomm3Result> {
  const { stdout } = await promisify(execFile)(python, [script, String(port)])
  return JSON.parse(stdout) as Pycomm3Result
}
