import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import { lockMark } from '../../../db/account-marks.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { lockLimits } from './limits.ts'

/** Stores a random text for a session, and deletes expired ones and the session's oldest beyond the limit. */
export async function putRandom(db: Kysely<DB>, random: string, sessionHash: Buffer, at: number): Promise<void> {
  await db
    .deleteFrom('lockRandom')
    .where('drawnAt', '<=', at - lockLimits.randomMs)
    .execute()
  const newest = db
    .selectFrom('lockRandom')
    .select('random')
    .where('sessionHash', '=', sessionHash)
    .orderBy('drawnAt', 'desc')
    .limit(lockLimits.randoms - 1)
  await db.deleteFrom('lockRandom').where('sessionHash', '=', sessionHash).where('random', 'not in', newest).execute()
  await db.insertInto('lockRandom').values({ random, sessionHash, drawnAt: at }).execute()
}

/** Deletes the random text; returns whether it belonged to the session and was still valid. */
export async function takeRandom(db: Kysely<DB>, random: string, sessionHash: Buffer, at: number): Promise<boolean> {
  const row = await db
    .deleteFrom('lockRandom')
    .where('random', '=', random)
    .where('sessionHash', '=', sessionHash)
    .returning('drawnAt')
    .executeTakeFirst()
  return row !== undefined && row.drawnAt > at - lockLimits.randomMs
}

export const loadPublicKey = async (db: Kysely<DB>, accountId: AccountId): Promise<Buffer | null> =>
  (await db.selectFrom('account').select('publicKey').where('id', '=', accountId).executeTakeFirst())?.publicKey ?? null

/** Stores when the lock was presented; null locks the session. Does nothing if the account's key has changed since. */
export async function putShown(
  db: Kysely<DB>,
  sessionHash: Buffer,
  shown: { accountId: AccountId; publicKey: Buffer; at: number } | null,
): Promise<void> {
  let change = db
    .updateTable('session')
    .set({ lockShownAt: shown?.at ?? 0 })
    .where('tokenHash', '=', sessionHash)
  if (shown) {
    const same = db
      .selectFrom('account')
      .select('id')
      .where('id', '=', shown.accountId)
      .where('publicKey', '=', shown.publicKey)
    change = change.where('accountId', 'in', same)
  }
  await change.execute()
}

/** Fingerprint of the account's key; null without a lock. */
export const loadMark = async (sight: Sight, id: AccountId): Promise<string | null> =>
  (await sight.from('account').select(lockMark.as('lock')).where('account.id', '=', id).executeTakeFirst())?.lock ??
  null

/** Stores the account's key, as DER; null removes the lock. */
export const putPublicKey = async (sight: WritableSight, id: AccountId, publicKey: Buffer | null): Promise<void> =>
  void (await sight.update('account', { publicKey }).where('id', '=', id).execute())

/** Whether the account has a device lock: over a row of `account`. */
export const hasLock = sql<boolean>`account.public_key is not null`

/** Whether the session must show the lock at `now`, epoch ms: over rows of `account` and `session`. */
export const isLockDue = (now: number): RawBuilder<boolean> =>
  sql<boolean>`${hasLock} and session.lock_shown_at + ${sql.lit(lockLimits.lapseMs)} <= ${now}`
