import { errorCode, errorText } from './setup-error.ts'

/** The database is unreachable at the moment, and the call had no result. A retry may succeed. */
export class DatabaseDown extends Error {
  constructor(cause: unknown) {
    super(`The database cannot be reached: ${errorText(cause)}`, { cause })
    this.name = 'DatabaseDown'
  }
}

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** SQLSTATEs of class 08 and: admin shutdown, crash shutdown, cannot connect now, too many connections. */
const SQLSTATE = /^(08\w{3}|57P0[123]|53300)$/
/** Messages of pg that have no code. */
const TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error of the raw pool means that the database is unreachable, rather than that the statement is wrong. */
export function isDatabaseDown(error: unknown): boolean {
  if (error instanceof DatabaseDown) return true
  // A name that resolves to several addresses fails with one error per address.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseDown)
  const code = errorCode(error)
  if (code !== undefined) return NETWORK.has(code) || SQLSTATE.test(code)
  return error instanceof Error && TEXT.test(error.message)
}

/** Runs `act` on the raw pool; turns an error that means an unreachable database into DatabaseDown. */
export async function orDatabaseDown<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw isDatabaseDown(error) && !(error instanceof DatabaseDown) ? new DatabaseDown(error) : error
  }
}
