// An MC PLC by another maker (Python virtual-plc) as a child process: frames 3E and 4E, binary and ASCII.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Name of a device → decimal number of its first point → values. */
type Contents = Record<string, Record<string, number[]>>

export type VirtualPlc = {
  port: number
  /** Ends the PLC and returns what its memory held. */
  end(): Promise<Contents>
}

/**
 * `limits`: number ranges of devices, e.g. `D:0-999`. `faults`: steps of its fault plan, such as
 * `{ match: { nth: 2 }, action: { type: 'delay', seconds: 1 } }`.
 */
type Setup = { profile: 'Q' | 'iQ-R'; contents?: Contents; limits?: readonly string[]; faults?: readonly object[] }

/** Starts the PLC on a free port; rejects with its output when it ends. */
export async function startVirtualPlc(python: string, setup: Setup): Promise<VirtualPlc> {
  const folder = await mkdtemp(join(tmpdir(), 'virtual-plc-'))
  const file = (name: string) => join(folder, name)
  await writeFile(file('memory.json'), JSON.stringify(setup.contents ?? {}))
  await writeFile(file('faults.json'), JSON.stringify({ steps: setup.faults ?? [] }))
  const args = ['-m', 'virtual_plc', '--port', '0', '--profile', setup.profile]
  args.push('--init', file('memory.json'), '--fault-plan', file('faults.json'), '--dump-on-exit', file('saved.json'))
  for (const limit of setup.limits ?? []) args.push('--limit', limit)
  const child = spawn(python, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await portOf(child)
  return {
    port,
    async end() {
      await stop(child)
      const saved = JSON.parse(await readFile(file('saved.json'), 'utf8')) as Contents
      await rm(folder, { recursive: true })
      return saved
    },
  }
}

/** The port that the PLC prints when it listens. */
function portOf(child: ChildProcess): Promise<number> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`virtual-plc ended: ${said}`)))
    createInterface({ input: child.stderr! }).on('line', (line) => {
      said = `${said}${line}\n`.slice(-2000)
      const port = /^listening on [\d.]+:(\d+)/.exec(line)?.[1]
      if (port) resolve(Number(port))
    })
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
