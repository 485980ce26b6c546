// A FINS/TCP server of another maker (Python plctap) as a child process. It answers reads with zeros, and nothing else.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { peerPython } from './peer-python.ts'

const script = new URL('./plctap-fins.py', import.meta.url).pathname

export const plctapPython = peerPython('plctap', 'plctap.listener')

/** A frame as the parser of plctap reads it: its fields, and what is wrong with it. */
type Parsed = Record<string, unknown> & { errors: string[] }

/** Starts it on a free port. `faults`: injected into its answers in turn; `end` returns the frames received. */
export async function startPlctap(
  python: string,
  faults: readonly string[] = [],
): Promise<{ port: number; end(): Promise<Parsed[]> }> {
  const child = spawn(python, [script, ...faults], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error('plctap ended')
    return value as string
  }
  return {
    port: Number(await next()),
    async end() {
      child.stdin!.end()
      return JSON.parse(await next()) as Parsed[]
    },
  }
}
