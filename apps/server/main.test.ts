// The platform as a process: its messages at the terminal when a start fails and when it succeeds.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { emptyDatabase } from '../../testkit/database.ts'
import { withDatabase } from '../../testkit/database-url.ts'
import { until } from '../../testkit/eventually.ts'
import { makeCertificate } from '../../testkit/peers/certificate.ts'
import { freePort, freePorts } from '../../testkit/ports.ts'
import { endProgram, type Program, program } from '../../testkit/program.ts'

let platform: Program
let folder: string
beforeAll(async () => {
  platform = await program('server')
  // Port 0 disables the server in this test.
  free = { PORT: '0', MQTT_PORT: String(await freePort()) }
}, 240_000)
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-main-'))
  chmodSync(folder, 0o711)
})
afterEach(() => rmSync(folder, { recursive: true }))

let free: Record<string, string>

/** Starts the platform and collects the lines of both streams. */
function start(env: Record<string, string>) {
  const child = platform.run({ ...free, PATH: process.env.PATH ?? '', ...env }, 'pipe')
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (data: Buffer) => (said += data.toString()))
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, closed, said: () => said }
}

async function fault(env: Record<string, string>): Promise<[number | null, string]> {
  const { closed, said } = start(env)
  return [await closed, said()]
}

/** Runs the platform until it is ready, then stops it; returns the lines that it printed. */
async function run(env: Record<string, string>): Promise<string[]> {
  const { child, closed, said } = start(env)
  await until(() => (/^ready /m.test(said()) ? true : child.exitCode === null ? undefined : true))
  await endProgram(child, 'SIGTERM')
  await closed
  return said().trim().split('\n')
}

const oneLine = (text: string) => expect.stringMatching(new RegExp(`^${text}[^\\n]*\\n$`))

describe('an impossible start ends with one line and a failure', () => {
  test('when DATA_DIR is a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const url = 'postgresql://nobody@127.0.0.1:1/none'
    const envs: Record<string, string>[] = [
      { DATA_DIR: file },
      { DATA_DIR: join(file, 'below') },
      { DATA_DIR: file, DATABASE_URL: url },
    ]
    for (const env of envs) expect(await fault(env)).toEqual([1, oneLine(`DATA_DIR ${env.DATA_DIR} cannot be `)])
  })

  test('when the installation’s key cannot be read', async () => {
    mkdirSync(join(folder, 'secret.key'))
    expect(await fault({ DATA_DIR: folder })).toEqual([1, oneLine(`${join(folder, 'secret.key')} cannot be read`)])
  })

  test('when the role of the database has no rights', async () => {
    await using database = await emptyDatabase()
    await database.pool.query('create table schema_migration (number int, name text, hash text)')
    await database.pool.query('grant select on schema_migration to gatehouse_app')
    const url = withDatabase(inject('roleUrls').gatehouse_app, new URL(database.url).pathname.slice(1))
    expect(await fault({ DATA_DIR: folder, DATABASE_URL: url })).toEqual([
      1,
      oneLine('The role gatehouse_app of DATABASE_URL cannot set up the tables'),
    ])
  })

  describe('when a port is in use', () => {
    let other: Server
    beforeEach(() => {
      other = createServer()
      return new Promise<void>((resolve) => other.listen(0, '127.0.0.1', () => resolve()))
    })
    afterEach(() => new Promise((resolve) => other.close(resolve)))

    test.each(['PORT', 'MQTT_PORT'])('%s', async (name) => {
      const { port } = other.address() as { port: number }
      await using database = await emptyDatabase()
      const env = { DATA_DIR: folder, DATABASE_URL: database.url, ADMIN_PASSWORD: 'Waterworks1' }
      expect(await fault({ ...env, [name]: String(port) })).toEqual([
        1,
        oneLine(`127.0.0.1:${port} is in use by another program: set ${name}`),
      ])
    })
  })
})

describe('MQTT_PORT=0', () => {
  test('is refused if gateways have no other way to connect', async () => {
    await using database = await emptyDatabase()
    expect(await fault({ DATA_DIR: folder, DATABASE_URL: database.url, MQTT_PORT: '0' })).toEqual([
      1,
      oneLine('MQTT_PORT=0 leaves gateways no way in: set TLS_CERT and TLS_KEY, or MQTT_URL'),
    ])
  })

  test('with TLS leaves only the secure port open', async () => {
    await using database = await emptyDatabase()
    await makeCertificate(folder)
    const [http, mqtts] = await freePorts(2)
    const { child, closed, said } = start({
      ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, ADMIN_PASSWORD: 'Waterworks1' },
      ...{ PORT: String(http), MQTT_PORT: '0', MQTTS_PORT: String(mqtts) },
      ...{ TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') },
    })
    await until(() => (/^ready https:/m.test(said()) || child.exitCode !== null ? true : undefined))
    expect(openPorts(child.pid!).sort((a, b) => a - b)).toEqual([http!, mqtts!].sort((a, b) => a - b))
    await endProgram(child, 'SIGTERM')
    await closed
  })
})

/** TCP ports on which a process of this machine listens. */
function openPorts(pid: number): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
    ),
  )
  const lines = ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/net/${kind}`, 'utf8').trim().split('\n').slice(1))
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
    return state === '0A' && sockets.has(inode) ? [Number.parseInt(local.split(':')[1]!, 16)] : []
  })
}

/** A file may be closed while it is inspected. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

test('ADMIN_PASSWORD creates the first administrator, and later starts report that it was not used', async () => {
  const env = { DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: 'Waterworks1' }
  const first = await run(env)
  expect(first.join('\n')).not.toContain('ADMIN_PASSWORD')
  const second = await run({ ...env, ADMIN_PASSWORD: 'Waterworks2' })
  const told = second.filter((line) => line.includes('ADMIN_PASSWORD'))
  expect(told).toEqual([expect.stringMatching(/^ADMIN_PASSWORD was not used: .* already has an administrator/)])
  const third = await run(env)
  expect(third.join('\n')).not.toContain('ADMIN_PASSWORD')
  expect(readFileSync(join(folder, 'data', 'secret.key'))).toHaveLength(32)
})
