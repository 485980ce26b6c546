import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import { type Guard, noFailures } from './rules.ts'

export type AccountRow = {
  id: AccountId
  orgId: OrgId
  loginname: string
  passwordHash: string
  roleType: RoleType
  disabled: boolean
  orgDisabled: boolean
  /** Another account has set the password, and the user has not chosen an own one. */
  isFirst: boolean
  /** Time of the last change of the password, or of the creation of an account that has never changed it. */
  passwordAt: number
}

const accounts = (db: Kysely<DB>) =>
  db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.orgId')
    .select(['account.id', 'account.orgId', 'account.loginname', 'account.passwordHash', 'account.roleType'])
    .select(['account.disabled', 'organisation.disabled as orgDisabled'])
    .select([
      'account.changePassword as isFirst',
      sql<number>`greatest(account.password_at, account.created_at)`.as('passwordAt'),
    ])

/** The account of a login name; names are compared without case. */
export const loadAccount = (db: Kysely<DB>, loginname: string): Promise<AccountRow | undefined> =>
  accounts(db).where(sql`lower(account.loginname)`, '=', loginname.toLowerCase()).executeTakeFirst()

export const loadAccountOf = (db: Kysely<DB>, id: AccountId): Promise<AccountRow | undefined> =>
  accounts(db).where('account.id', '=', id).executeTakeFirst()

/** The account's phone, picture and organisation language, and its settings where it acts. */
export const loadOwn = (db: Kysely<DB>, { accountId, orgId }: { accountId: AccountId; orgId: OrgId }) =>
  db
    .selectFrom('account')
    .leftJoin('userImage', 'userImage.accountId', 'account.id')
    .leftJoin('userConfig', (join) =>
      join.onRef('userConfig.accountId', '=', 'account.id').on('userConfig.orgId', '=', orgId),
    )
    .leftJoin('organisation', (join) => join.on('organisation.id', '=', orgId))
    .select(['account.phone', 'userImage.name as image', 'userConfig.settings', 'organisation.language'])
    .select((eb) => eb('organisation.firstSettingsBy', '=', accountId).as('firstSettingsDue'))
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow()

/**
 * Returns false if the account has changed since it authenticated. Share-locks its row and its organisation's row, so
 * that a later change finds the session and ends it.
 */
export async function insertSession(
  db: Kysely<DB>,
  account: AccountRow,
  session: { tokenHash: Buffer; ip: string; agent: string; confirmedAt: number },
  now: number,
): Promise<boolean> {
  const expiresAt = now + limits.sessionMaxMs
  const { id: accountId, orgId, roleType, passwordHash } = account
  await db.deleteFrom('session').where('expiresAt', '<', now).execute()
  return db.transaction().execute(async (inner) => {
    const same = await inner
      .selectFrom('account')
      .innerJoin('organisation', 'organisation.id', 'account.orgId')
      .select('account.id')
      .where('account.id', '=', accountId)
      .where('account.passwordHash', '=', passwordHash)
      .where('account.orgId', '=', orgId)
      .where('account.roleType', '=', roleType)
      .where('account.disabled', '=', false)
      .where('organisation.disabled', '=', false)
      .forShare()
      .executeTakeFirst()
    if (!same) return false
    const row = { ...session, accountId, orgId, createdAt: now, seenAt: now, expiresAt }
    await inner.insertInto('session').values(row).execute()
    return true
  })
}

export const removeSession = (db: Kysely<DB>, tokenHash: Buffer) =>
  db.deleteFrom('session').where('tokenHash', '=', tokenHash).returning(['accountId', 'orgId']).executeTakeFirst()

export const confirmSession = async (db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<void> =>
  void (await db.updateTable('session').set({ confirmedAt: now }).where('tokenHash', '=', tokenHash).execute())

type GuardRow = Guard & {
  captcha: string | null
  captchaAt: number | null
  work: string | null
  workBits: number | null
}

export async function loadGuard(db: Kysely<DB>, key: string): Promise<GuardRow> {
  const row = await db.selectFrom('loginGuard').selectAll().where('key', '=', key).executeTakeFirst()
  return row ?? { ...noFailures, captcha: null, captchaAt: null, work: null, workBits: null }
}

export async function saveGuard(db: Kysely<DB>, key: string, guard: Partial<GuardRow>, now: number): Promise<void> {
  await db
    .insertInto('loginGuard')
    .values({ key, lastAt: now, ...guard })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(guard))
    .execute()
}

/** Those of the given `marks` (of a browser or of a network) from which this account has signed in since a time. */
export async function loadKnown(db: Kysely<DB>, loginname: string, marks: readonly string[], since: number) {
  const rows = await db
    .selectFrom('knownPlace')
    .innerJoin('account', 'account.id', 'knownPlace.accountId')
    .select('knownPlace.mark')
    .where(sql`lower(account.loginname)`, '=', loginname.toLowerCase())
    .where('knownPlace.mark', 'in', marks)
    .where('knownPlace.seenAt', '>', since)
    .execute()
  return new Set(rows.map(({ mark }) => mark))
}

/** Stores the places from which an account signed in, and deletes the oldest beyond the limit. */
export async function rememberPlaces(db: Kysely<DB>, accountId: AccountId, marks: readonly string[], now: number) {
  await db
    .insertInto('knownPlace')
    .values(marks.map((mark) => ({ accountId, mark, seenAt: now })))
    .onConflict((conflict) => conflict.columns(['accountId', 'mark']).doUpdateSet({ seenAt: now }))
    .execute()
  const newest = db
    .selectFrom('knownPlace')
    .select('mark')
    .where('accountId', '=', accountId)
    .orderBy('seenAt', 'desc')
    .limit(limits.knownPlaces)
  await db.deleteFrom('knownPlace').where('accountId', '=', accountId).where('mark', 'not in', newest).execute()
}

/** Excludes other transactions that lock the same key, until the transaction `db` ends. */
export const lockKey = async (db: Kysely<DB>, key: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db))

/** Runs `work` in a transaction that excludes others with the same key. */
export const oneAtATime = <R>(db: Kysely<DB>, key: string, work: (db: Kysely<DB>) => Promise<R>): Promise<R> =>
  db.transaction().execute(async (inner) => {
    await lockKey(inner, key)
    return work(inner)
  })

/** Deletes the counts of names without a recent try. */
export const pruneGuards = (db: Kysely<DB>, before: number) =>
  db.deleteFrom('loginGuard').where('lastAt', '<', before).execute()

export const clearGuard = (db: Kysely<DB>, key: string) => db.deleteFrom('loginGuard').where('key', '=', key).execute()

export const isEmpty = async (db: Kysely<DB>): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined

/** Creates the platform's own organisation and its first administrator. */
export const insertFirstAdmin = (
  db: Kysely<DB>,
  admin: { loginname: string; passwordHash: string; orgName: string; zone: string; isDemo: boolean; at: number },
): Promise<OrgId> =>
  db.transaction().execute(async (inner) => {
    const { loginname, passwordHash, orgName, zone, isDemo, at } = admin
    const org = await inner
      .insertInto('organisation')
      .values({ name: orgName, kind: 'platform', zone, createdAt: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = {
      orgId: org.id,
      loginname,
      passwordHash,
      roleType: 'admin',
      name: loginname,
      createdAt: at,
    } as const
    const { id } = await inner.insertInto('account').values(account).returning('id').executeTakeFirstOrThrow()
    // The demonstration has a fixed zone and language.
    const firstSettingsBy = isDemo ? null : id
    await inner.updateTable('organisation').set({ firstSettingsBy }).where('id', '=', org.id).execute()
    return org.id
  })
