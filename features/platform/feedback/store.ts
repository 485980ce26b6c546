import type { Kysely } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { FeedbackKind, FeedbackRow } from './contract.ts'

type Told = { accountId: AccountId; kind: FeedbackKind; content: string; createdAt: number }
type Paged = { pageNo: number; pageSize: number }

export async function countFeedback(sight: Sight, accountId: AccountId, since: number): Promise<number> {
  const row = await sight
    .from('feedback')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('feedback.accountId', '=', accountId)
    .where('feedback.createdAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertFeedback = async (sight: WritableSight, told: Told): Promise<void> =>
  void (await sight.insert('feedback', told).execute())

export async function loadOwnFeedback(sight: Sight, accountId: AccountId, { pageNo, pageSize }: Paged) {
  const own = sight.from('feedback').where('feedback.accountId', '=', accountId)
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows: FeedbackRow[] = await own
    .select(['feedback.id', 'feedback.kind as type', 'feedback.content', 'feedback.createdAt'])
    .orderBy('feedback.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

/** The feedback of all organisations, for the platform's staff. */
export async function loadFeedback(db: Kysely<DB>, { pageNo, pageSize }: Paged) {
  const { total } = await db
    .selectFrom('feedback')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('feedback')
    .innerJoin('account', 'account.id', 'feedback.accountId')
    .innerJoin('organisation', 'organisation.id', 'feedback.orgId')
    .select(['feedback.id', 'feedback.kind as type', 'feedback.content', 'feedback.createdAt'])
    .select(['account.loginname', 'organisation.name as orgName'])
    .orderBy('feedback.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}
