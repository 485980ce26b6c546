import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Embedded, startEmbedded } from './embedded.ts'
import { isAlive } from './process-table.ts'
import { SetupError } from './setup-error.ts'

const isRoot = process.getuid?.() === 0
const PATIENCE = { timeout: 25_000 }
const FAST = { fsync: 'off', shared_buffers: '16MB' }

let parent: string
let dataDir: string
let lines: string[]
let running: Embedded[]
const outside: string[] = []

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'gatehouse-embedded-'))
  chmodSync(parent, 0o755)
  dataDir = join(parent, 'data')
  lines = []
  running = []
})

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()))
  for (const folder of [parent, ...outside.splice(0)]) rmSync(folder, { recursive: true, force: true })
})

/** Result of a first start: `settle` copies it, since initdb takes most of the time. */
let settled: string
beforeAll(async () => {
  settled = mkdtempSync(join(tmpdir(), 'gatehouse-embedded-'))
  chmodSync(settled, 0o755)
  const server = await startEmbedded({ dataDir: join(settled, 'data'), settings: FAST, log: () => undefined })
  await server.stop()
})
afterAll(() => rmSync(settled, { recursive: true, force: true }))
const settle = () => execFileSync('cp', ['-a', join(settled, 'data'), dataDir])

async function start(options: { onDown?: (reason: string) => void; onUp?: () => void } = {}): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, settings: FAST, log: (line) => lines.push(line), ...options })
  running.push(server)
  return server
}

async function ask<T>(server: Embedded, sql: string): Promise<T> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    const found = await client.query<{ answer: T }>(sql)
    return found.rows[0]?.answer as T
  } finally {
    await client.end()
  }
}

async function refusalOf(act: Promise<unknown>): Promise<SetupError> {
  const error = await act.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(SetupError)
  expect((error as SetupError).message).not.toContain('\n')
  return error as SetupError
}

/** A platform in a separate process, which can be killed. */
async function startElsewhere(): Promise<{ process: ChildProcess; pid: number }> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(fileURLToPath(new URL('./embedded.ts', import.meta.url)))}
    startEmbedded({ dataDir: process.argv[1], settings: ${JSON.stringify(FAST)}, log: () => undefined })
      .then((server) => console.log(server.pid()))`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = await new Promise<number>((done) => child.stdout.once('data', (text) => done(Number(text))))
  return { process: child, pid }
}

async function killed(child: ChildProcess): Promise<void> {
  const end = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await end
}

describe('a private PostgreSQL', () => {
  it('starts, keeps its data between starts, and stops without leaving files', async () => {
    const first = await start()
    const socketFolder = first.connection.host
    await ask(first, "create table kept as select 'here' as answer")
    const pid = first.pid() as number
    await first.stop()
    expect(isAlive(pid)).toBe(false)
    expect(existsSync(socketFolder)).toBe(false)
    const second = await start()
    expect(await ask(second, 'select answer from kept')).toBe('here')
  })

  it('listens on a private socket with a password, and on no port', async () => {
    settle()
    const server = await start()
    expect(await ask(server, "select current_setting('listen_addresses') as answer")).toBe('')
    const methods = 'select array_agg(distinct auth_method) as answer from pg_hba_file_rules'
    expect(await ask(server, methods)).toEqual(['scram-sha-256'])
    const stranger = new Client({ ...server.connection, password: 'wrong' })
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
    expect(execFileSync('stat', ['-c', '%a', join(dataDir, 'postgres.password')], { encoding: 'utf8' })).toBe('600\n')
  })

  it('runs with durable commits and a bounded log', async () => {
    settle()
    const server = await start()
    for (const [name, value] of Object.entries({ synchronous_commit: 'on', max_wal_size: '1GB', jit: 'off' })) {
      expect(await ask(server, `select current_setting('${name}') as answer`)).toBe(value)
    }
  })

  it('sorts the same on every machine', async () => {
    settle()
    const server = await start()
    const sorted = "select string_agg(x, '' order by x) as answer from unnest(array['b', 'A', 'a', '电', 'B', '_']) x"
    expect(await ask(server, sorted)).toBe('AB_ab电')
  })
})

describe('when something dies', () => {
  it('a killed server is started again, and its owner is notified', async () => {
    settle()
    const onDown = vi.fn()
    const onUp = vi.fn()
    const server = await start({ onDown, onUp })
    await ask(server, "create table kept as select 'here' as answer")
    const before = server.pid() as number
    process.kill(before, 'SIGKILL')
    await vi.waitFor(() => expect(onUp).toHaveBeenCalledOnce(), PATIENCE)
    expect(onDown).toHaveBeenCalledOnce()
    expect(server.pid()).not.toBe(before)
    expect(await ask(server, 'select answer from kept')).toBe('here')
  })

  it('a killed platform stops its server', async () => {
    settle()
    const elsewhere = await startElsewhere()
    await killed(elsewhere.process)
    await vi.waitFor(() => expect(isAlive(elsewhere.pid)).toBe(false), PATIENCE)
    const server = await start()
    expect(await ask(server, 'select 1 as answer')).toBe(1)
  })

  it('a server that was left running is stopped by the next start', async () => {
    settle()
    const elsewhere = await startElsewhere()
    for (const guard of guardsOf(elsewhere.pid)) process.kill(guard, 'SIGKILL')
    await killed(elsewhere.process)
    expect(isAlive(elsewhere.pid)).toBe(true)
    const server = await start()
    expect(isAlive(elsewhere.pid)).toBe(false)
    expect(lines.join()).toContain(`left behind (process ${elsewhere.pid})`)
    expect(await ask(server, 'select 1 as answer')).toBe(1)
  })

  it('a pid file that names another process does not prevent the start', async () => {
    settle()
    const first = await start()
    await first.stop()
    // Simulates a restart of a container: the process id belongs to another program.
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${join(dataDir, 'postgres')}\n`)
    const second = await start()
    expect(await ask(second, 'select 1 as answer')).toBe(1)
  })

  it('an interrupted set-up starts again', async () => {
    mkdirSync(join(dataDir, 'postgres.new'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
    expect(await ask(await start(), 'select 1 as answer')).toBe(1)
  })
})

function guardsOf(serverPid: number): number[] {
  const listed = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
  return listed
    .split('\n')
    .filter((line) => line.includes('gatehouse-guard') && line.trim().endsWith(` ${serverPid}`))
    .map((line) => Number.parseInt(line, 10))
}

describe('errors are one line that names the setting', () => {
  it('a second platform on the same folder', async () => {
    settle()
    await start()
    const refusal = await refusalOf(start())
    expect(refusal).toMatchObject({ setting: 'DATA_DIR', message: expect.stringContaining(`process ${process.pid}`) })
  })

  it('data of another major version', async () => {
    settle()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '16\n')
    const refusal = await refusalOf(start())
    expect(refusal).toMatchObject({ setting: 'DATA_DIR', message: expect.stringContaining('data of PostgreSQL 16') })
  })

  it('a data folder that cannot be written', async () => {
    writeFileSync(dataDir, 'a file stands in the way')
    const refusal = await refusalOf(start())
    expect(refusal).toMatchObject({ setting: 'DATA_DIR', message: expect.stringContaining('is not writable') })
  })

  it('a database without its password', async () => {
    settle()
    rmSync(join(dataDir, 'postgres.password'))
    expect(await refusalOf(start())).toMatchObject({ setting: 'DATA_DIR' })
    expect(existsSync(join(dataDir, 'postgres.owner'))).toBe(false)
  })

  it('a server that cannot start reports the reason', async () => {
    settle()
    writeFileSync(join(dataDir, 'postgres', 'postgresql.conf'), 'nonsense = 1\n')
    const refusal = await refusalOf(start())
    expect(refusal).toMatchObject({ setting: 'DATABASE_URL', message: expect.stringContaining('postgresql.conf') })
  })
})

describe('below a folder that only its owner may enter', () => {
  beforeEach(() => chmodSync(parent, 0o700))

  /**
   * If the test runs as root, PostgreSQL runs as `nobody`, which cannot read DATA_DIR, so its data is outside.
   * Otherwise its data is in DATA_DIR.
   */
  const placeOfData = () => {
    if (!isRoot) return join(dataDir, 'postgres')
    const place = readFileSync(join(dataDir, 'postgres.at'), 'utf8').trim()
    outside.push(join(place, '..'))
    expect(place).toMatch(/^\/var\/lib\/gatehouse-[0-9a-f]{12}\/postgres$/)
    return place
  }

  it('the data is found again, and is never used for another DATA_DIR of the same name', async () => {
    const first = await start()
    await ask(first, "create table kept as select 'here' as answer")
    await first.stop()
    const place = placeOfData()
    expect(existsSync(join(place, 'PG_VERSION'))).toBe(true)

    const second = await start()
    expect(await ask(second, 'select answer from kept')).toBe('here')
    await second.stop()

    rmSync(dataDir, { recursive: true })
    const third = await start()
    expect(await ask(third, "select to_regclass('kept')::text as answer")).toBe(null)
    expect(existsSync(join(place, 'PG_VERSION'))).toBe(true)
  })
})
