import type { Kysely } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { mustHaveSecondFactor } from '../../../db/account-marks.ts'
import type { DB } from '../../../db/schema.ts'
import type { Guard } from '../login/rules.ts'

type Database = Kysely<DB>

/** The row of an account that has a second step or is setting one up. */
export const loadFactor = (db: Database, accountId: AccountId) =>
  db.selectFrom('secondFactor').selectAll().where('accountId', '=', accountId).executeTakeFirst()

/** Loads the row with the second step of an account, and locks it, so that tries are counted one by one. */
export const lockFactor = (db: Database, accountId: AccountId) =>
  db.selectFrom('secondFactor').selectAll().where('accountId', '=', accountId).forUpdate().executeTakeFirst()

/** Stores a new secret unless an app is active; returns false then. */
export async function putSecret(db: Database, accountId: AccountId, secretSealed: Buffer, now: number) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('secondFactor')
    .values({ accountId, secretSealed, confirmedAt: null, createdAt: now })
    .onConflict((conflict) =>
      conflict
        .column('accountId')
        .doUpdateSet({ secretSealed, createdAt: now })
        .where('secondFactor.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Activates the app; returns false if it was active already. */
export async function confirmFactor(db: Database, accountId: AccountId, step: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ confirmedAt: now, lastStep: step })
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Second steps of an account, and whether one is required. */
export async function loadSteps(db: Database, accountId: AccountId) {
  const row = await db
    .selectFrom('account')
    .innerJoin('organisation as home', 'home.id', 'account.orgId')
    .leftJoin('secondFactor', 'secondFactor.accountId', 'account.id')
    .select(['secondFactor.confirmedAt as since', mustHaveSecondFactor.as('isRequired')])
    .select((eb) =>
      eb
        .selectFrom('passkey')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('passkey.accountId', '=', 'account.id')
        .as('passkeys'),
    )
    .where('account.id', '=', accountId)
    .executeTakeFirst()
  return { since: row?.since ?? null, passkeys: Number(row?.passkeys ?? 0), isRequired: row?.isRequired === true }
}

/** Adds a row without a secret, for recovery codes of an account with passkeys only. */
export const putFactor = (db: Database, accountId: AccountId, createdAt: number) =>
  db
    .insertInto('secondFactor')
    .values({ accountId, secretSealed: null, confirmedAt: null, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Removes the app; recovery codes stay. */
export const removeSecret = (db: Database, accountId: AccountId) =>
  db
    .updateTable('secondFactor')
    .set({ secretSealed: null, confirmedAt: null })
    .where('accountId', '=', accountId)
    .execute()

export const saveTries = (db: Database, accountId: AccountId, { failures, lastAt, lockedUntil }: Guard) =>
  db
    .updateTable('secondFactor')
    .set({ failures, lastFailureAt: lastAt, lockedUntil })
    .where('accountId', '=', accountId)
    .execute()

/** Consumes a time step; returns false if it or a later one was used. */
export async function takeTimeStep(db: Database, accountId: AccountId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('accountId', '=', accountId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Consumes a recovery code; returns whether it was valid. */
export async function takeRecoveryCode(db: Database, accountId: AccountId, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('accountId', '=', accountId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function putRecoveryCodes(db: Database, accountId: AccountId, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recoveryCode').where('accountId', '=', accountId).execute()
  await db
    .insertInto('recoveryCode')
    .values(hashes.map((codeHash) => ({ accountId, codeHash })))
    .execute()
}

export async function countRecoveryCodes(db: Database, accountId: AccountId): Promise<number> {
  const rows = await db.selectFrom('recoveryCode').select('codeHash').where('accountId', '=', accountId).execute()
  return rows.length
}

export const removeFactor = (db: Database, accountId: AccountId) =>
  db.deleteFrom('secondFactor').where('accountId', '=', accountId).execute()

type Ticket = { tokenHash: Buffer; accountId: AccountId; expiresAt: number }

/** Stores a ticket of a login, and deletes expired ones. */
export async function insertTicket(db: Database, ticket: Ticket, now: number): Promise<void> {
  await db.deleteFrom('loginTicket').where('expiresAt', '<', now).execute()
  await db.insertInto('loginTicket').values(ticket).execute()
}

/** Counts a try of a ticket before the check; returns undefined if it has expired or has no tries left. */
export const countTry = (db: Database, tokenHash: Buffer, most: number, now: number) =>
  db
    .updateTable('loginTicket')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .where('tries', '<', most)
    .returning(['accountId', 'tries'])
    .executeTakeFirst()

/** Removes a used ticket; returns false if a parallel call has used it. */
export async function removeTicket(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('loginTicket').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return numDeletedRows > 0n
}

export const loadPasswordHash = async (db: Database, accountId: AccountId): Promise<string | undefined> =>
  (await db.selectFrom('account').select('passwordHash').where('id', '=', accountId).executeTakeFirst())?.passwordHash

export const putRequired = (db: Database, orgId: OrgId, secondFactorRequired: boolean) =>
  db.updateTable('organisation').set({ secondFactorRequired }).where('id', '=', orgId).execute()
