import type { ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, usableBinaries } from './embedded-binaries.ts'
import { clearTheWay } from './embedded-orphan.ts'
import { findPlace, type Place, prepareDataDir } from './embedded-place.ts'
import { boundLog, guard, initCluster, LaunchError, launch, stopServer } from './embedded-process.ts'
import { APPLICATION, type Login, loginAs, OWNER, SUPERUSER, settleCluster } from './embedded-roles.ts'
import { findListen, type Listen, removeSocketFolder } from './embedded-socket.ts'
import { type ReleaseOwnership, takeOwnership } from './owner-lock.ts'
import { errorText, SetupError } from './setup-error.ts'

const DATABASE = 'gatehouse'
const START_TRIES = 12
const RETRY_MS = 500
const BACK_OFF_MAX_MS = 15_000
const LOG_CHECK_MS = 60_000

type EmbeddedOptions = {
  dataDir: string
  log: (line: string) => void
  /** Prints messages for the terminal; default `log`. */
  say?: (line: string) => void
  /** The server died and is being restarted. */
  onDown?: (reason: string) => void
  onUp?: () => void
  /** Server settings in addition to ours; the tests turn fsync off. */
  settings?: Record<string, string>
}

export type Embedded = {
  /** The superuser's login, for the supervisor and the tests. */
  connection: Login
  /** Connection string of the application. */
  url: string
  /** Connection string of the tables' owner, for migrations. */
  migrateUrl: string
  /** The server's current process; undefined while it is down. */
  pid(): number | undefined
  stop(): Promise<void>
}

/** Starts a private PostgreSQL in DATA_DIR and keeps it running until `stop`. Throws a SetupError of one line. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = prepareDataDir(resolve(options.dataDir))
  const releases: ReleaseOwnership[] = [takeOwnership(join(dataDir, 'postgres.owner'), dataDir)]
  const release = (): void => releases.forEach((one) => void one())
  try {
    const place = findPlace(dataDir, options.say ?? options.log)
    // A copied DATA_DIR may point to the same outer folder as its original.
    if (place.cluster !== join(dataDir, 'postgres')) releases.push(takeOwnership(`${place.cluster}.owner`, dataDir))
    const server = new Supervisor(place, options, release)
    await server.start()
    return {
      connection: server.connection,
      url: urlOf(loginAs(APPLICATION, server.connection)),
      migrateUrl: urlOf(loginAs(OWNER, server.connection)),
      pid: () => server.pid,
      stop: () => server.stop(),
    }
  } catch (error) {
    release()
    throw error
  }
}

/** A connection string with the socket's folder as a parameter, the form that both libpq and pg read. */
export function urlOf({ host, port, user, password, database }: Login): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  if (!host.startsWith('/')) return `postgresql://${login}@${host}:${port}/${database}`
  return `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Owns the server's process, its guard, its socket folder and the ownership of the data folder. */
class Supervisor {
  readonly #place: Place
  readonly #options: EmbeddedOptions
  readonly #binaries: Binaries
  readonly #release: () => void
  readonly #stopping = new AbortController()
  #listen: Listen | undefined
  #child: ChildProcess | undefined
  #endGuard: () => void = () => undefined
  #logCheck: NodeJS.Timeout | undefined
  #restarting: Promise<void> | undefined
  #stopped: Promise<void> | undefined

  constructor(place: Place, options: EmbeddedOptions, release: () => void) {
    this.#place = place
    this.#options = options
    this.#release = release
    this.#binaries = usableBinaries(place.runAs, place.openBinariesHome)
  }

  get connection(): Login {
    if (!this.#listen) throw new Error('the embedded PostgreSQL has not started')
    const { host, port } = this.#listen
    return { host, port, user: SUPERUSER, password: this.#place.password, database: DATABASE }
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  async start(): Promise<void> {
    initCluster(this.#place, this.#binaries)
    this.#listen = await findListen(this.#place)
    try {
      await this.#launchWithTries()
      await settleCluster(this.connection)
    } catch (error) {
      await this.stop()
      throw error instanceof LaunchError ? this.#cannotStart(error) : error
    }
    this.#logCheck = setInterval(() => boundLog(this.#place.logFile), LOG_CHECK_MS)
    this.#logCheck.unref()
  }

  /** A server that was just killed may still hold its lock file or shared memory, so the start is repeated. */
  async #launchWithTries(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await this.#launchOnce()
        return
      } catch (error) {
        if (!(error instanceof LaunchError) || tries >= START_TRIES || !isPassing(error.message)) throw error
        await sleep(RETRY_MS)
      }
    }
  }

  async #launchOnce(): Promise<void> {
    await clearTheWay(this.#place, this.#options.log)
    const listen = this.#listen
    if (!listen) throw new Error('no place to listen')
    const child = await launch(this.#place, this.#binaries, listen, this.#options.settings ?? {})
    this.#child = child
    this.#endGuard = guard(child, this.#place)
    child.once('exit', (code, signal) => this.#onExit(child, `PostgreSQL ended (${signal ?? `code ${code}`})`))
    if (child.exitCode !== null || child.signalCode !== null) this.#onExit(child, 'PostgreSQL ended at once')
  }

  #onExit(child: ChildProcess, reason: string): void {
    if (this.#child !== child) return
    this.#child = undefined
    this.#endGuard()
    if (this.#stopping.signal.aborted || this.#restarting) return
    this.#options.log(`${reason}: restarting it`)
    this.#options.onDown?.(reason)
    this.#restarting = this.#restart().finally(() => {
      this.#restarting = undefined
    })
  }

  async #restart(): Promise<void> {
    const { signal } = this.#stopping
    for (let delayMs = 100; !signal.aborted; delayMs = Math.min(delayMs * 2, BACK_OFF_MAX_MS)) {
      try {
        await this.#launchOnce()
        if (!this.#child) continue
        this.#options.log('PostgreSQL is up again')
        this.#options.onUp?.()
        return
      } catch (error) {
        this.#options.log(`PostgreSQL does not start (${errorText(error)}): next try in ${delayMs} ms`)
      }
      await sleep(delayMs, undefined, { signal }).catch(() => undefined)
    }
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#stopOnce()
    return this.#stopped
  }

  async #stopOnce(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#logCheck)
    await this.#restarting
    if (this.#child) await stopServer(this.#child, this.#place, this.#binaries)
    this.#endGuard()
    if (this.#listen?.isSocket) removeSocketFolder(this.#listen.host)
    this.#release()
  }

  #cannotStart(error: LaunchError): SetupError {
    const { logFile, dataDir } = this.#place
    if (/no space left|read-only file system|permission denied|quota/i.test(error.message)) {
      return new SetupError(
        'DATA_DIR',
        `The embedded PostgreSQL cannot use DATA_DIR ${dataDir} (${error.message}): correct this, or set DATA_DIR to another folder`,
        error,
      )
    }
    return new SetupError(
      'DATABASE_URL',
      `The embedded PostgreSQL does not start (${error.message}; details in ${logFile}): set DATABASE_URL to your own PostgreSQL`,
      error,
    )
  }
}

function isPassing(message: string): boolean {
  return /postmaster\.pid|lock file|shared memory block|in use|could not bind|Address already/i.test(message)
}
