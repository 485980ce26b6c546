// An EtherNet/IP server of another maker (Python cpppo) as a child process. .ci/run installs it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const server = join(homedir(), '.cache/gatehouse/cpppo/bin/enip_server')

/** Whether the peer is installed; its tests are skipped by name otherwise. */
export function hasCpppo(): boolean {
  try {
    execFileSync(server, ['--help'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export type CpppoServer = {
  /** SIGKILL: connections are not closed cleanly. */
  end(): Promise<void>
}

/** A server that answers, with tags such as `Speed=REAL` or `Counts=DINT[100]`; rejects with its output if it ends. */
export function startCpppo(port: number, tags: readonly string[]): Promise<CpppoServer> {
  const child = spawn(server, ['--address', `127.0.0.1:${port}`, '--no-udp', '--no-config', '-A', ...tags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONUNBUFFERED: '1' },
  })
  let output = ''
  child.stderr.on('data', (data: Buffer) => {
    output = (output + data.toString()).slice(-4000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`cpppo ended: ${output}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.includes('Server address')) resolve({ end: () => end(child) })
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
