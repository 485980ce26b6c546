import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import { oneAtATime } from './store.ts'

/** Identifies an attempt, and limits its life. */
export type Mark = { stateHash: Buffer; browserHash: Buffer; createdAt: number; expiresAt: number }

/** Columns for an attempt to sign in over another site; each way to sign in stores these, and may add columns. */
export type Attempt = Mark & {
  /** The page that opens after signing in. */
  target: string
  /** The session in which the attempt started, if any. */
  sessionHash: Buffer | null
}

const tables = ['signOnAttempt', 'weChatAttempt'] as const
export type AttemptTable = (typeof tables)[number]

const prune = (db: Kysely<DB>, table: AttemptTable, now: number) =>
  db.deleteFrom(table).where('expiresAt', '<', now).execute()

export async function pruneAttempts(db: Kysely<DB>, now: number): Promise<void> {
  for (const table of tables) await prune(db, table, now)
}

/** Returns false when `most` attempts are already open. */
export const insertAttempt = <T extends AttemptTable>(
  db: Kysely<DB>,
  table: T,
  attempt: Mark & Omit<DB[T], keyof Mark>,
  most: number,
): Promise<boolean> =>
  oneAtATime(db, `attempts of ${table}`, async (inner) => {
    await prune(inner, table, attempt.createdAt)
    const { count } = await inner
      .selectFrom<AttemptTable>(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    await inner.insertInto<AttemptTable>(table).values(attempt).execute()
    return true
  })

/** Deletes and returns the attempt, once, and only for the browser that started it. */
export const takeAttempt = <T extends AttemptTable>(
  db: Kysely<DB>,
  table: T,
  { stateHash, browserHash }: Pick<Mark, 'stateHash' | 'browserHash'>,
  now: number,
): Promise<DB[T] | undefined> =>
  db
    .deleteFrom<AttemptTable>(table)
    .where('stateHash', '=', stateHash)
    .where('browserHash', '=', browserHash)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
