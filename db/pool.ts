import { setTimeout as sleep } from 'node:timers/promises'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { fail } from '../contract/errors.ts'
import type { OrgId } from '../contract/fields.ts'
import { actingUrl, warnOfSuperuser } from './acting-role.ts'
import { isDatabaseDown, orDatabaseDown } from './database-down.ts'
import { startEmbedded } from './embedded.ts'
import { preparedAs } from './prepared.ts'
import { withSettings } from './role-url.ts'
import type { DB } from './schema.ts'
import { errorCode, errorText, SetupError } from './setup-error.ts'
import { createShares } from './shares.ts'

const POOL_MAX = 10
/**
 * Maximum number of connections for the calls of one organisation, e.g. when many of its users save the same device.
 */
const ORGANISATION_MAX = 7
const STATEMENT_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 10_000
const PATIENCE_MS = 10_000
const RETRY_MS = 250
const OLDEST_VERSION = 15

type DatabaseConfig = {
  /** DATABASE_URL; without it a private PostgreSQL is started in `dataDir`. */
  url?: string | undefined
  /** DATABASE_MIGRATE_URL: the login that owns the tables, if it differs from that of `url`. */
  migrateUrl?: string | undefined
  dataDir: string
  log: (line: string) => void
  /** Prints messages for the terminal; default `log`. */
  say?: (line: string) => void
  /** How long to wait for a database that does not answer yet; default 10 s. */
  patienceMs?: number
  /** The private PostgreSQL went down, or is up again. */
  onDown?: (reason: string) => void
  onUp?: () => void
}

export type Database = AsyncDisposable & {
  /**
   * Query builder: snake_case in SQL, camelCase in TypeScript. Throws DatabaseDown while the database is unreachable.
   */
  kysely: Kysely<DB>
  /**
   * Database access for the calls of one organisation: row-level security shows only its rows, and without `mayWrite`
   * they cannot be changed. The result need not be closed.
   */
  sights(orgId: OrgId, mayWrite: boolean): Kysely<DB>
  /**
   * For COPY and handwritten statements: columns have their SQL names, errors are thrown as pg throws them (see
   * isDatabaseDown).
   */
  pool: Pool
  /** Connection string for separate connections (workers); must not be logged. */
  url: string
  /** Connection string of the tables' owner, for migrations. */
  migrateUrl: string
  /** The setting that names this database, for messages. */
  setting: 'DATABASE_URL' | 'DATA_DIR'
  stop(): Promise<void>
}

/** Opens the platform's database. Throws a SetupError of one line. */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.url) return openOwn({ ...config, url: config.url })
  const embedded = await startEmbedded(config)
  const { url, migrateUrl } = embedded
  try {
    const afterwards = () => embedded.stop()
    return await connectDatabase({ url, migrateUrl, setting: 'DATA_DIR', log: config.log, afterwards })
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Connects to a running server. With one login, separates the owner from the role that the application acts as. */
async function openOwn(config: DatabaseConfig & { url: string }): Promise<Database> {
  const { url, migrateUrl, log, say = log, patienceMs = PATIENCE_MS } = config
  const link = { setting: 'DATABASE_URL', log, patienceMs } as const
  const first = await connectDatabase({ ...link, url, migrateUrl })
  try {
    if (migrateUrl) {
      await warnOfSuperuser(first.pool, say)
      return first
    }
    const acting = await actingUrl(first.pool, url, say)
    if (acting === url) return first
    const parted = await connectDatabase({ ...link, url: acting, migrateUrl: url })
    await first.stop()
    return parted
  } catch (error) {
    await first.stop()
    throw error
  }
}

type Link = Pick<Database, 'url' | 'setting'> & {
  /** Connection string for migrations; default `url`. */
  migrateUrl?: string | undefined
  log: (line: string) => void
  patienceMs?: number
  /** Called after the last connection has closed. */
  afterwards?: () => Promise<void>
}

/** Connects to a running PostgreSQL. */
export async function connectDatabase(link: Link): Promise<Database> {
  const { migrateUrl = link.url, setting, log, patienceMs = PATIENCE_MS, afterwards } = link
  const sightPool = openPool(link.url, log)
  // Row-level security shows no rows to a session without the setting app.org (migration 0012).
  const url = settingEveryOrg(link.url)
  const pool = openPool(url, log)
  const kysely = kyselyOn(downAware(pool))
  try {
    await firstConnection(pool, url, patienceMs)
  } catch (error) {
    await Promise.all([close(kysely, pool), sightPool.end()])
    throw error
  }
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= Promise.all([close(kysely, pool), sightPool.end()]).then(() => afterwards?.())
    return stopped
  }
  const shares = createShares<number>(ORGANISATION_MAX, CONNECT_TIMEOUT_MS, () => fail('tooFrequent'))
  const sights = (orgId: OrgId, mayWrite: boolean) =>
    kyselyOn(sharing(boundTo(orgId, mayWrite, sightPool), () => shares.take(orgId)))
  return { kysely, sights, pool, url, migrateUrl, setting, stop, [Symbol.asyncDispose]: stop }
}

/**
 * The same login with access to the rows of every organisation. Throws a SetupError if `url` is not a connection
 * string.
 */
function settingEveryOrg(url: string): string {
  try {
    return withSettings(url, { 'app.org': '*' })
  } catch (error) {
    throw noConnectionString(error)
  }
}

const noConnectionString = (error: unknown) =>
  new SetupError(
    'DATABASE_URL',
    'DATABASE_URL is not a connection string (postgresql://user:password@host:5432/name)',
    error,
  )

const kyselyOn = (pool: PostgresPool) =>
  new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })

/** The organisation and the mode to which the database sessions for calls of accounts are set. */
const boundAs = new WeakMap<PoolClient, string>()

/**
 * Connections whose session is set to an organisation before their first statement; if it already is, that costs
 * nothing.
 */
function boundTo(orgId: OrgId, mayWrite: boolean, pool: Pool): PostgresPool {
  const wanted = `${orgId} ${mayWrite}`
  return downAware(pool, async (client) => {
    if (boundAs.get(client) === wanted) return
    boundAs.delete(client)
    await client.query(
      "select set_config('app.org', $1, false), set_config('default_transaction_read_only', $2, false)",
      [String(orgId), mayWrite ? 'off' : 'on'],
    )
    boundAs.set(client, wanted)
  })
}

/** A pool that connects only when `take` resolves, and releases that share with the connection. */
function sharing(pool: PostgresPool, take: () => Promise<() => void>): PostgresPool {
  return {
    end: () => pool.end(),
    async connect() {
      const give = await take()
      try {
        const client = await pool.connect()
        const release = () => {
          client.release()
          give()
        }
        return { query: client.query, release }
      } catch (error) {
        give()
        throw error
      }
    },
  }
}

/** Kysely ends the pool only if Kysely has used it. */
async function close(kysely: Kysely<DB>, pool: Pool): Promise<void> {
  await kysely.destroy()
  if (!pool.ended) await pool.end()
}

function openPool(url: string, log: (line: string) => void): Pool {
  const config: PoolConfig = {
    connectionString: url,
    max: POOL_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'gatehouse',
    types: { getTypeParser },
  }
  let pool: Pool
  try {
    pool = new Pool(config)
  } catch (error) {
    throw noConnectionString(error)
  }
  // A broken idle connection is replaced at the next query; without a listener its error would end the process.
  pool.on('error', (error) => log(`a database connection broke: ${errorText(error)}`))
  pool.on('connect', (client) => void client.on('error', () => undefined))
  return pool
}

const INT8 = 20
const DATE = 1082
const INT8_ARRAY = 1016
// The types of pg omit the arrays, although pg parses them.
const parseInt8Array = types.getTypeParser(INT8_ARRAY as typeof types.builtins.INT8) as (
  text: string,
) => (string | null)[]

/** Parses int8 as a number, since our instants and counters fit; dates without a time stay text. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: never) => unknown {
  if (format === 'binary') return types.getTypeParser(oid, 'binary')
  if (oid === INT8) return safeInteger
  if (oid === INT8_ARRAY) return safeIntegers
  if (oid === DATE) return (text: string) => text
  return types.getTypeParser(oid, 'text')
}

/** Throws beyond 2^53, where a number would silently be rounded. */
export function safeInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`int8 ${text} is beyond the integers a number can hold: cast it to text`)
  return number
}

function safeIntegers(text: string): (number | null)[] {
  return parseInt8Array(text).map((item) => (item === null ? null : safeInteger(String(item))))
}

const known = new WeakMap<PoolClient, PostgresPoolClient>()

/**
 * The pool as Kysely uses it, with DatabaseDown for an unreachable database; `prepare` runs before the first statement.
 */
function downAware(pool: Pool, prepare?: (client: PoolClient) => Promise<void>): PostgresPool {
  return {
    end: () => pool.end(),
    connect: () =>
      orDatabaseDown(async () => {
        const client = await pool.connect()
        await prepare?.(client).catch((error: unknown) => {
          client.release(true)
          throw error
        })
        const wrapped = known.get(client) ?? downAwareClient(client)
        known.set(client, wrapped)
        return wrapped
      }),
  }
}

function downAwareClient(client: PoolClient): PostgresPoolClient {
  const target: Pick<PostgresPoolClient, 'release'> = { release: () => client.release() }
  const query = (text: string, values: unknown[]): Promise<unknown> => {
    const name = preparedAs(text)
    return orDatabaseDown(() => client.query(name ? { name, text, values } : { text, values }))
  }
  return Object.assign(target, { query }) as PostgresPoolClient
}

/** Waits for a database that is still starting; reports a wrong password or name immediately. */
async function firstConnection(pool: Pool, url: string, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      const found = await pool.query<{ version: number }>(
        "select current_setting('server_version_num')::int as version",
      )
      const major = Math.floor((found.rows[0]?.version ?? 0) / 10_000)
      if (major >= OLDEST_VERSION) return
      throw new SetupError(
        'DATABASE_URL',
        `DATABASE_URL points to PostgreSQL ${major}: PostgreSQL ${OLDEST_VERSION} or newer is required`,
      )
    } catch (error) {
      if (error instanceof SetupError) throw error
      if (!isDatabaseDown(error) || errorCode(error) === 'ENOTFOUND' || Date.now() > deadline)
        throw unreachable(url, error)
      await sleep(RETRY_MS)
    }
  }
}

function unreachable(url: string, error: unknown): SetupError {
  const reason = error instanceof AggregateError ? errorText(error.errors[0]) : errorText(error)
  return new SetupError(
    'DATABASE_URL',
    `No database at DATABASE_URL ${withoutPassword(url)} (${reason}): start it, correct DATABASE_URL, or leave DATABASE_URL unset to use the built-in one`,
    error,
  )
}

function withoutPassword(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  } catch {
    return '(not a URL)'
  }
}
