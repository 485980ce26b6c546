// The dissectors of Wireshark as a second opinion on frames. .ci/run unpacks tshark; else the one of the system is used.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

const unpacked = join(homedir(), '.cache/gatehouse/tshark/usr')
const isUnpacked = existsSync(join(unpacked, 'bin/tshark'))
const programOf = (name: string): string => (isUnpacked ? join(unpacked, 'bin', name) : name)

function run(name: string, args: readonly string[], input?: string): string {
  const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((machine) => join(unpacked, 'lib', machine)).join(':')
  const env = isUnpacked ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env
  return execFileSync(programOf(name), args, { input, env, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
}

export const hasTshark = ((): boolean => {
  try {
    run('tshark', ['--version'])
    return true
  } catch {
    return false
  }
})()

const hexDump = (frame: Uint8Array): string => `000000 ${Buffer.from(frame).toString('hex').replace(/../g, '$& ')}\n`

/** The named fields of each frame, as tshark shows them; several values of a field are separated by commas. */
export function dissected(
  frames: readonly Uint8Array[],
  { transport, port, fields }: { transport: 'tcp' | 'udp'; port: number; fields: readonly string[] },
): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'tshark-'))
  const file = join(folder, 'frames.pcap')
  run('text2pcap', [transport === 'tcp' ? '-T' : '-u', `40000,${port}`, '-', file], frames.map(hexDump).join(''))
  const columns = fields.flatMap((field) => ['-e', field])
  const shown = run('tshark', ['-r', file, '-n', '-T', 'fields', '-E', 'separator=|', ...columns])
  rmSync(folder, { recursive: true })
  return shown
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('|'))
}
