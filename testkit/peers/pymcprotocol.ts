// An MC client of another maker (Python pymcprotocol), which reads and writes a simulated PLC.
import { execFile, execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const script = new URL('./pymcprotocol-client.py', import.meta.url).pathname

/** Where .ci/run installs the MC peers; else wherever the system's Python finds them. */
const pythons = [join(homedir(), '.cache/gatehouse/mc/bin/python3'), 'python3']

/** A Python that has a module; nothing where there is none. */
export const pythonWith = (module: string): string | undefined =>
  pythons.find((python) => {
    try {
      execFileSync(python, ['-c', `import ${module}`], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })

/** The values that the client has read back, by the names in its script. */
type ReadBack = { words: number[]; bits: number[]; random: number[]; timer: number[]; inputs: number[] | null }

/** Lets the client write and read. `series`: as it names them, e.g. `Q`, `iQ-R`. */
export async function pymcprotocolReads(
  python: string,
  { port, code, series, frame }: { port: number; code: 'binary' | 'ascii'; series: string; frame: '3E' | '4E' },
): Promise<ReadBack> {
  const { stdout } = await promisify(execFile)(python, [script, String(port), code, series, frame])
  return JSON.parse(stdout) as ReadBack
}
