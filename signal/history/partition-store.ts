// Weekly partitions of the chunks. Their names are built from dates only, and the tables' owner makes and drops them on
// our behalf (db/migrations/0005-least-rights.sql). [DESIGN 5 History]
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../db/connection.ts'
import { errorCode } from '../../db/setup-error.ts'
import { weekOf } from './calendar.ts'

type Client = Pick<Connection, 'query'>

/** An arbitrary key that no other lock of this database uses. */
const lockKey = 4_283_064_122
const maxTries = 30
const tryAgainMs = 200

const namePattern = /^history_chunk_w(\d{4})(\d{2})(\d{2})$/

/** The partition of the week that begins at `week`, epoch ms of a Monday in UTC. */
export function partitionName(week: number): string {
  if (weekOf(week) !== week) throw new RangeError(`${week} is no Monday`)
  const name = `history_chunk_w${new Date(week).toISOString().slice(0, 10).replaceAll('-', '')}`
  if (!namePattern.test(name)) throw new RangeError(`${week} is beyond the weeks that have a partition`)
  return name
}

/** Begins of the weeks that have a partition, ascending. */
export async function readWeeks(client: Client): Promise<number[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'history_chunk'::regclass`,
  )
  return weeksNamed(rows)
}

function weeksNamed(rows: readonly { name: string }[]): number[] {
  const weeks = rows.flatMap(({ name }) => {
    const [, year, month, day] = namePattern.exec(name) ?? []
    return year ? [Date.UTC(Number(year), Number(month) - 1, Number(day))] : []
  })
  return weeks.sort((a, b) => a - b)
}

/** Creates the partition of a week unless it exists; rows of the week in the default partition move to it. */
export async function addWeek(client: Client, week: number): Promise<void> {
  partitionName(week)
  await changePartitions(client, () => client.query('select history_add_week($1)', [week]))
}

/** Whether a statement failed because it did not get its lock in time. */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03'

/** Detaches a week, then drops it. */
export async function dropWeek(client: Client, week: number): Promise<void> {
  partitionName(week)
  await changePartitions(client, () => client.query('select history_detach_week($1)', [week]))
  await client.query('select history_drop_detached($1)', [week])
}

/** Detached by a process that was killed before it dropped them. */
export async function dropDetached(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c where relkind = 'r' and relname like 'history\\_chunk\\_w%'
       and relnamespace = (select relnamespace from pg_class where oid = 'history_chunk'::regclass)
       and not exists (select from pg_inherits where inhrelid = c.oid)`,
  )
  for (const week of weeksNamed(rows)) await client.query('select history_drop_detached($1)', [week])
}

/**
 * Changes partitions, one change at a time on this database, without blocking readers for long: a lock that is not
 * granted is retried.
 */
async function changePartitions(client: Client, change: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [lockKey])
      await client.query("set local lock_timeout = '500ms'")
      await change()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error) || tries === maxTries) throw error
      await sleep(tryAgainMs)
    }
  }
}

/** Counts rows that belong to no weekly partition. */
export async function countStrays(client: Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from history_chunk_rest')
  return rows[0]!.n
}
