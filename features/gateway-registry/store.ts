import type { Insertable, Kysely } from 'kysely'
import type { OrgDb } from '../../db/org-db.ts'
import type { DB } from '../../db/schema.ts'

type Registered = Pick<
  Insertable<DB['gateway']>,
  'sn' | 'series' | 'model' | 'remark' | 'claimCodeHash' | 'secretHash' | 'secretSealed' | 'createdAt'
>

/** Registered, but nobody's yet; nothing if the SN is known. */
export async function insertGateway(db: Kysely<DB>, gateway: Registered): Promise<number | undefined> {
  const row = await db
    .insertInto('gateway')
    .values(gateway)
    .onConflict((conflict) => conflict.column('sn').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function loadSn(org: OrgDb, id: number): Promise<string | undefined> {
  return (await org.from('gateway').select('gateway.sn').where('gateway.id', '=', id).executeTakeFirst())?.sn
}

export const updateSecret = (org: OrgDb, id: number, secret: { secretHash: Buffer; secretSealed: Buffer }) =>
  org.update('gateway', secret).where('id', '=', id).execute()

/** Every box that may connect, with its sealed secret: to teach an external broker its accounts. */
export const loadSealedSecrets = (db: Kysely<DB>) =>
  db.selectFrom('gateway').select(['sn', 'secretSealed', 'boxId']).orderBy('id').execute()
