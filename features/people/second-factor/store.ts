import type { Kysely } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { mustHaveSecondFactor } from '../../../db/account-marks.ts'
import type { DB } from '../../../db/schema.ts'
import type { Guard } from '../login/rules.ts'

type Database = Kysely<DB>

/** Of an account that has one, or that is setting one up. */
export const loadFactor = (db: Database, accountId: AccountId) =>
  db.selectFrom('secondFactor').selectAll().where('accountId', '=', accountId).executeTakeFirst()

/** The same, while nobody else counts its tries. */
export const lockFactor = (db: Database, accountId: AccountId) =>
  db.selectFrom('secondFactor').selectAll().where('accountId', '=', accountId).forUpdate().executeTakeFirst()

/** A secret in the place of one that no code has confirmed; false where one is in use. */
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

/** From now on it is asked for; false if it was already. */
export async function confirmFactor(db: Database, accountId: AccountId, step: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ confirmedAt: now, lastStep: step })
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What an account can sign in with as its second step, and whether it must have one. */
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

/** A row without a secret: who has passkeys alone has recovery codes by it. */
export const putFactor = (db: Database, accountId: AccountId, createdAt: number) =>
  db
    .insertInto('secondFactor')
    .values({ accountId, secretSealed: null, confirmedAt: null, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The app is no longer asked for; recovery codes stay. */
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

/** Takes a time step, once: false if it or a later one was taken. */
export async function takeTimeStep(db: Database, accountId: AccountId, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('secondFactor')
    .set({ lastStep: step })
    .where('accountId', '=', accountId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes a recovery code, once. */
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

/** A ticket of a login; those that nobody used in time go. */
export async function insertTicket(db: Database, ticket: Ticket, now: number): Promise<void> {
  await db.deleteFrom('loginTicket').where('expiresAt', '<', now).execute()
  await db.insertInto('loginTicket').values(ticket).execute()
}

/** Counts a try of a ticket before it is checked; nothing where it is gone, or was tried too often. */
export const countTry = (db: Database, tokenHash: Buffer, most: number, now: number) =>
  db
    .updateTable('loginTicket')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .where('tries', '<', most)
    .returning(['accountId', 'tries'])
    .executeTakeFirst()

/** False if another was faster with it. */
export async function removeTicket(db: Database, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('loginTicket').where('tokenHash', '=', tokenHash).executeTakeFirst()
  return numDeletedRows > 0n
}

export const loadPasswordHash = async (db: Database, accountId: AccountId): Promise<string | undefined> =>
  (await db.selectFrom('account').select('passwordHash').where('id', '=', accountId).executeTakeFirst())?.passwordHash

export const putRequired = (db: Database, orgId: OrgId, secondFactorRequired: boolean) =>
  db.updateTable('organisation').set({ secondFactorRequired }).where('id', '=', orgId).execute()
