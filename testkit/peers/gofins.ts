// A PLC with FINS/UDP by another maker (Go l1va/gofins) as a child process. It has words and bits of D only, and treats
// word numbers as byte numbers: D1 is the second byte of D0. .ci/run builds it.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const program = join(homedir(), '.cache/gatehouse/gofins/plc')

export const hasGofins = existsSync(program)

/** Starts the PLC on a port of the loopback; it ends with its standard input. */
export async function startGofins(port: number): Promise<{ end(): Promise<void> }> {
  const child: ChildProcess = spawn(program, [String(port)], { stdio: ['pipe', 'pipe', 'ignore'] })
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`gofins ended with ${code}`)))
    child.stdout!.once('data', () => resolve())
  })
  return {
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.stdin!.end()
      await gone
    },
  }
}
