// A real platform for a bench: the built server in its own process, on a private PostgreSQL with production settings,
// in a folder that is removed afterwards.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase, type Database } from '../db/pool.ts'
import { PLATFORM_FLAGS } from '../scripts/programs.mjs'
import { childrenOf, cpuSecondsOf, parentOf } from './machine.ts'

export type BenchPlatform = {
  database: Database
  port: number
  mqttPort: number
  readonly server: ChildProcess
  folder: string
  password: string
  /** CPU seconds of the server's process and of all of PostgreSQL so far. */
  cpu(): { server: number; postgres: number }
  /** Ends the server, as Ctrl-C does. */
  stopServer(): Promise<void>
  /** Starts the server again; resolves when it answers. */
  startServer(): Promise<void>
  stop(): Promise<void>
}

const password = 'Waterworks1'
const here = dirname(fileURLToPath(import.meta.url))

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

type PlatformOptions = {
  /** Further settings besides those of the bench. */
  settings?: { [name: string]: string }
  /** Receives both outputs of the server; by default the log is discarded and faults are printed. */
  logFile?: string
}

/** Starts both; resolves when the server answers. */
export async function startPlatform({ settings = {}, logFile }: PlatformOptions = {}): Promise<BenchPlatform> {
  const entry = join(here, 'server.mjs')
  if (!existsSync(entry)) throw new Error('The programs are not built: npm run build')
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded({ dataDir: join(folder, 'pg'), log: () => undefined })
  const database = await connectDatabase({ ...embedded, setting: 'DATA_DIR', log: () => undefined })
  await migrate(database, () => undefined)
  const [port, mqttPort] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    ...{ DATABASE_URL: embedded.url, DATABASE_MIGRATE_URL: embedded.migrateUrl },
    ...{ DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: String(port) },
    ...{ MQTT_PORT: String(mqttPort), ADMIN_PASSWORD: password },
    ...settings,
  }
  const log = logFile === undefined ? undefined : openSync(logFile, 'a')
  const start = async () => {
    const child = spawn(process.execPath, [...PLATFORM_FLAGS, entry], {
      env,
      stdio: ['ignore', log ?? 'ignore', log ?? 'inherit'],
    })
    await answers(`http://127.0.0.1:${port}/healthz`)
    return child
  }
  let server = await start()
  const postmaster = await postmasterOf(database)
  const stopServer = async () => {
    if (server.exitCode !== null) return
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT')
    await gone
  }
  return {
    ...{ database, port, mqttPort, folder, password, stopServer },
    get server() {
      return server
    },
    async startServer() {
      server = await start()
    },
    cpu: () => ({
      server: cpuSecondsOf(server.pid!),
      postgres: [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0),
    }),
    async stop() {
      await stopServer()
      await database.stop()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

/** The process whose children serve the connections: the parent of the process that serves the bench's connection. */
async function postmasterOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]!.pid)
}
