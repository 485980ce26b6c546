// Tickets of recoveries, and their accounts. An unknown name causes the same queries.
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { QuestionKey } from '../security/contract.ts'

export type Ticket = {
  tokenHash: Buffer
  accountId: AccountId | null
  loginname: string
  verified: boolean
  expiresAt: number
}

export type RecoveredAccount = {
  id: AccountId
  orgId: OrgId
  loginname: string
  phone: string | null
  email: string | null
}

/** The account of a login name, unless it is disabled. */
export const findAccount = (db: Kysely<DB>, loginname: string): Promise<RecoveredAccount | undefined> =>
  recoverable(db).where(sql`lower(account.loginname)`, '=', loginname.toLowerCase()).executeTakeFirst()

/** The current account of a ticket. */
export const loadAccount = (db: Kysely<DB>, accountId: AccountId | null): Promise<RecoveredAccount | undefined> =>
  recoverable(db).where('account.id', '=', accountId).executeTakeFirst()

const recoverable = (db: Kysely<DB>) =>
  db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.orgId')
    .select(['account.id', 'account.orgId', 'account.loginname', 'account.phone', 'account.email'])
    .where('account.disabled', '=', false)
    .where('organisation.disabled', '=', false)

/** The platform's own organisation, which logs events without another organisation. */
export async function loadPlatformOrg(db: Kysely<DB>): Promise<OrgId> {
  const { id } = await db
    .selectFrom('organisation')
    .select('id')
    .where('kind', '=', 'platform')
    .executeTakeFirstOrThrow()
  return id
}

type Answer = { question: QuestionKey; answerHash: string }

export const loadAnswers = async (db: Kysely<DB>, accountId: AccountId | null): Promise<Answer[]> =>
  (await db
    .selectFrom('securityAnswer')
    .select(['question', 'answerHash'])
    .where('accountId', '=', accountId)
    .orderBy('position')
    .execute()) as Answer[]

export async function insertTicket(
  db: Kysely<DB>,
  ticket: Omit<Ticket, 'verified'> & { createdAt: number },
): Promise<void> {
  await db.deleteFrom('recoveryTicket').where('expiresAt', '<', ticket.createdAt).execute()
  await db.insertInto('recoveryTicket').values(ticket).execute()
}

export const loadTicket = (db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<Ticket | undefined> =>
  db
    .selectFrom('recoveryTicket')
    .select(['tokenHash', 'accountId', 'loginname', 'verified', 'expiresAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const verifyTicket = async (db: Kysely<DB>, tokenHash: Buffer): Promise<void> =>
  void (await db.updateTable('recoveryTicket').set({ verified: true }).where('tokenHash', '=', tokenHash).execute())

/**
 * Sets the password with a verified ticket, and deletes all tickets of the account. Returns false if a parallel call
 * was faster, or the account is disabled.
 */
export const usePassword = (
  db: Kysely<DB>,
  { tokenHash, accountId }: Ticket,
  password: { passwordHash: string; passwordAt: number },
): Promise<boolean> =>
  db.transaction().execute(async (inner) => {
    const used = await inner
      .deleteFrom('recoveryTicket')
      .where('tokenHash', '=', tokenHash)
      .where('verified', '=', true)
      .returning('tokenHash')
      .executeTakeFirst()
    if (!used || accountId === null) return false
    await inner.deleteFrom('recoveryTicket').where('accountId', '=', accountId).execute()
    const changed = await inner
      .updateTable('account')
      .set({ ...password, changePassword: false })
      .where('id', '=', accountId)
      .where('disabled', '=', false)
      .returning('id')
      .executeTakeFirst()
    return changed !== undefined
  })
