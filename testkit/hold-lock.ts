// Holds locks at the moment that a race needs, instead of waiting for that moment: the test locks the rows, and sees
// the queries that wait for them.
import { Client } from 'pg'
import type { Database } from '../db/pool.ts'
import { eventually } from './eventually.ts'

type Held = AsyncDisposable & {
  /** Resolves when another connection waits for the rows of this transaction. */
  someoneWaits(): Promise<void>
  /** Ends the transaction; waiting queries continue. */
  commit(): Promise<void>
}

/** A transaction of the tables' owner that is open until `commit`. */
export async function holdLock(
  { migrateUrl }: Pick<Database, 'migrateUrl'>,
  statement: string,
  values: unknown[] = [],
): Promise<Held> {
  const client = new Client({ connectionString: migrateUrl })
  await client.connect()
  let isOpen = true
  const end = async (how: 'commit' | 'rollback') => {
    if (!isOpen) return
    isOpen = false
    await client.query(how)
    await client.end()
  }
  await client.query('begin')
  await client.query(statement, values)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = 'select from pg_locks where not granted and $1 = any (pg_blocking_pids(pid))'
  return {
    someoneWaits: () =>
      eventually(async () => {
        const { rowCount } = await client.query(waiting, [rows[0]!.pid])
        if (rowCount === 0) throw new Error('nobody waits')
      }),
    commit: () => end('commit'),
    [Symbol.asyncDispose]: () => end('rollback'),
  }
}
