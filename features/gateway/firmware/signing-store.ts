// The signing keys of the platform: the newest one is in use.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { OfferedKey } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'

type Db = Kysely<DB>
export type KeyRow = Selectable<DB['firmwareKey']>

/** Adds keys in one process at a time; the lock ends with the transaction. */
export const aloneWithKeys = <R>(db: Db, work: (tx: Db) => Promise<R>): Promise<R> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('firmware key'))`.execute(tx)
    return work(tx)
  })

export const newestKey = (db: Db): Promise<KeyRow | undefined> =>
  db.selectFrom('firmwareKey').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()

/** Loads the public keys up to the given one, oldest first. */
export async function loadOfferedKeys(db: Db, last: number): Promise<OfferedKey[]> {
  const query = db.selectFrom('firmwareKey').select(['publicKey as key', 'endorsement']).where('id', '<=', last)
  return (await query.orderBy('id', 'desc').limit(limits.firmwareKeys).execute()).reverse()
}

export const countKeys = async (db: Db): Promise<number> => {
  const query = db.selectFrom('firmwareKey').select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

export const insertKey = (db: Db, row: Insertable<DB['firmwareKey']>): Promise<KeyRow> =>
  db.insertInto('firmwareKey').values(row).returningAll().executeTakeFirstOrThrow()

export const dropPrivateHalf = (db: Db, id: number) =>
  db.updateTable('firmwareKey').set({ privateSealed: null }).where('id', '=', id).execute()

/** A serial number higher than all before, even if the platform's clock was set back. */
export async function nextSerial(db: Db, id: number, now: number): Promise<number> {
  const serial = sql<number>`greatest(serial + 1, ${now}::bigint)`
  const query = db.updateTable('firmwareKey').set({ serial }).where('id', '=', id).returning('serial')
  return Number((await query.executeTakeFirstOrThrow()).serial)
}
