// The agent of the net-snmp project (Debian's snmpd) as a child process, with objects of every type. .ci/run installs it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = '/usr/sbin/snmpd'

/** Whether the agent is installed; its tests are skipped by name otherwise. */
export function hasSnmpd(): boolean {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Objects below this number have a value of each type and can be written. */
export const ownObjects = '1.3.6.1.4.1.99999'

const objects = [
  ['1.1.0', 'integer', '-2147483648'],
  ['1.2.0', 'counter', '4294967295'],
  ['1.3.0', 'uinteger', '4294967295'],
  ['1.4.0', 'timeticks', '123456'],
  ['1.5.0', 'octet_str', '"Cabinet 7"'],
  ['1.6.0', 'object_id', '.1.3.6.1.4.1.318'],
  ['1.8.0', 'integer', '2'],
  ['1.9.0', 'octet_str', '"21.5"'],
]

/** Users of v3 with their protocols; the passwords are `auth-secret` and `priv-secret`. */
const users = [
  ['sha-aes', 'SHA', 'AES'],
  ['sha256-aes', 'SHA-256', 'AES'],
  ['sha512-aes', 'SHA-512', 'AES'],
  ['md5-none', 'MD5', ''],
  ['sha256-aes256', 'SHA-256', 'AES-256'],
]

const configuration = (): string =>
  [
    'rocommunity public',
    'rwcommunity secret',
    ...objects.map(([oid, type, value]) => `override -rw ${ownObjects}.${oid} ${type} ${value}`),
    ...users.flatMap(([name, auth, priv]) => [
      `createUser ${name} ${auth} auth-secret${priv ? ` ${priv} priv-secret` : ''}`,
      `rwuser ${name} ${priv ? 'priv' : 'auth'}`,
    ]),
    '',
  ].join('\n')

export type Snmpd = { end(): Promise<void> }

/** An agent that answers at a UDP port; rejects with its output if it ends. */
export async function startSnmpd(port: number): Promise<Snmpd> {
  const folder = await mkdtemp(join(tmpdir(), 'snmpd-'))
  const file = join(folder, 'snmpd.conf')
  await writeFile(file, configuration())
  const child = spawn(program, ['-f', '-Lo', '-C', '-c', file, '-I', '-smux', `udp:127.0.0.1:${port}`], {
    env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`snmpd ended: ${output}`)))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        output = (output + data.toString()).slice(-4000)
        if (output.includes('NET-SNMP version')) resolve()
      })
  })
  return {
    end: async () => {
      await end(child)
      await rm(folder, { recursive: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}
