import type { Kysely } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { type WritableSight, writableSight } from '../../../db/sight.ts'

type BasicInfo = { name: string; company: string | null; address: string | null }

export const loadInfo = (db: Kysely<DB>, accountId: AccountId): Promise<BasicInfo | undefined> =>
  db.selectFrom('account').select(['name', 'company', 'address']).where('id', '=', accountId).executeTakeFirst()

/** Runs one transaction in the account's own organisation, which also logs it. */
export const atHome = <R>(
  db: Kysely<DB>,
  orgId: OrgId,
  work: (sight: WritableSight, db: Kysely<DB>) => Promise<R>,
): Promise<R> => db.transaction().execute((inner) => work(writableSight(inner, { orgId, devices: 'all' }), inner))

export const putInfo = async (sight: WritableSight, accountId: AccountId, info: BasicInfo): Promise<void> =>
  void (await sight.update('account', info).where('id', '=', accountId).execute())

type UserImage = { name: string; type: string; bytes: Buffer }

export async function putImage(
  db: Kysely<DB>,
  accountId: AccountId,
  image: UserImage,
  createdAt: number,
): Promise<void> {
  const row = { ...image, createdAt }
  await db
    .insertInto('userImage')
    .values({ accountId, ...row })
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
    .execute()
}

export const removeImage = async (db: Kysely<DB>, accountId: AccountId): Promise<void> =>
  void (await db.deleteFrom('userImage').where('accountId', '=', accountId).execute())

export const loadImage = (db: Kysely<DB>, name: string): Promise<UserImage | undefined> =>
  db.selectFrom('userImage').select(['name', 'type', 'bytes']).where('name', '=', name).executeTakeFirst()
