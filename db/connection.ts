import { Client } from 'pg'
import { withoutSettings, withSettings } from './role-url.ts'
import { errorText } from './setup-error.ts'

const CONNECT_TIMEOUT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 60_000

/** A connection to PostgreSQL outside the pool, with one owner, usually a worker thread. */
export type Connection = Client

/** Options in which a separate connection differs from those of the pool. */
type ConnectionConfig = {
  url: string
  /** The name of the connection in pg_stat_activity. */
  name: string
  /** Statement timeout in ms; 0: none. */
  statementTimeoutMs: number
  /** Server settings of the session. */
  settings?: Record<string, string | number>
}

/** Opens a separate connection. `onBroken` is called once if it is lost; its queries then fail too. */
export async function openConnection(
  { url, name, statementTimeoutMs, settings = {} }: ConnectionConfig,
  onBroken: (reason: string) => void = () => undefined,
): Promise<Connection> {
  const client = new Client({
    connectionString: withSettings(url, settings),
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
  })
  client.once('error', (error) => {
    onBroken(errorText(error))
    // Without a listener a second error would end the process.
    client.on('error', () => undefined)
  })
  await client.connect()
  return client
}

/** Closes a connection, and ends its session in the server, where a statement might otherwise keep running. */
export async function killConnection(client: Connection, url: string): Promise<void> {
  const pid = 'processID' in client ? Number(client.processID) : 0
  // Connects as the login itself, because the session belongs to the login, whatever role it acts as.
  const killer = new Client({ connectionString: withoutSettings(url), connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  killer.on('error', () => undefined)
  const ended = client.end()
  try {
    await killer.connect()
    await killer.query('select pg_terminate_backend($1)', [pid])
  } finally {
    await killer.end()
    await ended
  }
}
