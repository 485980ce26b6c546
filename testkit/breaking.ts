// Connections to the database that break between two statements.
import type { Connection } from '../db/connection.ts'
import type { Database } from '../db/pool.ts'

export const connectionLost = () =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** Where a connection breaks: before or after the statement with this index (from 0); `isHit` once it broke. */
export type Fault = { at: number; when: 'before' | 'after'; count: number; isHit: boolean }

export const faultAt = (at: number, when: Fault['when']): Fault => ({ at, when, count: 0, isHit: false })

const cut = (client: Connection): void => {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

/** A connection that breaks as if its process was killed: completed statements stay, and nothing more is sent. */
export function breakable(client: Connection, fault: Fault): Connection {
  const query = (...args: unknown[]): unknown => {
    const isIt = fault.count++ === fault.at
    if (isIt) fault.isHit = true
    if (isIt && fault.when === 'before') cut(client)
    const result = Reflect.apply(client.query as (...all: unknown[]) => unknown, client, args)
    if (!isIt || fault.when === 'before' || !(result instanceof Promise)) return result
    return result.then(() => {
      cut(client)
      throw connectionLost()
    })
  }
  return new Proxy(client, {
    get: (target, key) => {
      if (key === 'query') return query
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/**
 * A pool in which one statement fails: it is not sent at all, or executed without an answer. `isDead`: no statement is
 * sent.
 */
export function breakablePool(
  pool: Database['pool'],
  fault: Fault,
  isDead: () => boolean = () => false,
): Pick<Database['pool'], 'query'> {
  const query = async (...args: unknown[]): Promise<unknown> => {
    if (isDead()) throw connectionLost()
    const isIt = fault.count++ === fault.at
    if (isIt) fault.isHit = true
    if (isIt && fault.when === 'before') throw connectionLost()
    const result = await Reflect.apply(pool.query as (...all: unknown[]) => Promise<unknown>, pool, args)
    if (isIt) throw connectionLost()
    return result
  }
  return { query: query as Database['pool']['query'] }
}
