// Stored codes and counts. They are written outside of the caller's transaction, because every guess must count, even
// if the call fails.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Bound, Channel, Purpose } from './contract.ts'

type Key = { holder: string; purpose: Purpose; channel: Channel }
type Code = { targetHash: Buffer; codeHash: Buffer; wrong: number; createdAt: number; expiresAt: number }

/** Stores a code, which replaces an older one. */
export async function putCode(db: Kysely<DB>, key: Key, code: Omit<Code, 'wrong'>): Promise<void> {
  const row = { ...code, wrong: 0 }
  await db
    .insertInto('verificationCode')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['holder', 'purpose', 'channel']).doUpdateSet(row))
    .execute()
}

const at = (db: Kysely<DB>, { holder, purpose, channel }: Key) =>
  db
    .deleteFrom('verificationCode')
    .where('holder', '=', holder)
    .where('purpose', '=', purpose)
    .where('channel', '=', channel)

/** Loads a code and locks it until the transaction ends. */
export const lockCode = (db: Kysely<DB>, { holder, purpose, channel }: Key): Promise<Code | undefined> =>
  db
    .selectFrom('verificationCode')
    .select(['targetHash', 'codeHash', 'wrong', 'createdAt', 'expiresAt'])
    .where('holder', '=', holder)
    .where('purpose', '=', purpose)
    .where('channel', '=', channel)
    .forUpdate()
    .executeTakeFirst()

export const removeCode = async (db: Kysely<DB>, key: Key): Promise<void> => void (await at(db, key).execute())

/** Deletes a code that could not be delivered, unless it has been replaced. */
export const voidCode = async (db: Kysely<DB>, key: Key, codeHash: Buffer): Promise<void> =>
  void (await at(db, key).where('codeHash', '=', codeHash).execute())

export const countWrong = async (db: Kysely<DB>, { holder, purpose, channel }: Key): Promise<void> =>
  void (await db
    .updateTable('verificationCode')
    .set((eb) => ({ wrong: eb('wrong', '+', 1) }))
    .where('holder', '=', holder)
    .where('purpose', '=', purpose)
    .where('channel', '=', channel)
    .execute())

/**
 * Counts a use within the limit's period; returns the new count. A single statement, so that no concurrent use is lost.
 */
export async function countUse(db: Kysely<DB>, key: string, { perMs }: Bound, now: number): Promise<number> {
  const fresh = sql<boolean>`verification_count.since <= ${now - perMs}`
  const row = await db
    .insertInto('verificationCount')
    .values({ key, count: 1, since: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${fresh} then 1 else verification_count.count + 1 end`,
        since: sql`case when ${fresh} then ${now}::bigint else verification_count.since end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count
}

/** The number of uses of a key in the current period. */
export async function loadUse(db: Kysely<DB>, key: string, { perMs }: Bound, now: number): Promise<number> {
  const row = await db
    .selectFrom('verificationCount')
    .select('count')
    .where('key', '=', key)
    .where('since', '>', now - perMs)
    .executeTakeFirst()
  return row?.count ?? 0
}

export const forgetUse = async (db: Kysely<DB>, key: string): Promise<void> =>
  void (await db.deleteFrom('verificationCount').where('key', '=', key).execute())

/** Removes expired codes, and counts that no limit needs any more. */
export async function prune(db: Kysely<DB>, now: number, before: number): Promise<void> {
  await db.deleteFrom('verificationCode').where('expiresAt', '<', now).execute()
  await db.deleteFrom('verificationCount').where('since', '<', before).execute()
}

export const inTransaction = <R>(db: Kysely<DB>, work: (db: Kysely<DB>) => Promise<R>): Promise<R> =>
  db.transaction().execute(work)
