import { type Kysely, sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import { type WritableSight, writableSight } from '../../../db/sight.ts'
import type { Whose } from '../../platform/message/contract.ts'
import type { NoticeId } from './contract.ts'
import type { NoticeRow } from './tables.ts'

export type Database = Kysely<DB>
export type NoticeWords = Pick<NoticeRow, 'title' | 'titleEn' | 'body' | 'bodyEn'>

export const inTransaction = <R>(db: Database, work: (inner: Database) => Promise<R>): Promise<R> =>
  db.transaction().execute(work)

/** Write access to the log of an organisation, within a transaction. */
export const sightIn = (db: Database, orgId: OrgId): WritableSight => writableSight(db, { orgId, devices: 'all' })

export async function loadNotices(db: Database, { pageNo, pageSize }: { pageNo: number; pageSize: number }) {
  const { total } = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('notice')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

export const loadNotice = (db: Database, id: NoticeId) =>
  db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the announcement against changes and further sending until the transaction ends. */
export const lockNotice = (db: Database, id: NoticeId) =>
  db.selectFrom('notice').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function insertNotice(
  db: Database,
  notice: NoticeWords & { author: string; createdAt: number },
): Promise<NoticeId> {
  const { id } = await db.insertInto('notice').values(notice).returning('id').executeTakeFirstOrThrow()
  return id
}

type Change = Partial<NoticeWords & Pick<NoticeRow, 'publishAt' | 'withdrawnAt' | 'toldAt'>>

export const updateNotice = async (db: Database, id: NoticeId, change: Change): Promise<void> =>
  void (await db.updateTable('notice').set(change).where('id', '=', id).execute())

export const removeNotice = async (db: Database, id: NoticeId): Promise<void> =>
  void (await db.deleteFrom('notice').where('id', '=', id).execute())

/** Locks a due announcement that is not sent to all accounts yet, skipping one that another node is sending. */
export const takeDue = (db: Database, now: number) =>
  db
    .selectFrom('notice')
    .selectAll()
    .where('publishAt', '<=', now)
    .where('toldAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .orderBy('publishAt')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** The next accounts by id, with their organisations. */
export const loadReceivers = (db: Database, after: AccountId, count: number) =>
  db
    .selectFrom('account')
    .select(['id', 'orgId'])
    .where('id', '>', after)
    .where('disabled', '=', false)
    .orderBy('id')
    .limit(count)
    .execute()

export const markTold = async (db: Database, id: NoticeId, to: AccountId, count: number): Promise<void> =>
  void (await db
    .updateTable('notice')
    .set({ toldTo: to, told: sql`told + ${count}` })
    .where('id', '=', id)
    .execute())

/** Deletes up to `count` messages of announcements withdrawn since then, and returns their owners. */
export async function removeWithdrawn(db: Database, since: number, count: number): Promise<Whose[]> {
  const { rows } = await sql<Whose>`
    delete from message where id in (
      select message.id from message join notice on notice.id = message.data_id
      where message.type = 'notice' and notice.withdrawn_at >= ${since} limit ${count})
    returning org_id as "orgId", account_id as "accountId"`.execute(db)
  return rows
}
