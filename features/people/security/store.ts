// Rows of the own account, whatever organisation its session acts in.
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import { type WritableSight, writableSight } from '../../../db/sight.ts'
import type { QuestionKey } from './contract.ts'

export type OwnAccount = {
  loginname: string
  name: string
  passwordHash: string
  phone: string | null
  email: string | null
  company: string | null
  address: string | null
  passwordAt: number
  changePassword: boolean
  /** File name of the picture. */
  image: string | null
}

export const loadOwn = (db: Kysely<DB>, accountId: AccountId): Promise<OwnAccount | undefined> =>
  db
    .selectFrom('account')
    .leftJoin('userImage', 'userImage.accountId', 'account.id')
    .select(['loginname', 'account.name', 'passwordHash', 'phone', 'email', 'company', 'address', 'passwordAt'])
    .select(['changePassword', 'userImage.name as image'])
    .where('account.id', '=', accountId)
    .executeTakeFirst()

type Answer = { question: QuestionKey; answerHash: string }

/** Loads the answers in the order of the questions. */
export async function loadAnswers(db: Kysely<DB>, accountId: AccountId): Promise<Answer[]> {
  const rows = await db
    .selectFrom('securityAnswer')
    .select(['question', 'answerHash'])
    .where('accountId', '=', accountId)
    .orderBy('position')
    .execute()
  return rows as Answer[]
}

/** Replaces the stored answers. */
export async function putAnswers(db: Kysely<DB>, accountId: AccountId, answers: readonly Answer[]): Promise<void> {
  await db.deleteFrom('securityAnswer').where('accountId', '=', accountId).execute()
  const rows = answers.map((answer, place) => ({ ...answer, accountId, position: place + 1 }))
  await db.insertInto('securityAnswer').values(rows).execute()
}

export async function loadOpenedAt(db: Kysely<DB>, sessionHash: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('changeWindow')
    .select('openedAt')
    .where('sessionHash', '=', sessionHash)
    .executeTakeFirst()
  return row?.openedAt
}

export const putOpenedAt = async (db: Kysely<DB>, sessionHash: Buffer, openedAt: number): Promise<void> =>
  void (await db
    .insertInto('changeWindow')
    .values({ sessionHash, openedAt })
    .onConflict((conflict) => conflict.column('sessionHash').doUpdateSet({ openedAt }))
    .execute())

/** Whether another account has this phone number or e-mail address. */
export async function isTaken(
  db: Kysely<DB>,
  { phone, email }: { phone?: string; email?: string },
  accountId: AccountId,
): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('id', '!=', accountId)
    .where((eb) =>
      phone === undefined ? eb(sql`lower(email)`, '=', email?.toLowerCase() ?? '') : eb('phone', '=', phone),
    )
    .executeTakeFirst()
  return found !== undefined
}

type Work<R> = (sight: WritableSight, db: Transaction<DB>) => Promise<R>

/** Runs one transaction in the account's own organisation, which also logs it. */
export const atHome = <R>(db: Kysely<DB>, orgId: OrgId, work: Work<R>): Promise<R> =>
  db.transaction().execute((inner) => work(writableSight(inner, { orgId, devices: 'all' }), inner))

type Own = Partial<{
  phone: string
  email: string
  emailAt: number
  passwordHash: string
  passwordAt: number
  changePassword: boolean
}>

export const changeOwn = async (sight: WritableSight, accountId: AccountId, change: Own): Promise<void> =>
  void (await sight.update('account', change).where('id', '=', accountId).execute())

/** Adds a session that replaces the one ended with the old password. */
export async function putSession(
  sight: WritableSight,
  session: { tokenHash: Buffer; accountId: AccountId; actingOrgId: OrgId | null; ip: string; agent: string },
  now: number,
): Promise<void> {
  const times = { createdAt: now, seenAt: now, confirmedAt: now, expiresAt: now + limits.sessionMaxMs }
  await sight.insert('session', { ...session, ...times }).execute()
}

/** Whether a write failed because another account has the same phone number or address. */
export const isDuplicate = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23505'
