import type { Kysely } from 'kysely'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import type { PasskeyId } from './contract.ts'

type Database = Kysely<DB>
export type ChallengePurpose = DB['passkeyChallenge']['purpose']

/** Stores a challenge, and deletes expired ones and the oldest of a holder beyond the limit. */
export async function insertChallenge(db: Database, challenge: DB['passkeyChallenge'], now: number): Promise<void> {
  await pruneChallenges(db, now)
  await db.insertInto('passkeyChallenge').values(challenge).execute()
  const { holder } = challenge
  const newest = db
    .selectFrom('passkeyChallenge')
    .select('challengeHash')
    .where('holder', '=', holder)
    .orderBy('expiresAt', 'desc')
    .limit(limits.passkeyChallenges)
  await db
    .deleteFrom('passkeyChallenge')
    .where('holder', '=', holder)
    .where('challengeHash', 'not in', newest)
    .execute()
}

export const pruneChallenges = (db: Database, now: number) =>
  db.deleteFrom('passkeyChallenge').where('expiresAt', '<=', now).execute()

/** Deletes a challenge and returns its holder; undefined if it has expired or was used. */
export const takeChallenge = (db: Database, challengeHash: Buffer, purpose: ChallengePurpose, now: number) =>
  db
    .deleteFrom('passkeyChallenge')
    .where('challengeHash', '=', challengeHash)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .returning('holder')
    .executeTakeFirst()

/** The passkey with this credential id, of any account. */
export const loadByCredential = (db: Database, credentialId: Buffer) =>
  db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()

/** Usable passkeys of an account, for a request to its authenticators. */
export const loadCredentials = (db: Database, accountId: AccountId, rpId: string) =>
  db
    .selectFrom('passkey')
    .select(['credentialId', 'transports'])
    .where('accountId', '=', accountId)
    .where('rpId', '=', rpId)
    .where('clonedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute()

/** Counts a use; returns false if the passkey was removed, or a parallel use has changed its counter. */
export async function countUse(
  db: Database,
  { id, signCount }: { id: PasskeyId; signCount: number },
  signed: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ signCount: signed, usedAt: now })
    .where('id', '=', id)
    .where('signCount', '=', signCount)
    .where('clonedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const blockPasskey = (db: Database, id: PasskeyId, clonedAt: number) =>
  db.updateTable('passkey').set({ clonedAt }).where('id', '=', id).where('clonedAt', 'is', null).execute()

/** Loads the passkeys of an account, newest first. */
export const loadPasskeys = (sight: Sight, accountId: AccountId) =>
  sight
    .from('passkey')
    .select(['passkey.id', 'passkey.name', 'passkey.createdAt', 'passkey.usedAt'])
    .select(['passkey.isSynced', 'passkey.clonedAt'])
    .where('passkey.accountId', '=', accountId)
    .orderBy('passkey.id', 'desc')
    .execute()

type Made = Omit<DB['passkey'], 'id' | 'orgId' | 'usedAt' | 'clonedAt'>

/** Returns undefined if any account has a passkey with this credential id. */
export async function insertPasskey(sight: WritableSight, passkey: Made): Promise<PasskeyId | undefined> {
  const row = await sight
    .insert('passkey', { ...passkey, usedAt: null, clonedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const updateName = (sight: WritableSight, accountId: AccountId, id: PasskeyId, name: string) =>
  sight.update('passkey', { name }).where('passkey.accountId', '=', accountId).where('passkey.id', '=', id).execute()

export const removeRow = (sight: WritableSight, accountId: AccountId, id: PasskeyId) =>
  sight.remove('passkey').where('passkey.accountId', '=', accountId).where('passkey.id', '=', id).execute()
